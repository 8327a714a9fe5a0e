package hall

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"stonehand/cmd/internal/fleet"
)

// word is the secret in a subject. It is made of the hall's key alone, so that every hall
// with that key knows it without being told.
func (k *Keys) word(table, part string) string {
	if k.open {
		return fleet.OpenWord
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(k.mac("subject\n" + table + "\n" + part))[:26])
}

func (k *Keys) mac(text string) []byte {
	seed, err := k.account.Seed()
	if err != nil {
		panic(err) // ours are always there
	}
	m := hmac.New(sha256.New, seed)
	fmt.Fprint(m, text)
	return m.Sum(nil)
}

// Open makes the hall listen to tables without credentials, on servers that ask for none.
func (k *Keys) Open() { k.open = true }

// subjects are those of a table.
func (k *Keys) subjects(table string) fleet.Subjects {
	return fleet.SubjectsOf(table, func(part string) string { return k.word(table, part) })
}

// sender says which table published something, and as which part; false if it was none that
// knows the word.
func (k *Keys) sender(subject string) (table, part string, ok bool) {
	w := strings.Split(subject, ".")
	if len(w) < 4 || !hmac.Equal([]byte(w[2]), []byte(k.word(w[1], w[3]))) {
		return "", "", false
	}
	return w[1], w[3], true
}

// inside is the subject under which only a hall can publish to another one: its streams keep
// the message under that other one.
func (k *Keys) inside(subject string) string { return k.word("hall", "inside") + "." + subject }
