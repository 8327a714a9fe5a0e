package hall

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// TestARefusedCertificateIsSaidOnce has tables try again and again that do not accept the hall's
// certificate, one of which then has wrong credentials, too.
func TestARefusedCertificateIsSaidOnce(t *testing.T) {
	var log bytes.Buffer
	l := logger{slog.New(slog.NewTextHandler(&log, nil)), nil, &refused{}}
	for port := range 5 {
		for _, host := range []string{"192.168.1.7", "[fd00::7]"} {
			l.Errorf("%s:%d - cid:%d - TLS handshake error: remote error: tls: bad certificate", host, 40000+port, port)
		}
		l.Errorf("192.168.1.8:%d - cid:%d - TLS handshake error: read tcp 192.168.1.2:4222->192.168.1.8:%d: i/o timeout", 45000+port, port, 45000+port)
		l.Errorf("192.168.1.7:%d - cid:%d - authentication error", 50000+port, port)
	}
	for _, want := range []string{"192.168.1.7 could not connect (remote error: tls: bad certificate)", "fd00::7 could not connect", "192.168.1.8 could not connect", "credentials from 192.168.1.7 were refused"} {
		if n := strings.Count(log.String(), want); n != 1 {
			t.Errorf("%q is said %d times", want, n)
		}
	}
	if said := log.String(); strings.Count(said, "\n") != 4 || strings.Contains(said, "ERROR") {
		t.Errorf("the log is\n%s", said)
	}
}

// TestHomeAssistantWithAWrongPassword tries again and again, as does a program that speaks no MQTT: each
// is one warning. What the server itself cannot do is an error each time.
func TestHomeAssistantWithAWrongPassword(t *testing.T) {
	var log bytes.Buffer
	l := logger{slog.New(slog.NewTextHandler(&log, nil)), nil, &refused{}}
	for port := range 5 {
		l.Errorf("192.168.1.7:%d - mid:%d - %q - authentication error - User %q", 40000+port, port, "home", "home-assistant")
		l.Errorf("192.168.1.7:%d - mid:%d - %q - unable to connect: authentication error", 40000+port, port, "home")
		l.Errorf("192.168.1.8:%d - mid:%d - MQTT clients over websocket must connect to the Websocket port, not the MQTT port", 40000+port, port)
	}
	for _, want := range []string{"for MQTT from 192.168.1.7 was refused", "not the MQTT port, from 192.168.1.8."} {
		if n := strings.Count(log.String(), want); n != 1 {
			t.Errorf("%q is said %d times", want, n)
		}
	}
	if said := log.String(); strings.Count(said, "\n") != 2 || strings.Contains(said, "ERROR") {
		t.Errorf("the log is\n%s", said)
	}
	l.Errorf("JetStream failed to store a message")
	if !strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the server's own trouble is no error:\n%s", log.String())
	}
}
