/*
 * The sensors: one bit a point and plane, read through a chain of 74HC165.
 *
 * Bit k of the chain, in order of arrival, is point k of the first plane (north
 * poles, Black) for k < POINTS, and point k - POINTS of the second after that.
 * Chip 0 is the one whose QH goes to MISO; its input H is bit 0, A is bit 7.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stdint.h>

void grid_init(void);

/*
 * grid_scan reads every sensor, once, without debouncing. It returns false, and
 * keeps the last good reading, when the chain did not prove whole.
 */
bool grid_scan(void);

/* grid_good tells whether the last scan proved whole. */
bool grid_good(void);

/* grid_delta writes the changes since the last report, two bytes each, to out;
 * it returns how many, or max + 1 when there are more than max. */
uint8_t grid_delta(uint8_t *out, uint8_t max);

/* grid_pack writes the whole last reading, four points a byte, and returns the
 * number of bytes. */
uint8_t grid_pack(uint8_t *out);

/* grid_reported says that the host was told the last reading. */
void grid_reported(void);

/* grid_state returns one point of the last reading, as on the wire. */
uint8_t grid_state(uint16_t point);

/* grid_faults counts scans that did not prove whole. */
uint16_t grid_faults(void);

/* grid_scans counts scans. */
uint32_t grid_scans(void);

/* grid_length sends a pattern through the chain and returns after how many bytes
 * it came back, or 0xFFFF when it did not. */
uint16_t grid_length(void);

#endif
