/*
 * simrun - the board's firmware on a simulated microcontroller, for tests.
 * Copyright the Stonehand authors. Licence: GPL-3.0-or-later, because it is
 * linked with libsimavr; see README.md in this folder.
 *
 * Its UART0 is a pty. Around the chip stand a chain of 74HC165 on the SPI pins,
 * or the analog board's sensors behind multiplexers, and a strip of APA102 on two
 * port pins. Commands come line by line on stdin,
 * each is answered by one line on stdout; the end of stdin ends the program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_eeprom.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_hex.h>

#include "mux.h"
#include "parts.h"

/* A slice of simulated time between looks at the outside world: 1 ms. */
#define SLICE 16000
#define FREQUENCY 16000000

static avr_t *avr;
static struct line line;
static struct chain chain;
static struct strip strip;
static struct mux mux; /* of the analog board; 0 chips: of another */

static struct wiring {
	const char *mcu;
	char load_port, led_port;
	int load, led_data, led_clock;
} wirings[] = {
	{"atmega2560", 'B', 'A', 0, 0, 1},
	{"atmega328p", 'B', 'D', 2, 6, 7},
};

static void fail(const char *why, const char *what)
{
	fprintf(stderr, "simrun: %s %s\n", why, what);
	exit(1);
}

static void log_to_stderr(avr_t *a, const int level, const char *format, va_list ap)
{
	(void)a;
	if (level <= LOG_ERROR)
		vfprintf(stderr, format, ap);
}

static void set_uid(const char *hex)
{
	uint8_t uid[8];
	for (int i = 0; i < 8; i++) {
		unsigned v;
		if (sscanf(hex + 2 * i, "%2x", &v) != 1)
			fail("the uid must be 16 hexadecimal digits, not", hex);
		uid[i] = (uint8_t)v;
	}
	avr_eeprom_desc_t d = {.ee = uid, .offset = 0, .size = sizeof uid};
	avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &d);
}

/* Why the chip starts. Flags stay until the program clears them or power comes. What
 * is in the RAM outlives a reset, and is anything after a loss of power. */
static const struct cause {
	const char *name;
	bool keeps_ram;
} causes[] = {{"pin", true}, {"dip", true}, {"brownout", false}, {"power", false}};

static bool reset(const char *why)
{
	const struct cause *c = causes;
	while (c < causes + 4 && strcmp(c->name, why))
		c++;
	if (c == causes + 4)
		return false;
	uint8_t *flags = &avr->data[avr->reset_flags.extrf.reg], was = *flags;
	avr_reset(avr);
	*flags = c == causes + 3 ? 0 : was;
	avr_regbit_set(avr, c == causes ? avr->reset_flags.extrf : c == causes + 3 ? avr->reset_flags.porf : avr->reset_flags.borf);
	for (int i = avr->ioend + 1; !c->keeps_ram && i <= avr->ramend; i++)
		avr->data[i] = (uint8_t)rand();
	if (mux.chips)
		mux_button(&mux, mux.held);
	return true;
}

/* Writes to the EEPROM, by cell. EECR and the address stand at the same place on
 * every chip we know. */
#define EECR 0x3F
#define EEPE 0x02
static unsigned long worn[4096], writes, most_worn;

static void eeprom_written(avr_t *a, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)addr, (void)param;
	if (!(v & EEPE))
		return;
	unsigned long *cell = &worn[(a->data[EECR + 2] | a->data[EECR + 3] << 8) & 4095];
	writes++;
	if (++*cell > most_worn)
		most_worn = *cell;
}

/* Lets the chip run on, without a look at the clock on the wall. */
static void run(avr_cycle_count_t cycles)
{
	avr_cycle_count_t end = avr->cycle + cycles;
	line_pace(&line);
	while (avr->cycle < end) {
		int state = avr_run(avr);
		if (state == cpu_Done || state == cpu_Crashed)
			fail("the firmware stopped:", state == cpu_Crashed ? "it crashed" : "it slept with interrupts off");
	}
}

/* How often the chip's reset was pulled, from within or without. */
static unsigned long resets;
static void (*reset_of_core)(avr_t *a);

static void was_reset(avr_t *a)
{
	resets++;
	if (reset_of_core)
		reset_of_core(a);
}

/* Answers one command. */
static void command(char *s)
{
	char *save = NULL;
	char *word = strtok_r(s, " \r\n", &save);
	if (!word)
		return;
	if (!strcmp(word, "input")) { /* input K LEVEL [K LEVEL ...] */
		char *k, *v;
		while ((k = strtok_r(NULL, " \r\n", &save)) && (v = strtok_r(NULL, " \r\n", &save)))
			if (!chain_input(&chain, atoi(k), atoi(v))) {
				printf("error: there is no input %s\n", k);
				return;
			}
		printf("ok %llu\n", (unsigned long long)avr->cycle);
	} else if (!strcmp(word, "volts")) { /* volts POINT MV [POINT MV ...]; -1: nothing is there */
		char *k, *v;
		while ((k = strtok_r(NULL, " \r\n", &save)) && (v = strtok_r(NULL, " \r\n", &save)))
			if (!mux_input(&mux, atoi(k), atoi(v))) {
				printf("error: there is no sensor %s, or it cannot put out %s mV\n", k, v);
				return;
			}
		printf("ok %llu\n", (unsigned long long)avr->cycle);
	} else if (!strcmp(word, "noise")) { /* noise MV, either way */
		char *n = strtok_r(NULL, " \r\n", &save);
		mux.noise = n ? atoi(n) : 0;
		printf("ok\n");
	} else if (!strcmp(word, "stick")) { /* stick LINE LEVEL; -1 lets all go */
		char *n = strtok_r(NULL, " \r\n", &save), *v = strtok_r(NULL, " \r\n", &save);
		if (mux_stick(&mux, n ? atoi(n) : -1, v ? atoi(v) : 0))
			printf("ok\n");
		else
			printf("error: there is no line %s\n", n);
	} else if (!strcmp(word, "button")) { /* button LEVEL: the one for zeros */
		char *v = strtok_r(NULL, " \r\n", &save);
		mux_button(&mux, v && atoi(v));
		printf("ok\n");
	} else if (!strcmp(word, "scan")) { /* -> cycles from the first address of a scan to its last sample */
		printf("ok %llu\n", (unsigned long long)mux.scan_took);
	} else if (!strcmp(word, "lights")) { /* -> frames cycle RRGGBB... */
		printf("ok %lu %llu ", strip.frames, (unsigned long long)strip.shown_at);
		for (int i = 0; i < strip.n; i++)
			printf("%02x%02x%02x", strip.shown[i].r, strip.shown[i].g, strip.shown[i].b);
		putchar('\n');
	} else if (!strcmp(word, "reset")) { /* reset CAUSE [TIMES MS]: each time the chip runs for so long */
		char *why = strtok_r(NULL, " \r\n", &save), *n = strtok_r(NULL, " \r\n", &save), *ms = strtok_r(NULL, " \r\n", &save);
		bool known = true;
		for (long left = n ? atol(n) : 1; left > 0 && known; left--) {
			known = reset(why ? why : "pin");
			if (known && ms)
				run((avr_cycle_count_t)atoi(ms) * (FREQUENCY / 1000));
		}
		printf(known ? "ok\n" : "error: a chip is not reset by %s\n", why);
	} else if (!strcmp(word, "worn")) { /* -> writes to the EEPROM, and to the cell with the most */
		printf("ok %lu %lu\n", writes, most_worn);
	} else if (!strcmp(word, "resets")) { /* -> how often the chip was reset */
		printf("ok %lu\n", resets);
	} else if (!strcmp(word, "break")) { /* break CHIP [BYTES]; -1 mends, and so do so many bytes of a scan */
		char *n = strtok_r(NULL, " \r\n", &save), *bytes = strtok_r(NULL, " \r\n", &save);
		int chip = n ? atoi(n) : -1;
		chain.broken_at = chip;
		chain.mend_after = bytes ? atoi(bytes) : 0;
		if (mux.chips && !mux_break(&mux, chip))
			printf("error: there is no multiplexer %d\n", chip);
		else
			printf("ok\n");
	} else if (!strcmp(word, "stall")) { /* the SPI unit stops, as the main loop then does */
		if (mux.chips) {
			printf("error: this board has no SPI unit to stop\n");
			return;
		}
		avr->data[chain.spcr] &= (uint8_t)~0x40;
		printf("ok\n");
	} else if (!strcmp(word, "sent")) { /* sent N -> cycle at which byte N had left */
		char *n = strtok_r(NULL, " \r\n", &save);
		unsigned long long at;
		if (n && line_sent(&line, strtoull(n, NULL, 10), &at))
			printf("ok %llu\n", at);
		else
			printf("error: byte %s was not sent, or too long ago\n", n ? n : "?");
	} else if (!strcmp(word, "cycle")) {
		printf("ok %llu %llu\n", (unsigned long long)avr->cycle, (unsigned long long)line.out_count);
	} else {
		printf("error: unknown command %s\n", word);
	}
}

/* Takes what stdin holds; false at its end. */
static bool commands(void)
{
	static char buf[65536];
	static size_t n;
	ssize_t got = read(0, buf + n, sizeof buf - 1 - n);
	if (got < 0)
		return errno == EAGAIN || errno == EINTR;
	if (got == 0)
		return false;
	n += (size_t)got;
	char *from = buf, *end;
	while ((end = memchr(from, '\n', n - (size_t)(from - buf)))) {
		*end = 0;
		command(from);
		from = end + 1;
	}
	n -= (size_t)(from - buf);
	memmove(buf, from, n);
	fflush(stdout);
	return n < sizeof buf - 1;
}

/* Keeps simulated time at the world's pace, or behind where this machine is too
 * slow, and sees to the world meanwhile; false when it is time to end. */
static bool keep_pace(void)
{
	static struct timespec base;
	static avr_cycle_count_t base_cycle;
	for (;;) {
		struct timespec t;
		clock_gettime(CLOCK_MONOTONIC, &t);
		long long wall = (t.tv_sec - base.tv_sec) * 1000000000LL + t.tv_nsec - base.tv_nsec;
		long long sim = (long long)(avr->cycle - base_cycle) * 125 / 2; /* 62.5 ns each */
		long long ahead = sim - wall;
		if (ahead < -50000000LL || ahead > 1000000000LL || base.tv_sec == 0) {
			base = t;
			base_cycle = avr->cycle;
			ahead = 0;
		}
		struct timespec wait = {0, ahead > 0 ? ahead : 0};
		struct pollfd p[2] = {{.fd = 0, .events = POLLIN}, {.fd = line_poll(&line), .events = POLLIN}};
		ppoll(p, 2, &wait, NULL);
		if (p[0].revents && !commands())
			return false;
		bool opened = line_service(&line);
		if (opened && line.reset_on_open)
			reset("pin");
		if (ahead <= 0 || !(p[0].revents || p[1].revents))
			return true;
	}
}

/* A boot loader is where the chip starts. */
static void load_boot(const char *hex)
{
	ihex_chunk_p chunks = NULL;
	if (read_ihex_chunks(hex, &chunks) < 1)
		fail("cannot read the boot loader", hex);
	for (ihex_chunk_p c = chunks; c->size; c++)
		avr_loadcode(avr, c->data, c->size, c->baseaddr);
	avr->reset_pc = avr->pc = chunks[0].baseaddr;
	avr->codeend = avr->flashend;
	free_ihex_chunks(chunks);
}

int main(int argc, char **argv)
{
	const char *mcu = NULL, *elf = NULL, *uid = NULL, *boot = NULL;
	int chips = 91, lights = 365, analog = 0, opt;
	while ((opt = getopt(argc, argv, "m:f:b:c:a:l:u:r")) != -1) {
		switch (opt) {
		case 'm': mcu = optarg; break;
		case 'f': elf = optarg; break;
		case 'b': boot = optarg; break;
		case 'c': chips = atoi(optarg); break;
		case 'a': analog = atoi(optarg); break;
		case 'l': lights = atoi(optarg); break;
		case 'u': uid = optarg; break;
		case 'r': line.reset_on_open = true; break;
		default: fail("usage: simrun -m MCU -f FIRMWARE.elf [-b BOOTLOADER.hex] [-c CHIPS | -a POINTS] [-l LIGHTS] [-u UID] [-r]", "");
		}
	}
	struct wiring *w = NULL;
	for (size_t i = 0; mcu && i < sizeof wirings / sizeof *wirings; i++)
		if (!strcmp(mcu, wirings[i].mcu))
			w = &wirings[i];
	if (!w || !elf)
		fail("a known microcontroller (-m) and a firmware (-f) are needed; known are", "atmega2560, atmega328p");

	avr_global_logger_set(log_to_stderr);
	elf_firmware_t fw = {0};
	if (elf_read_firmware(elf, &fw) != 0)
		fail("cannot read the firmware", elf);
	avr = avr_make_mcu_by_name(mcu);
	if (!avr)
		fail("libsimavr does not know", mcu);
	avr_init(avr);
	fw.frequency = FREQUENCY;
	avr_load_firmware(avr, &fw);
	avr->frequency = FREQUENCY;
	avr->sleep = line_no_sleep;
	if (boot)
		load_boot(boot);
	reset_of_core = avr->reset;
	avr->reset = was_reset;
	avr_register_io_write(avr, EECR, eeprom_written, NULL);
	if (uid)
		set_uid(uid);
	if (analog)
		mux_attach(&mux, avr, analog);
	else
		chain_attach(&chain, avr, chips, w->load_port, w->load);
	strip_attach(&strip, avr, lights, w->led_port, w->led_data, w->led_clock);
	const char *name = line_attach(&line, avr);

	fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
	printf("pty %s\n", name);
	fflush(stdout);
	do
		run(SLICE);
	while (keep_pace());
	return 0;
}
