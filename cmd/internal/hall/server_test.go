package hall

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeOnTakenPorts starts servers where other programs listen: the error says at once
// which address is taken, for tables and for MQTT.
func TestServeOnTakenPorts(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().String()
	dir := t.TempDir()
	keys, err := OpenKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	for name, conf := range map[string]ServerConfig{
		"tables": {Listen: taken},
		"mqtt":   {Listen: "127.0.0.1:0", MQTT: taken},
	} {
		t.Run(name, func(t *testing.T) {
			conf.Dir, conf.Log = t.TempDir(), quiet
			srv, err := Serve(conf, keys)
			if err == nil {
				srv.Shutdown()
				srv.WaitForShutdown()
				t.Fatalf("a server started on %s, where another program listens", taken)
			}
			if got := err.Error(); !strings.Contains(got, taken) || !strings.Contains(got, "address already in use") {
				t.Errorf("the error is %q; it does not say that %s is taken", got, taken)
			}
		})
	}
}
