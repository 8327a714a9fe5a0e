package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/hall"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/web"
	"stonehand/hw"
)

// settings are the flags.
type settings struct {
	dir, listen, tables, mqtt, cert, key string
	url, credentials, ca                 string
	replicas                             int
	level                                slog.Level
}

func (s *settings) declare(f *flag.FlagSet) {
	f.StringVar(&s.dir, "dir", "stonehand-hall-data", "")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8030", "")
	f.StringVar(&s.tables, "tables", "127.0.0.1:4222", "")
	f.StringVar(&s.mqtt, "mqtt", "", "")
	f.StringVar(&s.cert, "cert", "", "")
	f.StringVar(&s.key, "key", "", "")
	f.StringVar(&s.url, "url", "", "")
	f.StringVar(&s.credentials, "credentials", "", "")
	f.StringVar(&s.ca, "ca", "", "")
	f.IntVar(&s.replicas, "replicas", 1, "")
	f.Func("log", "", func(level string) error {
		if s.level.UnmarshalText([]byte(level)) != nil {
			return fmt.Errorf("%q is no level; it can be debug, info, warn or error", level)
		}
		return nil
	})
}

// check refuses flags that cannot be obeyed.
func (s settings) check() error {
	switch {
	case s.replicas != 1 && s.replicas != 3 && s.replicas != 5:
		return usageError{fmt.Errorf("--replicas is %d; it can be 1, 3 or 5", s.replicas)}
	case s.url == "" && s.replicas != 1:
		return usageError{errors.New("--replicas is for outside servers; give --url, too")}
	case s.url == "" && (s.credentials != "" || s.ca != ""):
		return usageError{errors.New("--credentials and --ca are for outside servers; give --url, too")}
	case s.url != "" && s.mqtt != "":
		return usageError{errors.New("--mqtt is for the hall's own server; leave out --url")}
	}
	if s.url != "" {
		if err := dial.CheckURL(s.url); err != nil {
			return usageError{fmt.Errorf("--url: %w", err)}
		}
	}
	for _, a := range [][2]string{{"--listen", s.listen}, {"--tables", s.tables}, {"--mqtt", s.mqtt}} {
		if _, _, err := hall.Split(a[1]); err != nil && a != [2]string{"--mqtt", ""} {
			return usageError{fmt.Errorf("%s: %w", a[0], err)}
		}
	}
	return nil
}

// tls returns how the hall's addresses are served; nil without a certificate.
func (s settings) tls(log *slog.Logger) (*tls.Config, error) {
	if (s.cert == "") != (s.key == "") {
		return nil, usageError{errors.New("a certificate needs its key: give --cert and --key, or neither")}
	}
	if s.cert == "" {
		return nil, nil
	}
	c, err := web.Certificates{Cert: s.cert, Key: s.key}.Files(log)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	return c, nil
}

// retryPause is the time between two tries to reach the servers.
const retryPause = 2 * time.Second

// serve runs the hall until ctx ends.
func serve(ctx context.Context, s settings, out, errs io.Writer) error {
	log := service.NewLog(errs, s.level, false)
	if err := s.check(); err != nil {
		return err
	}
	secure, err := s.tls(log)
	if err != nil {
		return err
	}
	keys, err := hall.OpenKeys(filepath.Join(s.dir, "keys"))
	if err != nil {
		return err
	}
	var words hall.Passwords
	if words.Play, err = hall.OpenPassword(filepath.Join(s.dir, "keys", "play.password")); err != nil {
		return err
	}
	if words.Operate, err = hall.OpenPassword(filepath.Join(s.dir, "keys", "operate.password")); err != nil {
		return err
	}
	nc, disk, servers, end, err := s.join(keys, secure, log)
	if err != nil {
		return err
	}
	defer end()
	if err := prepare(ctx, nc, keys, disk, s.replicas, log); err != nil {
		return err
	}
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return fmt.Errorf("the page cannot be served: %w", err)
	}
	scheme := "http"
	if secure != nil {
		scheme, l = "https", tls.NewListener(l, secure)
	}
	h, err := hall.New(hall.Config{NATS: nc, Keys: keys, Password: words, Shared: web.Page(), HTTPS: secure != nil, Disk: disk, Log: log})
	if err != nil {
		l.Close()
		return err
	}
	fmt.Fprintf(out, "The hall is at %s://%s/\nTables connect to %s\n", scheme, web.Outward(l.Addr()), servers)
	fmt.Fprintf(out, "Passwords to play and to operate are in %s. Stop with Ctrl-C.\n", filepath.Join(s.dir, "keys"))
	if _, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil {
		log.Warn("systemd cannot be told that the hall is ready.", "err", err)
	}
	return h.Run(ctx, l)
}

// join connects to the outside servers, or starts one on a disk and connects to that.
// servers is where tables find them; end gives back what was taken.
func (s settings) join(keys *hall.Keys, secure *tls.Config, log *slog.Logger) (nc *nats.Conn, disk *hall.Disk, servers string, end func(), err error) {
	told := nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
		if err != nil {
			log.Warn("The connection to the servers is lost; it is tried again.", "err", err)
		}
	})
	if s.url == "" {
		release, err := hall.Lock(s.dir, log)
		if err != nil {
			return nil, nil, "", nil, err
		}
		server, err := hall.Serve(hall.ServerConfig{Listen: s.tables, MQTT: s.mqtt, Dir: s.dir, TLS: secure, Log: log}, keys)
		if err != nil {
			release()
			return nil, nil, "", nil, err
		}
		watching, end := context.WithCancel(context.Background())
		var watch sync.WaitGroup
		watch.Go(func() { keys.Enforce(watching, server, log) })
		stop := func() {
			end()
			watch.Wait()
			server.Shutdown()
			server.WaitForShutdown()
			release()
		}
		if nc, err = keys.Inside(server, told); err != nil {
			stop()
			return nil, nil, "", nil, err
		}
		log.Info("tables can connect", "address", server.Addr())
		scheme := "nats://" // as a table's configuration has it
		if secure != nil {
			scheme = "tls://"
		}
		return nc, &hall.Disk{Server: server, Dir: s.dir}, scheme + web.Outward(server.Addr()), func() { nc.Close(); stop() }, nil
	}
	if s.credentials == "" {
		keys.Open()
	}
	opts, own, err := dial.Servers{URL: s.url, Credentials: s.credentials, CA: s.ca, What: "cluster", Log: log}.Options()
	if err == nil {
		err = keys.CheckHall(own)
	}
	if err != nil {
		return nil, nil, "", nil, err
	}
	if nc, err = nats.Connect(s.url, append(opts, nats.Name("hall"), nats.RetryOnFailedConnect(true))...); err != nil {
		return nil, nil, "", nil, fmt.Errorf("the servers at %s cannot be joined: %w", s.url, dial.Why(err))
	}
	return nc, nil, s.url, nc.Close, nil
}

// prepare makes the streams, as soon as the servers are there.
func prepare(ctx context.Context, nc *nats.Conn, keys *hall.Keys, disk *hall.Disk, replicas int, log *slog.Logger) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	for {
		err := hall.Prepare(ctx, js, keys, replicas)
		var refused *jetstream.APIError
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if errors.As(err, &refused) && refused.Code < 500 {
			return err
		}
		if err := disk.Again(); err != nil {
			return err
		}
		if nc.IsConnected() { // why there is no connection was said
			log.Warn("The servers are not ready; it is tried again.", "err", err)
		}
		if !hw.Sleep(ctx, retryPause) {
			return nil
		}
	}
}
