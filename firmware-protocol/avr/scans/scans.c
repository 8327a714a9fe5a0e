/*
 * Reads an analog board a million times, and more: analog.c as it is flashed, but
 * built for the computer at hand, with sensors, multiplexers and faults behind its
 * registers. Faults begin and end at any sample of a scan.
 *
 *   scans N SEED
 *
 * What is delivered is put through the vote that the host takes, 3 readings of 5.
 * A stone that settles where none lies, one that is gone where it lies, and a
 * broken line that is never told of end the program with a sentence.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr/eeprom.h"
#include "avr/io.h"

#include "config.h"
#include "grid.h"
#include "wire.h"

#define WINDOW 5
#define VOTES 3
#define LINES 7
#define NONE (-1)

uint8_t PORTC, DDRC, PINC = 0x80, PORTF, DIDR0, ADCSRB, ADMUX;

static uint8_t adcsra, cells[4096];
static unsigned long long seed; /* of 64 bits */

/* The board as it is. */
static int16_t rest[POINTS], pull[POINTS]; /* steps of the ADC: without a stone, and what a stone adds */
static uint8_t lies[POINTS];
static uint8_t calm[POINTS]; /* good readings since the point last changed, up to WINDOW */

/* What is wrong with it. */
static enum { WELL, LINE, CHIP, SENSOR, SUPPLY, KINDS } fault;
static int which, level;
static unsigned long samples, from, until;
static unsigned long kinds[KINDS], told, spikes;

uint8_t eeprom_read_byte(const uint8_t *at)
{
	return cells[(uintptr_t)at];
}

void eeprom_write_byte(uint8_t *at, uint8_t value)
{
	cells[(uintptr_t)at] = value;
}

static unsigned random_below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 33) % n;
}

uint8_t *scans_adcsra(void)
{
	adcsra &= (uint8_t)~_BV(ADSC);
	return &adcsra;
}

/* Begins and ends faults between two samples. */
static void fate(void)
{
	if (fault != WELL && samples >= until) {
		fault = WELL;
		from = samples + random_below(20 * POINTS);
	} else if (fault == WELL && samples >= from) {
		fault = (int)(1 + random_below(KINDS - 1));
		which = (int)random_below(fault == LINE ? LINES : fault == CHIP ? CHIPS : POINTS);
		level = (int)random_below(2);
		until = samples + 1 + random_below(8 * POINTS);
		kinds[fault]++;
	}
}

static int sensor(int chip, int input)
{
	int point = chip * 16 + input;
	if (point >= POINTS)
		return __builtin_parity((unsigned)input) ? 0 : 1023;
	if (fault == SUPPLY)
		return 0;
	if (fault == SENSOR && point == which)
		return level ? 1023 : 0;
	int v = rest[point] + (int)random_below(7) - 3;
	if (lies[point] == WIRE_BLACK)
		v += pull[point];
	else if (lies[point] == WIRE_WHITE)
		v -= pull[point];
	if (random_below(10000) == 0) {
		v += random_below(2) ? 150 : -150;
		spikes++;
	}
	return v < 60 ? 60 : v > 960 ? 960 : v;
}

uint16_t scans_adc(void)
{
	samples++;
	fate();
	uint8_t lines = PORTC & 0x7F;
	if (fault == LINE)
		lines = (uint8_t)(level ? lines | 1 << which : lines & ~(1 << which));
	int sum = 0, driving = 0;
	for (int bank = 0; bank < 3; bank++) {
		int chip = bank * 8 + (ADMUX & 7);
		if (lines & 0x10 << bank || chip >= CHIPS || (fault == CHIP && chip == which))
			continue;
		sum += sensor(chip, lines & 0x0F);
		driving++;
	}
	return (uint16_t)(driving ? sum / driving : 1023);
}

static void fail(const char *what, unsigned long scan, int point, int is)
{
	printf("after scan %lu, %lu samples, in fault %d of %d at level %d: %s: point %d shows %d where %d lies\n",
	       scan, samples, fault, which, level, what, point, is, point < 0 ? 0 : lies[point]);
	exit(1);
}

/* Changes a stone now and then, as hands do: not in the middle of a scan, so that
 * what a scan may show is known. */
static void hand(void)
{
	if (random_below(20))
		return;
	int point = (int)random_below(POINTS);
	lies[point] = (uint8_t)random_below(3);
	calm[point] = 0;
}

/* The host's vote over the last readings of a point; what has no majority stays. */
static uint8_t votes[POINTS][WINDOW], settled[POINTS];

static void vote(unsigned long scan, unsigned long reading)
{
	for (int point = 0; point < POINTS; point++) {
		votes[point][reading % WINDOW] = grid_state((uint16_t)point);
		for (uint8_t state = WIRE_EMPTY; state <= WIRE_UNREADABLE; state++) {
			int n = 0;
			for (int i = 0; i < WINDOW; i++)
				n += votes[point][i] == state;
			if (n >= VOTES)
				settled[point] = state;
		}
		if (calm[point] < WINDOW) {
			calm[point]++;
			continue;
		}
		uint8_t is = settled[point];
		if (is != lies[point] && is != WIRE_UNREADABLE)
			fail(is == WIRE_EMPTY ? "a stone is gone" : "a false stone", scan, point, is);
	}
}

int main(int argc, char **argv)
{
	unsigned long scans = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000, readings = 0, bad = 0, missed = 0;
	seed = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) * 0x9E3779B97F4A7C15u | 1;
	memset(cells, 0xFF, sizeof cells);
	for (int point = 0; point < POINTS; point++) {
		rest[point] = (int16_t)(512 + (int)random_below(101) - 50);
		pull[point] = (int16_t)(30 + random_below(200));
	}
	from = 10000;
	grid_init();
	/* A whole scan with a broken line must not be believed. */
	for (unsigned long scan = 0; scan < scans; scan++) {
		hand();
		bool whole = fault == LINE;
		int line = which, at = level;
		unsigned long begun = from;
		while (!grid_scan())
			;
		bool good = grid_good();
		whole = whole && fault == LINE && line == which && at == level && begun == from;
		/* A bank that is always off, and an enable line that stays as it should be
		 * for none of it, show points that cannot be read, or nothing at all. */
		if (whole && good)
			missed++;
		if (whole && !good)
			told++;
		if (!good) {
			bad++;
			continue;
		}
		vote(scan, readings++);
	}
	if (missed)
		fail("a broken line was believed", scans, -1, (int)missed);
	fault = WELL;
	from = samples + 1000000;
	for (int i = 0; i < 2 * WINDOW; i++) {
		while (!grid_scan())
			;
		if (grid_good())
			vote(scans, readings++);
	}
	for (int point = 0; point < POINTS; point++)
		if (settled[point] != lies[point])
			fail("after all faults are over", scans, point, settled[point]);
	printf("%lu scans, %lu of them not whole; %lu lines broken, %lu multiplexers out, %lu sensors, %lu supplies, %lu spikes; %lu scans with a broken line, none believed\n",
	       scans, bad, kinds[LINE], kinds[CHIP], kinds[SENSOR], kinds[SUPPLY], spikes, told);
	return 0;
}
