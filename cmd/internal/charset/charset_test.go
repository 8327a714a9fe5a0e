package charset

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/sgf"
)

// A record comes out in the charset that it came in, byte for byte, and its text
// can be read.
func TestCharsets(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"GB18030", "(;CA[GB18030]C[\x81\x5D\x81\x5C\xCE\xA7\\]\x95\x32\x82\x36])", "乚乗围]𠀀"},
		{"GB2312", "(;CA[gb2312]C[\xCE\xA7\xC6\xE5])", "围棋"},
		{"code page 936", "(;CA[cp936]C[\xCE\xA7\xC6\xE5])", "围棋"},
		{"Big5", "(;CA[Big5]C[\xB3\x5C\xA5\x5C])", "許功"},
		{"Big5, before what could end a value", "(;CA[Big5]C[(\xA7\x41\xA4\x5D) \xA4\x5D[1\\] \xA4\x5D;\xA4\x5D])", "(你也) 也[1] 也;也"},
		{"Big5 by another name", "(;CA[cn-big5]C[\xB3\x5C\xA4\x5D\xA5\x5C])", "許也功"},
		{"GBK by other names", "(;CA[MS936]C[\x81\x5D\x81\x5C])", "乚乗"},
		{"GBK as browsers call it", "(;CA[x-gbk]C[\x81\x5D\x81\x5C])", "乚乗"},
		{"Shift_JIS", "(;CA[Shift_JIS]C[\x95\x5C\x83\x5D])", "表ゾ"},
		{"Shift_JIS, before what could end a value", "(;CA[Shift_JIS]C[(\x8BM\x93\x5D)\n]N[\x93\x5D]\n;B[aa])", "(貴転)\n"},
		{"Shift_JIS by another name", "(;CA[MS_Kanji]C[\x95\x5C\xBF\x83\x5D])", "表ｿゾ"},
		{"EUC-JP", "(;CA[EUC-JP]C[\xB0\xCF\xB8\xEB])", "囲碁"},
		{"EUC-KR", "(;CA[euc-kr]C[\xB9\xD9\xB5\xCF])", "바둑"},
		{"Latin-1", "(;CA[ISO-8859-1]C[\xC9t\xE9])", "Été"},
		{"Windows-1251", "(;CA[windows-1251]C[\xC3\xEE])", "Го"},
		{"KOI8-R", "(;CA[KOI8-R]C[\xE7\xCF])", "Го"},
		{"a broken character", "(;CA[GBK]C[\xCE\xA7\xFF \xC6\xE5])", "围\uF7FF 棋"},
		{"a name that was cut", "(;CA[GBK]C[\xCE\xA7\xC6]PW[x];B[aa])", "围\uF7C6"},
		{"no CA, Chinese", "(;C[\xCE\xA7\xC6\xE5\xB1\xC8\xC8\xFC\xD6\xD0\xB9\xFA])", "围棋比赛中国"},
		{"no CA, Korean", "(;C[\xB9\xD9\xB5\xCF \xC7\xD1\xB1\xB9 \xBC\xAD\xBF\xEF])", "바둑 한국 서울"},
		{"no CA, Japanese", "(;C[\x82\xB1\x82\xEA\x82\xCD\x88\xCD\x8C\xE9\x82\xC5\x82\xB7])", "これは囲碁です"},
		{"no CA, Japanese in kanji", "(;C[\x91\xE61\x89\xF1\x90\xA2\x8AE\x8D\xC5\x8D\x82\x8A\xFB\x8Em])", "第1回世界最高棋士"},
		{"UTF-8, a character cut", "(;CA[UTF-8]C[\u5c0f\u6797\xE5\x85])", "小林\xE5\x85"},
		{"UTF-8, Russian, a character cut", "(;CA[UTF-8]C[\u041f\u0430\u0440\u0442\xD1])", "Парт\xD1"},
		{"no CA, UTF-8, a character cut", "(;C[\u67ef\u6d01\u4e5d\u6bb5 \u5bf9 \u53e4\xE5\x8A])", "柯洁九段 对 古\xE5\x8A"},
		{"no CA, a name", "(;C[\xC4nne \xC5s])", "Änne Ås"},
		{"no CA, Chinese of Taiwan", "(;C[\xB3\x5C\xA5\x5C\xA4\xA4\xB0\xEA\xB4\xD1\xB0\x7C])", "許功中國棋院"},
		{"no CA, quotes of Windows", "(;C[don\x92t, it\x92s caf\xE9])", "don\u0092t, it\u0092s café"},
		{"no CA, French", "(;C[Une partie amicale \xE0 Orl\xE9ans, l'\xE9t\xE9])", "Une partie amicale à Orléans, l'été"},
	} {
		c, err := SGF.Read([]byte(tt.file))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		v, _ := c.Games[0].Nodes[0].Get("C")
		if v.Text() != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, v.Text(), tt.want)
		}
		if got := SGF.Write(c); !bytes.Equal(bytes.TrimSpace(got), []byte(tt.file)) {
			t.Errorf("%s: written as %q, not %q", tt.name, got, tt.file)
		}
	}
}

// What a charset has no characters for is written as UTF-8, and CA says so.
func TestOtherText(t *testing.T) {
	for file, want := range map[string]string{
		"(;FF[4]CA[Big5]PB[\xB3\x5C])": "(;FF[4]CA[UTF-8]PB[許]C[🙂])",
		"(;FF[4]PB[Ren\xE9])":          "(;CA[UTF-8]FF[4]PB[René]C[🙂])",
		"(;FF[4]CA[GB2312]PB[x])":      "(;FF[4]CA[UTF-8]PB[x]C[🙂])",
	} {
		c, err := SGF.Read([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		c.Games[0].Nodes[0].Set("C", sgf.Text("🙂"))
		if got := string(SGF.Write(c)); got != want {
			t.Errorf("%q: %q, not %q", file, got, want)
		}
	}
}

// Any bytes survive any charset.
func TestNothingIsLost(t *testing.T) {
	names := []string{"GB18030", "GBK", "Big5", "Shift_JIS", "EUC-KR", "EUC-JP", "windows-1252", "ISO-8859-15"}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "charset")
		cs := Named(name)
		data := string(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes"))
		text := cs.Decode(data)
		back, ok := cs.Encode(text)
		if !ok || cs.Decode(back) != text {
			t.Fatalf("%s: %q is %q and then %q, which is %q (%v)", name, data, text, back, cs.Decode(back), ok)
		}
	})
}

// Names that stand for no charset, or for one that brackets cannot be found in.
func TestUnknownNames(t *testing.T) {
	for _, name := range []string{"", "martian", "UTF-16", "UTF-16LE", "ISO-2022-JP", "HZ-GB-2312", "replacement", "x-user-defined-7"} {
		if Named(name) != nil {
			t.Errorf("%s is known", name)
		}
	}
}

func FuzzSGF(f *testing.F) {
	f.Add([]byte("(;CA[GB18030]C[\x81\x5D\\]\x81\x30\x81\x30](;W[ab]))"))
	f.Add([]byte("(;C[\xCE\xA7\xC6\xE5\xB1\xC8\xC8\xFC];B[aa])"))
	f.Add([]byte("(;CA[Shift_JIS]PB[\x83]PW[\x83\x5D])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := SGF.Read(data)
		if err != nil {
			return
		}
		if _, err := SGF.Read(SGF.Write(c)); err != nil {
			t.Fatal(err)
		}
	})
}

// What is read as another charset than CA says, and written as UTF-8, says so.
func TestWrittenCharsetIsNamed(t *testing.T) {
	c, err := SGF.Read([]byte("(;CA[Shift_J]C[\x93\xFA\x96\x7B\x82\xCC\x8A\xFB\x95\x88];B[aa])"))
	if err != nil {
		t.Fatal(err)
	}
	text := SGF.Write(c)
	if again, err := SGF.Read(text); err != nil || len(again.Problems) > 0 || !strings.HasPrefix(string(text), "(;CA[UTF-8]C[\u65e5") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestUTF8(t *testing.T) {
	for file, want := range map[string]string{
		"(;PB[\u53e4\u529b])":                       "(;PB[\u53e4\u529b])",
		"(;CA[GBK]PB[\xB9\xC5\xC1\xA6];B[aa])":      "(;CA[GBK]PB[\u53e4\u529b];B[aa])",
		"{[C6][\xB9\xC5][B]":                        "{[C6][\u53e4][B]",
		"(\x00;\x00C\x00[\x00V\x96]\x00)\x00\n\x00": "(;CA[UTF-8]C[\u9656])\n",
		"no game \xFF":                              "no game \xFF",
	} {
		if got := string(UTF8([]byte(file))); got != want {
			t.Errorf("%q became %q", file, got)
		}
	}
}
