#include "grid.h"

#include "config.h"

static uint16_t faults;
static uint32_t scans;

void grid_count(void)
{
	scans++;
}

void grid_fault(void)
{
	if (faults != UINT16_MAX)
		faults++;
}

uint8_t *grid_put_change(uint8_t *out, uint16_t point, uint8_t state)
{
	uint16_t v = (uint16_t)(point << 2 | state);
	*out++ = (uint8_t)v;
	*out++ = (uint8_t)(v >> 8);
	return out;
}

static uint8_t pack(uint8_t *out, uint16_t first, uint16_t count, uint8_t (*state)(uint16_t point))
{
	uint8_t *p = out;
	for (uint16_t i = 0; i < count; i += 4) {
		uint8_t b = 0;
		for (uint8_t j = 0; j < 4 && i + j < count; j++)
			b |= (uint8_t)(state(first + i + j) << (2 * j));
		*p++ = b;
	}
	return (uint8_t)(p - out);
}

uint8_t grid_pack(uint8_t *out)
{
	return pack(out, 0, POINTS, grid_state);
}

uint8_t grid_pack_told(uint8_t *out, uint16_t first, uint8_t count)
{
	return pack(out, first, count, grid_told);
}

uint16_t grid_faults(void)
{
	return faults;
}

uint32_t grid_scans(void)
{
	return scans;
}
