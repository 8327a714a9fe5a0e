/*
 * The sensors of a board of switches: one bit a point and plane, read through a
 * chain of 74HC165.
 *
 * Bit k of the chain, in order of arrival, is point k of the first plane (north
 * poles, Black) for k < POINTS, and point k - POINTS of the second after that.
 * Chip 0 is the one whose QH goes to MISO; its input H is bit 0, A is bit 7.
 */
#include "grid.h"

#include <string.h>

#include "config.h"
#include "port.h"
#include "wire.h"

/* Bits as they arrived, first bit highest; 1 over a magnet. */
static uint8_t now[CHIPS];
static uint8_t told[CHIPS]; /* what the host knows */
static bool good;

void grid_init(void)
{
}

bool grid_scan(void)
{
	static uint8_t fresh[CHIPS];
	static uint8_t marker = 0xA5;
	grid_count();
	port_chain_load();
	for (uint8_t i = 0; i < CHIPS; i++) {
		uint8_t b = port_chain_swap(i == 0 ? marker : 0);
		fresh[i] = SENSOR_ACTIVE_LOW ? (uint8_t)~b : b;
	}
	good = true;
#if CHAIN_CHECK
	/* The first byte sent has now gone through every chip. It changes from scan
	 * to scan, so that no stuck line can look like it. A chain that is joined in the
	 * middle of a scan lets it pass, although the chips before it were lost: so the
	 * first scan that proves whole after one that did not is thrown away too. */
	static bool before;
	bool whole = port_chain_swap(0) == marker;
	good = whole && before;
	before = whole;
	marker = (uint8_t)~marker;
	if (!whole)
		grid_fault();
#endif
	if (!good)
		return true;
	if (BITS % 8) /* inputs beyond the last point float */
		fresh[CHIPS - 1] &= (uint8_t)(0xFF << (8 - BITS % 8));
	memcpy(now, fresh, sizeof now);
	return true;
}

bool grid_good(void)
{
	return good;
}

static bool bit(const uint8_t *bits, uint16_t k)
{
	return bits[k / 8] & (0x80 >> (k % 8));
}

static uint8_t state(const uint8_t *bits, uint16_t point)
{
	uint8_t s = bit(bits, point) ? WIRE_BLACK : WIRE_EMPTY;
#if PLANES == 2
	if (bit(bits, point + POINTS))
		s |= WIRE_WHITE;
#endif
	return s;
}

uint8_t grid_state(uint16_t point)
{
	return state(now, point);
}

uint8_t grid_told(uint16_t point)
{
	return state(told, point);
}

int8_t grid_field(uint16_t point)
{
	static const int8_t poles[] = {0, 127, -127, 0};
	return poles[grid_state(point)];
}

uint8_t grid_delta(uint8_t *out, uint8_t max)
{
	uint8_t n = 0;
	for (uint8_t i = 0; i < CHIPS; i++) {
		uint8_t diff = now[i] ^ told[i];
		for (uint16_t k = (uint16_t)i * 8; diff; k++, diff = (uint8_t)(diff << 1)) {
			if (!(diff & 0x80))
				continue;
			uint16_t point = k;
			if (k >= POINTS) {
				point = k - POINTS;
				if (bit(now, point) != bit(told, point))
					continue; /* already there for its first plane */
			}
			if (n == max)
				return max + 1;
			out = grid_put_change(out, point, grid_state(point));
			n++;
		}
	}
	return n;
}

void grid_reported(void)
{
	memcpy(told, now, sizeof told);
}

uint16_t grid_found(void)
{
	for (uint16_t i = 0; i < 2 * CHIPS; i++)
		port_chain_swap(0);
	port_chain_swap(0xA5);
	for (uint16_t n = 1; n <= 2 * CHIPS; n++) {
		uint8_t b = port_chain_swap(n == 1 ? 0x3C : 0);
		if (b == 0xA5)
			return port_chain_swap(0) == 0x3C ? n : 0xFFFF;
		if (b != 0)
			return 0xFFFF;
	}
	return 0xFFFF;
}
