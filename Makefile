# Stonehand. "make help" lists what there is to make.

GO       ?= go
VERSION  ?= $(shell sed -n 's/^var Version = "\(.*\)"$$/\1/p' cmd/internal/commandline/version.go)
LDFLAGS  := -s -w -X stonehand/cmd/internal/commandline.Version=$(VERSION)
FUZZTIME ?= 30s
NFPM     := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0
# Where "make run" keeps its games, and what else to tell the daemon.
DATA     ?= stonehand-data
ARGS     ?=

DESTDIR    ?=
PREFIX     ?= /usr/local
SYSCONFDIR ?= /etc
BINDIR     := $(PREFIX)/bin
UNITDIR    := $(PREFIX)/lib/systemd/system
USERDIR    := $(PREFIX)/lib/sysusers.d
UDEVDIR    := $(PREFIX)/lib/udev/rules.d
# polkit looks for rules in /usr/share and in /etc, and not under /usr/local.
POLKITDIR  := $(if $(filter /usr,$(PREFIX)),/usr/share,$(SYSCONFDIR))/polkit-1/rules.d
SHAREDIR   := $(PREFIX)/share/stonehand
COMPLETIONS := bash-completion/completions/stonehand zsh/site-functions/_stonehand fish/vendor_completions.d/stonehand.fish
CONFIGDIR  := $(SYSCONFDIR)/stonehand
EXAMPLE    := cmd/internal/config/example.toml
# The binary that install installs, and what prints its manual pages and completions:
# itself, unless it was built for another machine.
BIN        ?= bin/stonehand
SELF       ?= $(BIN)
HALL       ?= bin/stonehand-hall
HALLSELF   ?= $(HALL)

# Packages whose tests run on the emulated Raspberry Pi: what computes and is
# quick. The search runs there too, in the test of the node signature.
ON_ARM = ./engine/board ./engine/eval ./engine/game ./engine/referee ./engine/sgf ./engine/weiqi \
	./hw/debounce ./firmware-protocol ./cmd/internal/config ./cmd/internal/service

# Packages whose tests take longest, which begin first; those of systemd mostly wait,
# and would be alone at the end.
LONGEST = ./cmd/internal/hall ./cmd/stonehand ./systemd ./cmd/internal/table

# Packages in which nothing runs at the same time, so that the race detector has nothing
# to find, the rooms of the table among them; one that begins to start goroutines leaves
# the list. The goroutines of avrtest serve simulated chips, which are programs of C.
SINGLE = ./firmware-protocol/... ./engine/... ./hw/calib ./hw/debounce ./hw/devnode ./hw/wiring \
	$(addprefix ./cmd/internal/,analyst charset commandline config doctor picture pointmap present regular remote rerun study text tournament) \
	$(filter-out %/testdata,$(patsubst %/,./%,$(wildcard cmd/internal/table/*/)))

# What checks the page lies beside it and is not shipped; "make tools" installs it.
page = if [ -d cmd/internal/web/node_modules ]; then cd cmd/internal/web && npm run --silent $(1); \
	else echo "skipped: $(1) of the page; install its tools with: make tools"; test "$$CI" != true; fi

.PHONY: run build site pictures hall week farm load chaos test tools lint page cross slow race heavy single arm axe visit nightly processors bench book latency start paint soak siege grbl grbl-real link badline people pi freebsd tournament misbehave oracle scans unplug fuzz cover firmware flash-pico install install-hall uninstall deb packages clean help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22

run: ## build and start the daemon on the simulated board
	@test -x bin/stonehand || echo "Building Stonehand. The first time, Go fetches and compiles everything: a minute or so."
	@$(MAKE) --no-print-directory build
	./bin/stonehand serve --data $(DATA) $(ARGS)

build: ## build bin/stonehand
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/stonehand ./cmd/stonehand

hall: ## build bin/stonehand-hall, the page over many tables
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/stonehand-hall ./cmd/stonehand-hall

# The two long parts follow each other, and the rest runs beside them: each has several packages
# at work, since many tests wait for simulated hardware. More at a time take more of the
# processors for the same, and keep those waiting that have a real clock or a browser.
# What they compile serves every clone of the repository, wherever it lies.
test: tools bin/gotest ## everything that has to pass: tools, lint, ARM builds, all tests
	@GOFLAGS="$$($(GO) env GOFLAGS) -trimpath" $(MAKE) --no-print-directory -j2 slow single cross lint page arm

tools: ## install the outside tools that the tests use
	@.ci/tools
	@hw/kerneltest/fetch

lint: ## gofmt, the analyzers of go vet and staticcheck, deadcode; types and style of the page
	@unformatted=$$(gofmt -l .ci cmd docs engine hw firmware-protocol systemd); \
	if [ -n "$$unformatted" ]; then \
		echo "error: not formatted; run gofmt -w on:" $$unformatted >&2; exit 1; \
	fi
	$(GO) build -buildvcs=false -o bin/vet ./.ci/vet
	$(GO) vet -vettool=$(CURDIR)/bin/vet -tags slow ./... ./.ci/gotest ./.ci/vet
	@unused=$$(GOGC=off GOMEMLIMIT=4GiB $(GO) tool deadcode -tags slow -test ./... ./.ci/gotest ./.ci/vet) || exit 1; \
	if [ -n "$$unused" ]; then \
		echo "error: nobody calls these; remove them:" >&2; echo "$$unused" >&2; exit 1; \
	fi
	@$(call page,lint)

page: ## the page's unit tests, in Node.js
	@$(call page,test)

cross: ## build for the Raspberry Pi: 64 bit, and the oldest ones
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 $(GO) build ./cmd/...
	CGO_ENABLED=0 GOOS=linux GOARCH=arm GOARM=6 $(GO) build ./cmd/...

slow: bin/gotest
	@$(MAKE) --no-print-directory race
	@$(MAKE) --no-print-directory heavy

bin/gotest: $(wildcard .ci/gotest/*.go)
	$(GO) build -o $@ ./.ci/gotest

race: bin/gotest ## the tests of whatever runs at the same time, but the heavy ones, with the race detector
	bin/gotest -race -short $(LONGEST) $$($(GO) list ./... | grep -vxF "$$($(GO) list $(SINGLE))")

heavy: bin/gotest ## the tests that -short cuts short, without the race detector
	bin/gotest -heavy cmd/stonehand cmd/internal/web cmd/internal/hall hw cmd/internal/table systemd cmd/internal

# Of engine only the search has more than one goroutine, and there the threads.
single: bin/gotest ## all tests of what runs in one goroutine, and those of the search's threads with the race detector
	bin/gotest $(SINGLE)
	GOMAXPROCS=4 bin/gotest -race -run 'Thread|Cancel|Limit' ./engine/search

# An int of 32 bits and unaligned atomics are found out here.
arm: bin/gotest cross ## the tests of what computes, on an emulated first Raspberry Pi; of vectors, on a later one
	@if command -v qemu-arm-static >/dev/null; then \
		CGO_ENABLED=0 GOOS=linux GOARCH=arm GOARM=6 bin/gotest -short -exec 'qemu-arm-static -cpu arm1176' $(ON_ARM) && \
		CGO_ENABLED=0 GOOS=linux GOARCH=arm64 bin/gotest -short -run 'Network|Vectors|Sums' -exec qemu-aarch64-static ./engine/linenet ./engine/five ./engine/search; \
	else \
		echo "skipped: tests on ARM; install the emulator with: apt-get install qemu-user-static"; test "$$CI" != true; \
	fi

# What looks for new inputs by chance, or takes hours, does not decide over a change.
nightly: freebsd fuzz people link week chaos soak siege grbl scans unplug axe visit processors packages ## fuzz every target, and the long runs of people, links, power cuts, attackers, arms, plugs and packages

freebsd: ## build for a system that is not Linux, where the board is a simulated one
	CGO_ENABLED=0 GOOS=freebsd GOARCH=amd64 $(GO) build -o /dev/null ./cmd/stonehand

processors: ## the tests of race, each package on four processors instead of one
	GOMAXPROCS=4 $(MAKE) race

week: ## play for a week at a table without network, and let it find its hall again
	$(GO) test -count=1 -v -run '^TestAWeekWithoutNetwork$$' -timeout 1h ./cmd/internal/hall -entries 25200

farm: ## measure how much sooner a match is over with two workers than with one
	$(GO) test -run '^$$' -bench '^BenchmarkFarm$$' -benchtime 1x -timeout 1h ./cmd/stonehand

load: ## let 10,000 tables tell their facts to one hall at the same time
	$(GO) test -count=1 -v -run '^TestLoad$$' -timeout 1h ./cmd/internal/hall -publishers 10000

chaos: ## kill the servers of a cluster, its tables and workers for ten minutes, then again with bad networks between them (DURATION=10m)
	$(GO) test -count=1 -v -run '^TestChaos$$' -timeout 2h ./cmd/internal/hall -chaos $(or $(DURATION),10m)
	$(GO) test -count=1 -v -run '^TestChaosApart$$' -timeout 2h ./cmd/internal/hall -chaos $(or $(DURATION),10m)

axe: ## look for barriers on the page at every moment of a game in every window
	$(GO) test -count=1 -v -run '^Test(Axe|EndingFits|.*InEveryWindow|.*Page)$$' -timeout 1h ./cmd/internal/web -everywindow

visit: ## visit an exhibited table by taps, by keys and by a screen reader, in both languages
	$(GO) test -count=1 -v -run '^TestVisit$$' -timeout 1h ./cmd/stonehand -everyvisit

latency: ## measure the time from a settled stone to its light
	$(GO) test -run '^$$' -bench StoneToLight -benchtime 300x ./cmd/stonehand

siege: ## let all attackers of docs/security.md at a daemon at which people play, for an hour (DURATION=1h)
	$(GO) test -count=1 -v -run '^TestSiege$$' -timeout 4h ./cmd/stonehand -siege $(or $(DURATION),1h) -siegestrict

packages: ## install, upgrade, remove and purge the Debian packages under systemd in a container
	$(GO) test -count=1 -v -run '^TestPackagesUnderSystemd$$' ./systemd -packages

soak: ## cut the daemon's power 1000 times while it plays, and damage its journal (SEED=n)
	$(GO) test -count=1 -v -run '^TestPowerCut$$' -timeout 3h ./cmd/stonehand -powercuts 1000 -powerseed $(or $(SEED),1)

start: ## measure how long the daemon takes to start, after years of games too
	$(GO) test -run '^$$' -bench '^BenchmarkStart$$' -benchtime 20x ./cmd/stonehand

paint: ## measure the page's first paint over a slow line to a slow phone
	CI=true $(GO) test -count=1 -v -run '^TestFirstPaint$$' ./cmd/internal/web -paint 5

grbl: ## let 500 simulated arms have troubles at random, and one play a whole game
	$(GO) test -count=1 -run '^TestFaultsAtRandom$$' -timeout 1h ./hw/grbl -lives 500
	STONEHAND_WHOLE_GAME=1 $(GO) test -count=1 -v -run '^TestArmPlaysBothSides$$' ./cmd/stonehand

grbl-real: ## hold the simulated arm and its driver against a genuine GRBL (GRBL_ELF=path to its ELF file)
	GRBL_ELF='$(GRBL_ELF)' $(GO) test -count=1 -v -timeout 1h ./hw/grbl/realgrbl

link: ## play 100 games between tables whose link is slow, lossy and cut, and that are killed (SEED=n)
	$(GO) test -count=1 -v -run '^TestBadLink$$' -timeout 2h ./cmd/stonehand -parallel 4 -linkgames 100 -linkpairs 4 -linkseed $(or $(SEED),1)

badline: ## a board and its host through a week of a bad line, and 100,000 openings of it: takes hours
	$(GO) test -count=1 -v -run '^TestAWeekOfABadLine$$' -timeout 12h ./firmware-protocol -badline 168h
	$(GO) test -count=1 -v -run '^TestALinkFormsOnABadLine$$' -timeout 2h ./hw/mcu -badline 168h
	$(GO) test -count=1 -v -run '^TestStartsWearNothing$$' -timeout 2h ./firmware-protocol/avr/avrtest -openings 100000

people: ## play 200 whole games of Connect6 and 300 of Go with clumsy people, spend 200 evenings with careless ones and 500 with quarrelsome ones, and let strangers come to an exhibit for a day, in accelerated time (SEED=n)
	$(GO) test -count=1 -v -run '^(TestSoak|TestCapturers|TestNothingHappensByAccident)$$' -timeout 2h ./cmd/internal/table -games 200 -gameseed $(or $(SEED),1)
	$(GO) test -count=1 -v -run '^TestVisitors$$' -timeout 2h ./cmd/internal/table -visitorhours 24 -gameseed $(or $(SEED),1)
	$(GO) test -count=1 -v -run '^TestNobodyDisputesTheRecord$$' -timeout 2h ./cmd/internal/store -evenings 500
	$(GO) test -count=1 -v -run '^TestCapturers$$' -timeout 2h ./engine/referee -gogames 2000

pi: ## play the first turns on an emulated Raspberry Pi 3, with the firmware at its serial line
	@hw/kerneltest/fetch-pi
	CI=true GOFLAGS=-tags=slow $(GO) test -count=1 -v -run '^TestPi$$' ./cmd/stonehand

tournament: ## play 200 games of Gomoku and Renju by the Gomocup protocol, judged to the millisecond (SEED=n, RIVAL=program)
	$(GO) test -count=1 -v -run '^TestTournament$$' -timeout 4h ./cmd/stonehand -cupgames 200 -cupslack 0s -cupbytes 73400320 -cupseed $(or $(SEED),1) -cuprival '$(RIVAL)'

# GNU Go is a program that Debian has; "make tools" installs it.
misbehave: ## play 200 games with programs that misbehave in every way, and print how late their turns are
	$(GO) test -count=1 -v -run '^TestMisbehavingPrograms$$' -timeout 1h ./cmd/internal/players -misbehaved 200 | grep -v '^=== '

oracle: ## hold the rules of Go against GNU Go in 50,000 positions of games by chance (SEED=n)
	CI=true $(GO) test -count=1 -v -run '^TestOracle$$' -timeout 2h ./cmd/internal/console -positions 50000 -oracleseed $(or $(SEED),1)

scans: ## read every kind of board a million times, with chips and wires that fail: no false stone
	$(GO) test -count=1 -v -run '^TestNoFalseStone$$' -timeout 2h ./hw/matrix -scans 1000000
	$(GO) test -count=1 -v -run '^TestAnalogScans$$' -timeout 2h ./firmware-protocol/avr/avrtest -scans 1000000

# The inner build of a test that runs in a kernel takes its tags from GOFLAGS.
unplug: ## pull plugs 200 times during games, and of every kind of board, in a kernel of its own
	CI=true GOFLAGS=-tags=slow $(GO) test -count=1 -v -run '^TestUnplugged$$' -timeout 2h ./cmd/stonehand -unplugs 200
	CI=true $(GO) test -count=1 -v -run '^TestKernel$$' -timeout 2h ./hw/kerneltest -unplugs 200

site: ## make the documentation site under dist/site
	$(GO) run ./docs/site dist/site

pictures: ## take the README's pictures of a game in a real browser and a real terminal
	@mkdir -p docs/pictures
	CI=true $(GO) test -count=1 -v -run '^TestPictures$$' ./cmd/stonehand -pictures $(CURDIR)/docs/pictures

fuzz: ## fuzz every target for FUZZTIME (30s) each
	@FUZZTIME=$(FUZZTIME) .ci/fuzz

bench: ## run every benchmark
	$(GO) test -run '^$$' -bench . -benchmem ./...

book: build ## verify every turn of the opening book again with the full effort
	./bin/stonehand book check --workers $$(nproc)

cover: ## say how much of each package the tests reach; details in bin/cover.html
	@mkdir -p bin
	$(GO) test -short -coverpkg=./... -coverprofile=bin/cover.out ./...
	$(GO) tool cover -func=bin/cover.out | tail -1
	$(GO) tool cover -html=bin/cover.out -o bin/cover.html

firmware: ## build the board's firmware, for AVR and for a Pico
	$(MAKE) -C firmware-protocol/avr
	$(MAKE) -C firmware-protocol/rp2040

flash-pico: ## copy the firmware onto a Pico that was plugged in with BOOTSEL held (DRIVE=folder)
	$(MAKE) -C firmware-protocol/rp2040 flash-rp2040 $(if $(DRIVE),DRIVE=$(DRIVE))

# The unit names /usr/local/bin; another PREFIX is written into the copy.
install: ## install binary, unit, user, udev rules and example configuration (DESTDIR, PREFIX)
	@test -x $(BIN) || { echo "error: nothing built yet: run make build (as yourself), then make install (as root)" >&2; exit 1; }
	install -D -m 755 $(BIN) $(DESTDIR)$(BINDIR)/stonehand
	install -d $(DESTDIR)$(UNITDIR)
	sed 's|/usr/local/bin|$(BINDIR)|' systemd/stonehand.service >$(DESTDIR)$(UNITDIR)/stonehand.service
	sed 's|/usr/local/bin|$(BINDIR)|' systemd/stonehand-update.service >$(DESTDIR)$(UNITDIR)/stonehand-update.service
	cp systemd/stonehand-update.path $(DESTDIR)$(UNITDIR)/stonehand-update.path
	chmod 644 $(DESTDIR)$(UNITDIR)/stonehand.service $(DESTDIR)$(UNITDIR)/stonehand-update.service $(DESTDIR)$(UNITDIR)/stonehand-update.path
	install -D -m 644 systemd/stonehand.sysusers $(DESTDIR)$(USERDIR)/stonehand.conf
	install -D -m 644 systemd/60-stonehand.rules $(DESTDIR)$(UDEVDIR)/60-stonehand.rules
	install -D -m 644 systemd/50-stonehand-polkit.rules $(DESTDIR)$(POLKITDIR)/50-stonehand.rules
	install -D -m 644 systemd/stonehand-avahi.service $(DESTDIR)$(SHAREDIR)/stonehand-avahi.service
	$(SELF) man $(DESTDIR)$(PREFIX)/share/man/man1
	install -d $(dir $(addprefix $(DESTDIR)$(PREFIX)/share/,$(COMPLETIONS)))
	for shell in $(COMPLETIONS); do \
		case $$shell in bash*) s=bash;; zsh*) s=zsh;; *) s=fish;; esac; \
		$(SELF) completion $$s >$(DESTDIR)$(PREFIX)/share/$$shell || exit 1; \
	done
	install -D -m 644 $(EXAMPLE) $(DESTDIR)$(CONFIGDIR)/stonehand.toml.example
	test -e $(DESTDIR)$(CONFIGDIR)/stonehand.toml || install -m 640 $(EXAMPLE) $(DESTDIR)$(CONFIGDIR)/stonehand.toml
	@test -n "$(DESTDIR)" || echo "installed; start it, as root, with: systemd-sysusers && udevadm control --reload && udevadm trigger && systemctl daemon-reload && systemctl enable --now stonehand stonehand-update.path; to upgrade one that runs: systemctl daemon-reload && systemctl restart stonehand"

install-hall: ## install the hall, its unit and user (DESTDIR, PREFIX, HALL=bin/stonehand-hall)
	@test -x $(HALL) || { echo "error: nothing built yet: run make hall (as yourself), then make install-hall (as root)" >&2; exit 1; }
	install -D -m 755 $(HALL) $(DESTDIR)$(BINDIR)/stonehand-hall
	install -d $(DESTDIR)$(UNITDIR)
	sed 's|/usr/local/bin|$(BINDIR)|' systemd/stonehand-hall.service >$(DESTDIR)$(UNITDIR)/stonehand-hall.service
	chmod 644 $(DESTDIR)$(UNITDIR)/stonehand-hall.service
	install -D -m 644 systemd/stonehand-hall.sysusers $(DESTDIR)$(USERDIR)/stonehand-hall.conf
	$(HALLSELF) man $(DESTDIR)$(PREFIX)/share/man/man1

uninstall: ## remove what install and install-hall put there; your configuration and games stay
	rm -f $(DESTDIR)$(BINDIR)/stonehand-hall $(DESTDIR)$(UNITDIR)/stonehand-hall.service $(DESTDIR)$(USERDIR)/stonehand-hall.conf \
		$(DESTDIR)$(BINDIR)/stonehand $(DESTDIR)$(BINDIR)/stonehand.previous $(DESTDIR)$(UNITDIR)/stonehand.service \
		$(DESTDIR)$(UNITDIR)/stonehand-update.service $(DESTDIR)$(UNITDIR)/stonehand-update.path \
		$(DESTDIR)$(USERDIR)/stonehand.conf $(DESTDIR)$(UDEVDIR)/60-stonehand.rules \
		$(DESTDIR)$(POLKITDIR)/50-stonehand.rules \
		$(DESTDIR)$(SHAREDIR)/stonehand-avahi.service $(DESTDIR)$(CONFIGDIR)/stonehand.toml.example \
		$(DESTDIR)$(PREFIX)/share/man/man1/stonehand.1 $(DESTDIR)$(PREFIX)/share/man/man1/stonehand-*.1 \
		$(addprefix $(DESTDIR)$(PREFIX)/share/,$(COMPLETIONS))

# The licences of command $(1), of every module in it, of Go and of the page's type, as the
# copyright file of package $(2).
define copyright
@install -d $(2)
@set -e; { cat LICENSE cmd/internal/web/figtree-license.txt "$$($(GO) env GOROOT)/LICENSE"; \
for d in $$($(GO) list -deps -f '{{with .Module}}{{if not .Main}}{{.Dir}}{{end}}{{end}}' $(1) | sort -u); do \
	printf '\n--- %s\n\n' "$${d#$$($(GO) env GOMODCACHE)/}"; cat "$$d"/LICENSE*; cat "$$d"/NOTICE* 2>/dev/null || true; \
done; } >$(2)/copyright
endef

# The packages are for this machine's architecture, or for GOARCH=arm64 and the like.
deb: ## build the Debian packages of table and hall under dist/ (GOARCH)
	rm -rf dist/root dist/root-hall
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o dist/stonehand ./cmd/stonehand
	$(MAKE) --no-print-directory install DESTDIR=dist/root PREFIX=/usr BIN=dist/stonehand \
		SELF="env GOOS= GOARCH= GOARM= $(GO) run ./cmd/stonehand"
	$(call copyright,./cmd/stonehand,dist/root/usr/share/doc/stonehand)
	ARCH=$$($(GO) env GOARCH)$(GOARM) VERSION=$(VERSION) GOARCH= $(GO) run $(NFPM) package -f systemd/nfpm.yaml -p deb -t dist/
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o dist/stonehand-hall ./cmd/stonehand-hall
	$(MAKE) --no-print-directory install-hall DESTDIR=dist/root-hall PREFIX=/usr HALL=dist/stonehand-hall \
		HALLSELF="env GOOS= GOARCH= GOARM= $(GO) run ./cmd/stonehand-hall"
	$(call copyright,./cmd/stonehand-hall,dist/root-hall/usr/share/doc/stonehand-hall)
	ARCH=$$($(GO) env GOARCH)$(GOARM) VERSION=$(VERSION) GOARCH= $(GO) run $(NFPM) package -f systemd/nfpm-hall.yaml -p deb -t dist/

clean: ## remove what was built
	rm -rf bin dist
