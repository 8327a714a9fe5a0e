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

uint8_t grid_pack(uint8_t *out)
{
	uint8_t *p = out;
	for (uint16_t point = 0; point < POINTS; point += 4) {
		uint8_t b = 0;
		for (uint8_t j = 0; j < 4 && point + j < POINTS; j++)
			b |= (uint8_t)(grid_state(point + j) << (2 * j));
		*p++ = b;
	}
	return (uint8_t)(p - out);
}

uint16_t grid_faults(void)
{
	return faults;
}

uint32_t grid_scans(void)
{
	return scans;
}
