/*
 * The sensors of the analog board: linear Hall sensors behind multiplexers of
 * sixteen inputs, measured by the ADC.
 *
 * Point p is input p % 16 of multiplexer p / 16. All share four address lines;
 * multiplexer m drives ADC input m % 8 while the enable line of its bank, m / 8,
 * is low. Each ADC input has its pull-up on: a sensor hardly feels it, and a wire
 * that leads nowhere reads as full scale, which no sensor reaches.
 */
#include "grid.h"

#include <avr/eeprom.h>
#include <avr/io.h>
#include <util/delay.h>

#include "config.h"
#include "wire.h"

#define INPUTS 16
#define ACROSS 8 /* multiplexers that are read at one address, one on each ADC input */
#define PIECE 8  /* addresses that are read at a time */
#define BANKS ((CHIPS + ACROSS - 1) / ACROSS)

#define HALF 512
#define FULL 1023
/* A live sensor's output stays far away from both ends of its supply: 0.2 V. */
#define RAIL 41

/* EEPROM, behind what start.c keeps: the zero of each point, 128 for half the
 * supply; 255: not known. */
#define ZEROS_AT ((uint8_t *)16)
#define NO_ZERO 0xFF
#define LEARN_READINGS 16

#define ADC_PRESCALER (ADC_CLOCK_DIV == 16 ? 4 : ADC_CLOCK_DIV == 32 ? 5 : ADC_CLOCK_DIV == 64 ? 6 : 7)

/* A point's state in the last good reading, as told to the host, and as read. */
#define NOW 0x03
#define TOLD_AT 2
#define FRESH_AT 4

static uint8_t states[POINTS];
static bool changed; /* some state of the last reading is another than was told */
static int8_t field[POINTS];
static int8_t own[POINTS];     /* the sensor's zero, from HALF */
static uint16_t unsaved;       /* zeros before this one need not be written */
static int8_t zero[POINTS];    /* the host's, from the sensor's */
static uint8_t level[POINTS];  /* the host's; 0: none */
static uint16_t dead;          /* points of the bank being read whose sensor is none */
static bool whole; /* the last reading proved so */
static bool good;  /* so did the one before */

/* All multiplexers off, or a bank's on, at an address. */
static void select(uint8_t bank, uint8_t input)
{
	/* Off first, so that no two banks drive one ADC input. */
	MUX_PORT |= MUX_ENABLES;
	MUX_PORT = (uint8_t)(MUX_ENABLES | MUX_REST) | input;
	if (bank < BANKS)
		MUX_PORT &= (uint8_t)~_BV(MUX_ENABLE_0 + bank);
	_delay_us(SETTLE_US);
}

static void begin(uint8_t channel)
{
	ADMUX = _BV(REFS0) | channel; /* the sensors' own supply is the reference */
	ADCSRA |= _BV(ADSC);
}

static uint16_t end(void)
{
	while (ADCSRA & _BV(ADSC))
		;
	return ADC;
}

static uint16_t sample(uint8_t channel)
{
	begin(channel);
	return end();
}

static bool live(uint16_t adc)
{
	return adc >= RAIL && adc <= FULL - RAIL;
}

/* A stone needs a little less to stay than to come. */
static uint8_t stays(uint8_t from)
{
	return from > 3 ? (uint8_t)(from - from / 8 - 2) : from;
}

static void judge(uint16_t point, uint16_t adc)
{
	int16_t v = (int16_t)adc - HALF - own[point];
	if (!BLACK_RISES)
		v = (int16_t)-v;
	v = v > 127 ? 127 : v < -127 ? -127 : v;
	field[point] = (int8_t)v;

	uint8_t was = states[point] & NOW, is = WIRE_EMPTY;
	uint8_t comes = LEVEL;
	if (level[point]) {
		comes = level[point];
		v -= zero[point];
	}
	if (!live(adc)) {
		is = WIRE_UNREADABLE;
		dead++;
	} else if (v >= (was == WIRE_BLACK ? stays(comes) : comes)) {
		is = WIRE_BLACK;
	} else if (-v >= (was == WIRE_WHITE ? stays(comes) : comes)) {
		is = WIRE_WHITE;
	}
	states[point] = (uint8_t)((states[point] & 0x0F) | is << FRESH_AT);
}

/* The inputs of the last multiplexer that no point needs are tied: those whose
 * number has an odd count of ones to ground, the others to the supply. An address
 * line that does not arrive reads the wrong one, or, where the highest one is
 * stuck, a tied input in place of a sensor. */
static bool proves(uint8_t input, uint16_t adc)
{
	return __builtin_parity(input) ? adc < RAIL : adc > FULL - RAIL;
}

/* How far a reading has come, and what it has shown so far. */
static struct {
	uint8_t bank, input; /* to be read next */
	uint16_t points;     /* of the bank, so far */
	bool proved;         /* nothing has failed its proof */
	bool seen;           /* the last multiplexer has shown a sensor at an input below 8 */
} at;

static void start_over(void)
{
	at.bank = at.input = 0;
	at.proved = true;
	at.seen = POINTS % INPUTS < 2;
}

/* read_some measures the points of one address, and judges each while the next is
 * measured. */
static void read_some(void)
{
	const uint8_t last = (CHIPS - 1) % ACROSS;
	uint16_t point = (uint16_t)at.bank * ACROSS * INPUTS + at.input, before = POINTS, adc = 0;
	if (at.input == 0)
		at.points = dead = 0;
	select(at.bank, at.input);
	for (uint8_t channel = 0; channel < ACROSS && point < POINTS; channel++) {
		begin(channel);
		if (before < POINTS)
			judge(before, adc);
		adc = end();
		before = point;
		point += INPUTS;
		at.points++;
	}
	if (before < POINTS)
		judge(before, adc);
	if (CHAIN_CHECK && at.bank == BANKS - 1) {
		if (before < POINTS && before / INPUTS == CHIPS - 1)
			at.seen |= at.input > 0 && at.input < 8 && live(adc);
		else
			at.proved &= proves(at.input, sample(last));
	}
	if (++at.input < INPUTS)
		return;
	/* Where no sensor lives it is their supply that is gone, or the line that
	 * enables them, and no stones. */
	at.proved &= dead < at.points;
	at.input = 0;
	at.bank++;
}

/* read_end ends a reading of all banks. It returns whether the address and enable
 * lines proved whole. */
static bool read_end(void)
{
	bool proved = at.proved;
	/* With every bank off only the pull-up is left, whatever is tied to ground. */
	select(BANKS, INPUTS - 3);
	if (CHAIN_CHECK)
		proved &= at.seen && sample((CHIPS - 1) % ACROSS) > FULL - RAIL;
	start_over();
	return proved;
}

/* read measures every point from the beginning. */
static bool read(void)
{
	start_over();
	while (at.bank < BANKS)
		read_some();
	return read_end();
}

/* learn takes the zeros that are kept. For those points that have none yet, or for
 * all while the button is held, it takes what the sensors show, if they proved whole.
 * What is further from half the supply than a sensor's own spread is no zero. */
static void learn(void)
{
	bool relearn = whole && !(ZERO_PINS & _BV(ZERO_PIN)); /* the button is held */
	for (uint16_t point = 0; point < POINTS; point++) {
		uint8_t kept = eeprom_read_byte(ZEROS_AT + point);
		uint8_t chip = (uint8_t)(point / INPUTS);
		own[point] = 0;
		if (kept != NO_ZERO && !relearn) {
			own[point] = (int8_t)(kept - 128);
			continue;
		}
		if (!whole)
			continue;
		uint16_t sum = 0;
		select(chip / ACROSS, point % INPUTS);
		for (uint8_t i = 0; i < LEARN_READINGS; i++)
			sum += sample(chip % ACROSS);
		int16_t v = (int16_t)((sum + LEARN_READINGS / 2) / LEARN_READINGS) - HALF;
		if (v >= -ZERO_SPREAD && v <= ZERO_SPREAD)
			own[point] = (int8_t)v;
		/* A button that is stuck must not wear the EEPROM with the sensors' noise. */
		int16_t off = own[point] - (kept - 128);
		if (kept != NO_ZERO && off >= -1 && off <= 1)
			own[point] = (int8_t)(kept - 128);
	}
}

/* keep writes one zero at a time, as writing takes 3 ms. */
static void keep(void)
{
	while (unsaved < POINTS && eeprom_is_ready()) {
		uint8_t value = (uint8_t)(own[unsaved] + 128);
		uint8_t *at = ZEROS_AT + unsaved++;
		if (eeprom_read_byte(at) != value) {
			eeprom_write_byte(at, value);
			return;
		}
	}
}

void grid_init(void)
{
	MUX_DDR |= MUX_ENABLES | 0x0F;
	MUX_PORT |= MUX_ENABLES | MUX_REST;
	PORTF = 0xFF;
	DIDR0 = 0xFF;
	ADCSRB = 0;
	ADCSRA = _BV(ADEN) | ADC_PRESCALER;
	sample(0); /* the first one after switching on takes longer, and is worth less */
	whole = read();
	learn();
	if (!whole)
		unsaved = POINTS;
}

bool grid_scan(void)
{
	/* In pieces of a millisecond, so that a command does not wait for all. */
	for (uint8_t i = 0; i < PIECE && at.bank < BANKS; i++)
		read_some();
	if (at.bank < BANKS)
		return false;

	bool before = whole;
	grid_count();
	/* A line that came back in the middle of a scan may have failed the first part
	 * of it: only the scan after that is to be believed. */
	whole = read_end();
	good = whole && before;
	if (!good) {
		grid_fault();
		return true;
	}
	changed = false;
	for (uint8_t *s = states; s < states + POINTS; s++) {
		uint8_t fresh = *s >> FRESH_AT;
		changed |= fresh != ((*s >> TOLD_AT) & NOW);
		*s = (uint8_t)((*s & ~NOW) | fresh);
	}
	keep();
	return true;
}

bool grid_good(void)
{
	return good;
}

uint8_t grid_state(uint16_t point)
{
	return states[point] & NOW;
}

uint8_t grid_told(uint16_t point)
{
	return (states[point] >> TOLD_AT) & NOW;
}

int8_t grid_field(uint16_t point)
{
	return field[point];
}

void grid_level(uint16_t point, int8_t from, uint8_t stone)
{
	zero[point] = from;
	level[point] = stone;
}

uint8_t grid_delta(uint8_t *out, uint8_t max)
{
	uint8_t n = 0;
	if (!changed) /* to look at every point takes a millisecond */
		return 0;
	for (uint16_t point = 0; point < POINTS; point++) {
		uint8_t is = grid_state(point);
		if (is == ((states[point] >> TOLD_AT) & NOW))
			continue;
		if (n == max)
			return max + 1;
		out = grid_put_change(out, point, is);
		n++;
	}
	return n;
}

void grid_reported(void)
{
	changed = false;
	for (uint16_t point = 0; point < POINTS; point++)
		states[point] = (uint8_t)((states[point] & ~(NOW << TOLD_AT)) | (states[point] & NOW) << TOLD_AT);
}

uint16_t grid_found(void)
{
	uint16_t found = 0;
	if (!read())
		return 0xFFFF;
	for (uint8_t chip = 0; chip < CHIPS; chip++) {
		uint16_t point = (uint16_t)chip * INPUTS, end = point + INPUTS;
		while (point < POINTS && point < end && (states[point] >> FRESH_AT) == WIRE_UNREADABLE)
			point++;
		found += point < POINTS && point < end;
	}
	return found;
}
