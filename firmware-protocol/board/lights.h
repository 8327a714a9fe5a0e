/*
 * The lights: a picture of signals, one a point and one for the board as a
 * whole, drawn onto a strip of APA102 or SK9822.
 */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdbool.h>
#include <stdint.h>

void lights_init(void);

/* lights_stage sets one point's signal in the picture being prepared. */
void lights_stage(uint16_t point, uint8_t signal);

/* lights_check returns the check of the prepared picture, as in LED_COMMIT. */
uint16_t lights_check(void);

/* lights_commit shows the prepared picture, whole, from the next frame on. */
void lights_commit(uint8_t edge);

/* lights_lost shows, or ends, the signal for a lost host in place of the edge's. */
void lights_lost(bool lost);

/* lights_limit sets how bright everything is, 1 to 255, and how much all lights
 * may draw together, in milliamperes. */
void lights_limit(uint8_t brightness, uint16_t milliamps);

/* lights_run draws a part of a frame when one is due. It returns whether there is more
 * of it to come, with the next call. */
bool lights_run(uint32_t ms);

#endif
