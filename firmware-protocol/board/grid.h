/*
 * The sensors, whichever they are: chain.c reads a chain of shift registers,
 * analog.c multiplexers through the ADC, and grid.c has what is the same for
 * both. A firmware is built with one of the two.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stdint.h>

void grid_init(void);

/*
 * grid_scan reads every sensor, once, without debouncing, or a part of them: it
 * returns false while there are more to be read by the next call. A reading through
 * which what leads to the sensors did not prove whole is thrown away.
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

/* grid_pack_told does so with count points from first on, as the host was told them. */
uint8_t grid_pack_told(uint8_t *out, uint16_t first, uint8_t count);

/* grid_reported says that the host was told the last reading. */
void grid_reported(void);

/* grid_state returns one point of the last reading, as on the wire. */
uint8_t grid_state(uint16_t point);

/* grid_told returns one point as the host was last told it. */
uint8_t grid_told(uint16_t point);

/* grid_field returns the field at a point, positive at Black's pole; of switches
 * all or nothing. */
int8_t grid_field(uint16_t point);

/* grid_level says from what field on a point has a stone: stone or more away from
 * zero, in grid_field's units. With a stone of 0 it goes by LEVEL. Of sensors that
 * measure only. */
void grid_level(uint16_t point, int8_t zero, uint8_t stone);

/* grid_faults counts scans that did not prove whole. */
uint16_t grid_faults(void);

/* grid_scans counts scans. */
uint32_t grid_scans(void);

/* grid_found returns how many chips answer, of the CHIPS that were built in, or
 * 0xFFFF when what leads to them does not prove whole. */
uint16_t grid_found(void);

/* For chain.c and analog.c: a scan begins; it did not prove whole; and a change
 * as DELTA has it is put at out, whose end is returned. */
void grid_count(void);
void grid_fault(void);
uint8_t *grid_put_change(uint8_t *out, uint16_t point, uint8_t state);

#endif
