package link

import "testing"

// What earlier versions of the program kept of a game between two tables is read.
func TestFilesOfEarlierVersions(t *testing.T) {
	for name, host := range map[string]bool{"host": true, "guest": false} {
		k, err := load("../store/testdata/v1/" + name)
		if err != nil || k.Session == nil || k.Session.State.Host != host || len(k.Session.State.Log) != 5 || k.Session.Done != 5 {
			t.Errorf("%s: %+v, %v", name, k, err)
		}
	}
}
