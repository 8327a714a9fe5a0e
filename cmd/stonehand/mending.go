package main

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
	"stonehand/hw/strip"
	"stonehand/hw/voice"
)

const (
	// mendEvery is how often is looked whether what was wrong has been put right.
	mendEvery = 3 * time.Second
	// restartAfter is how long a daemon waits that cannot see whether it could start.
	restartAfter = 5 * time.Minute
)

// chinese has in Chinese why a daemon cannot start.
const chinese text.Section = "stonehand"

// mending is the daemon of a service whose configuration is wrong, or that cannot
// start with it. To end would make the service manager start it again and again, with
// a dark board. It plays nothing and moves nothing, but says what is wrong wherever
// that is possible: on the page, to the service manager, by lights and voice.
type mending struct {
	path   string        // of the file; "" without one
	sound  config.Config // what of the file can be used
	log    *slog.Logger
	failed bool         // the file is right, and the daemon cannot start with it
	again  func() error // what is wrong still, nil if nothing is

	mu    sync.Mutex
	wrong error // guarded by mu
}

// newMending returns what runs in place of a daemon whose configuration at path is
// wrong. listen is where the page is to be; empty: as the file says.
func newMending(path, listen string, wrong error, log *slog.Logger) *mending {
	m := &mending{path: path, sound: config.Default(), log: log, wrong: wrong}
	m.again = func() error { _, err := config.Load(path); return err }
	if data, err := regular.Read(path, config.MaxBytes); err == nil {
		m.sound = config.Sound(data)
	}
	override(&m.sound.Web.Listen, listen)
	return m
}

// newFailed returns what runs in place of a daemon that cannot start with a
// configuration; path is that of its file, "" if it has none.
func newFailed(path string, c config.Config, wrong error, log *slog.Logger) *mending {
	m := &mending{path: path, sound: c, log: log, wrong: wrong, failed: true}
	var may unready
	begun, passes := time.Now(), errors.As(wrong, &may)
	before, _ := regular.Read(path, config.MaxBytes)
	m.again = func() error {
		if path != "" {
			text, err := regular.Read(path, config.MaxBytes)
			if err == nil && !bytes.Equal(text, before) {
				_, err = config.Load(path)
				return err
			}
		}
		switch {
		case passes:
			return may.again()
		case time.Since(begun) < restartAfter:
			return wrong
		}
		return nil
	}
	return m
}

// heading is what the page begins with.
func (m *mending) heading() text.Key {
	if m.failed {
		return text.StartFailed
	}
	return text.SettingsWrong
}

// mend says in a language what to do.
func (m *mending) mend(l text.Language) string {
	switch {
	case !m.failed:
		return l.Say(text.SettingsMend, m.path)
	case m.path == "":
		return l.Say(text.StartRetries)
	}
	return l.Say(text.StartMend, m.path)
}

// spoken is what the voice says in a language.
func (m *mending) spoken(l text.Language) string {
	var ps config.Problems
	wrong := m.problem()
	if errors.As(wrong, &ps) {
		if i := slices.IndexFunc(ps, func(p config.Problem) bool { return p.Line > 0 }); i >= 0 {
			return l.Spoken(l.Say(text.SettingsVoice, ps[i].Line))
		}
	}
	if errors.Is(wrong, syscall.EADDRINUSE) {
		return l.Spoken(l.Say(text.AddressVoice))
	}
	return l.Spoken(l.Say(text.StartVoice))
}

// run says what is wrong until that is mended or ctx ends, and then returns nil: the
// service manager starts the daemon again.
func (m *mending) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	status := "the settings are wrong: "
	if m.failed {
		status = "cannot start: "
		m.log.Error("the daemon cannot start; it tries again by itself", "err", m.problem())
	} else {
		m.log.Error("the configuration is wrong; the daemon waits until it is corrected", "err", m.problem())
	}
	where := ""
	g, ctx := errgroup.WithContext(ctx)
	if l, err := net.Listen("tcp", m.sound.Web.Listen); err != nil {
		m.log.Warn("the page cannot be served", "listen", m.sound.Web.Listen, "err", err)
	} else {
		where = "; http://" + l.Addr().String() + "/ says what to do"
		g.Go(func() error { return m.serve(ctx, l) })
	}
	m.light(ctx, g)
	m.speak(ctx, g)
	g.Go(func() error {
		defer cancel()
		m.watch(ctx)
		return nil
	})
	g.Go(func() error {
		return service.Run(ctx, service.Config{
			Progress: time.Now, // nothing goes round here that could be stuck
			Status:   func() string { return status + text.Printed(m.problem().Error()) + where },
			Log:      m.log,
		})
	})
	return g.Wait()
}

// problem returns what is wrong.
func (m *mending) problem() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wrong
}

// problems returns what is wrong in a language, one sentence each, and what to do.
func (m *mending) problems(l text.Language) (all []string) {
	err := m.problem()
	ps, ok := errors.AsType[config.Problems](err)
	if !ok {
		all = []string{text.Printed(text.Because(err).In(l))}
		if h, ok := errors.AsType[hinted](err); ok {
			all = append(all, text.Printed(chinese.Word(h.hint).In(l)))
		}
		return all
	}
	for _, p := range ps {
		all = append(all, text.Printed(p.In(l)))
	}
	return all
}

// watch looks again until nothing is wrong.
func (m *mending) watch(ctx context.Context) {
	for hw.Sleep(ctx, mendEvery) {
		err := m.again()
		if err == nil {
			m.log.Info("what was wrong is put right; the daemon starts again")
			return
		}
		m.mu.Lock()
		if err.Error() != m.wrong.Error() {
			m.log.Error("something is still wrong", "err", err)
		}
		m.wrong = err
		m.mu.Unlock()
	}
}

// mendingPage says what is wrong, in both languages.
var mendingPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Stonehand</title></head>
<body style="font:1.1rem/1.5 sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere">
{{range .Parts}}<section lang="{{.Lang}}"><h1>{{.Wrong}}</h1>
<ul>{{range .Problems}}<li>{{.}}</li>{{end}}</ul>
<p>{{.Mend}}</p>{{with $.Path}}<pre>stonehand doctor --config {{.}}</pre>{{end}}</section>
{{end}}</body></html>
`))

// serve answers requests on l until ctx ends. Everything is answered with 503: a
// monitor that asks /healthz gets the sentences as text.
func (m *mending) serve(ctx context.Context, l net.Listener) error {
	type part struct {
		Lang, Wrong, Mend string
		Problems          []string
	}
	parts := func() (list []part) {
		for _, l := range []text.Language{text.English, text.Chinese} {
			list = append(list, part{l.String(), l.Say(m.heading()), m.mend(l), m.problems(l)})
		}
		return list
	}
	mux := http.NewServeMux()
	head := func(w http.ResponseWriter, kind string) {
		h := w.Header()
		h.Set("Content-Type", kind+"; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	// A writer that fails is a visitor who has left.
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) {
		head(w, "text/plain")
		_, _ = w.Write([]byte(text.English.Say(m.heading()) + "\n"))
		for _, p := range m.problems(text.English) {
			_, _ = w.Write([]byte(p + "\n"))
		}
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		head(w, "text/html")
		_ = mendingPage.Execute(w, map[string]any{"Parts": parts(), "Path": m.path})
	})
	srv := &http.Server{Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second,
		MaxHeaderBytes: 8 << 10, ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelWarn)}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		m.log.Warn("the page is no longer served", "err", err)
	}
	return nil
}

// light shows on the board's edge that something is wrong, where the board and its
// lights are named rightly.
func (m *mending) light(ctx context.Context, g *errgroup.Group) {
	c := m.sound
	picture := hw.Picture{Points: make([]hw.Signal, c.Board.Cols*c.Board.Rows), Edge: hw.Refused}
	if o, ok := c.Lights.Strip(c.Board.Cols, c.Board.Rows); ok {
		o.Log, o.Open = m.log.With("part", "lights"), openLights
		lights, err := strip.New(o)
		if err != nil {
			m.log.Warn("the lights stay dark", "err", err)
			return
		}
		m.show(ctx, g, lights, picture, func(ctx context.Context) error { return lights.Light(ctx, ignored[hw.Fault](ctx, g)) })
		return
	}
	if c.Board.Kind == config.KindSim { // or nothing is known of the board
		return
	}
	dev, _, err := openBoard(c, m.log.With("part", "board"))
	if err != nil {
		m.log.Warn("the lights stay dark", "err", err)
		return
	}
	if lamps, ok := dev.(table.Lamps); ok && c.Lights.Enabled {
		m.show(ctx, g, lamps, picture, func(ctx context.Context) error { return dev.Sense(ctx, ignored[hw.Reading](ctx, g)) })
	}
}

// show shows a picture for as long as drive runs the device, which is until ctx ends.
func (m *mending) show(ctx context.Context, g *errgroup.Group, lamps table.Lamps, p hw.Picture, drive func(context.Context) error) {
	lamps.Show(p)
	g.Go(func() error {
		if err := drive(ctx); err != nil {
			m.log.Warn("the lights stay dark", "err", err)
		}
		return nil
	})
}

// speak says once what is wrong, if there is a voice.
func (m *mending) speak(ctx context.Context, g *errgroup.Group) {
	language, _ := text.ParseLanguage(m.sound.Language)
	if !m.sound.Voice.Enabled {
		return
	}
	o := m.sound.Voice.Options(m.sound.Language)
	o.Log = m.log.With("part", "voice")
	speaker, err := voice.New(o)
	if err != nil {
		m.log.Warn("there is no voice", "err", err)
		return
	}
	speaker.Say(m.spoken(language))
	g.Go(func() error {
		if err := speaker.Speak(ctx, ignored[hw.Fault](ctx, g)); err != nil {
			m.log.Warn("there is no voice", "err", err)
		}
		return nil
	})
}

// ignored returns a channel that takes everything until ctx ends.
func ignored[T any](ctx context.Context, g *errgroup.Group) chan<- T {
	c := make(chan T)
	g.Go(func() error {
		for {
			select {
			case <-c:
			case <-ctx.Done():
				return nil
			}
		}
	})
	return c
}
