package farm

import (
	"os"
	"strings"
	"testing"
)

// TestSubjectsAreDocumented holds the list of subjects in docs/farm.md against the code.
func TestSubjectsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/farm.md")
	if err != nil {
		t.Fatal(err)
	}
	at := place{"NAME", "BATCH", "ID"}
	for subject, row := range map[string]string{
		subjectJob("SIGNATURE", "PRIORITY", at): "`" + StreamJobs + "`, a work queue | Job |", subjectResult(at, "WORKER"): "`" + StreamResults + "` | Result |",
		subjectProgress(at, "WORKER"): "none | Progress |", subjectCancel(at): "`" + StreamResults + "` | none |",
		SubjectAccused("WORKER"): "`" + StreamResults + "` | Accusation |", subjectFile("CHECKSUM"): "`" + StreamFiles + "` | a file |", SubjectRing: "none | none |",
	} {
		if want := "| `" + subject + "` | " + row; !strings.Contains(string(text), want) {
			t.Errorf("docs/farm.md has no row that begins %q", want)
		}
	}
}
