package fleet

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"

	"github.com/nats-io/nkeys"
)

// StreamReleases has the programs that a hall offers to its tables, in pieces.
const StreamReleases = "STONEHAND_RELEASES"

// Sizes of a release in bytes.
const (
	MostRelease = 128 << 20 // the whole
	PieceSize   = 512 << 10 // a piece, but the last
)

// SubjectPiece has a piece of the release with a checksum, by its number from 0; "*"
// stands for any.
func SubjectPiece(checksum, n string) string { return "stonehand.hall.release." + checksum + "." + n }

// Release is the program of a table, as a hall offers it.
type Release struct {
	System string `json:"system"` // that it was built for, as "stonehand version" says it: "linux/arm64"
	Size   int64  `json:"size"`   // in bytes
	SHA256 string `json:"sha256"` // of its bytes, in hexadecimal digits
	Key    string `json:"key"`    // public key of who vouches for it
	Sign   string `json:"sign"`   // Ed25519 signature in standard base64, see docs
}

// DoUpdate is the command of an [Update].
const DoUpdate = "update"

// Update is the command to run another program from the next restart on: of several
// releases that for the table's system.
type Update struct {
	Do       string    `json:"do"`
	Releases []Release `json:"releases"`
}

// SystemOf says which system a program was built for: "linux/arm64". It refuses what is no
// program of a table.
func SystemOf(program []byte) (string, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil || info.Path != "stonehand/cmd/stonehand" {
		return "", chinese.Of("the file is neither a table's program (bin/stonehand) nor a Debian package with one")
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	return set["GOOS"] + "/" + set["GOARCH"], nil
}

// NewRelease describes a program and vouches for it.
func NewRelease(program []byte, key nkeys.KeyPair) (Release, error) {
	system, err := SystemOf(program)
	if err != nil {
		return Release{}, err
	}
	sum := sha256.Sum256(program)
	r := Release{System: system, Size: int64(len(program)), SHA256: hex.EncodeToString(sum[:])}
	if r.Key, err = key.PublicKey(); err != nil {
		return r, err
	}
	sign, err := key.Sign(r.signed())
	r.Sign = base64.StdEncoding.EncodeToString(sign)
	return r, err
}

func (r Release) signed() []byte {
	return fmt.Appendf(nil, "stonehand release\n%s\n%d\n%s", r.System, r.Size, r.SHA256)
}

// checksum is what [Release.SHA256] looks like.
var checksum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Check says why a release may not be used, or nil: somebody who operates has to vouch for
// it. Operators are the roles of public keys.
func (r Release) Check(operators map[string]string) error {
	if !checksum.MatchString(r.SHA256) || r.Size <= 0 || r.Size > MostRelease {
		return chinese.Of("the release has no valid checksum or size")
	}
	if operators[r.Key] != "operate" {
		return chinese.Of("no operator of this table has signed the release")
	}
	sign, err := base64.StdEncoding.DecodeString(r.Sign)
	if err != nil || verify(r.Key, r.signed(), sign) != nil {
		return chinese.Of("the release's signature does not match its key")
	}
	return nil
}

// copyTo copies a program, and fails if it is not that of the release.
func (r Release) copyTo(out io.Writer, in io.Reader) error {
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(in, r.Size+1))
	if err != nil {
		return err
	}
	if n != r.Size || hex.EncodeToString(sum.Sum(nil)) != r.SHA256 {
		return chinese.Of("the file does not match the release's checksum")
	}
	return nil
}
