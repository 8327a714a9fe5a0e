/*
 * What this firmware is built for. Every option can be given to make, as in
 * "make OPTIONS='-DROWS=9 -DCOLS=9 -DPLANES=1' flash-atmega2560 PORT=/dev/ttyACM0".
 */
#ifndef CONFIG_H
#define CONFIG_H

#ifndef ROWS
#define ROWS 19
#endif
#ifndef COLS
#define COLS 19
#endif
/* 1: the analog board, whose linear sensors the ADC measures; 0: a chain of shift
 * registers. The Makefile sets it together with the source that goes with it. */
#ifndef ANALOG
#define ANALOG 0
#endif
/* 2: one sensor output a polarity, which tells Black from White. 1: occupancy. */
#ifndef PLANES
#define PLANES 2
#endif
/* 1 when the sensors pull their shift register input low over a magnet. */
#ifndef SENSOR_ACTIVE_LOW
#define SENSOR_ACTIVE_LOW 1
#endif
/* 1 when MOSI is wired to the serial input of the chain's far end, so that every
 * scan proves the whole chain; of the analog board when the inputs of the last
 * multiplexer that no point needs are tied as analog.c says, so that every scan
 * proves its address and enable lines. */
#ifndef CHAIN_CHECK
#define CHAIN_CHECK 1
#endif
/* The analog board: 1 when the pole that Black's stones have towards the sensor
 * makes its output rise. */
#ifndef BLACK_RISES
#define BLACK_RISES 1
#endif
/* From what field on a point has a stone unless the host says otherwise: steps of
 * the ADC, 4.9 mV each of a supply of 5 V, away from the sensor's zero. */
#ifndef LEVEL
#define LEVEL 20
#endif
/* How far sensors without a field may be from half the supply, in the same steps. */
#ifndef ZERO_SPREAD
#define ZERO_SPREAD 64
#endif
/* How long after a change of address the multiplexers' outputs have settled. */
#ifndef SETTLE_US
#define SETTLE_US 4
#endif
/* 1 when there is one APA102 or SK9822 light a point. */
#ifndef POINT_LEDS
#define POINT_LEDS 1
#endif
/* Lights of their own for the edge signal, after those of the points. With 0 the
 * corner points show it while they have nothing else to show. */
#ifndef EDGE_LEDS
#define EDGE_LEDS 4
#endif
/* 1 when the light strip runs to and fro: odd rows from right to left. */
#ifndef LED_SERPENTINE
#define LED_SERPENTINE 0
#endif
#ifndef BAUD_RATE
#define BAUD_RATE 115200UL
#endif
/* Settings at start, which the host can change. */
#ifndef SCAN_MS
#define SCAN_MS 5
#endif
#ifndef SNAPSHOT_MS
#define SNAPSHOT_MS 1500
#endif
#ifndef LIMIT_MA
#define LIMIT_MA 2500
#endif
#ifndef BRIGHTNESS
#define BRIGHTNESS 255
#endif

#include "chip.h"

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 1
#define FIRMWARE_PATCH 1

#define POINTS (ROWS * COLS)
#define BITS (POINTS * PLANES)
/* Shift registers, or multiplexers. */
#define CHIPS (ANALOG ? (POINTS + 15) / 16 : (BITS + 7) / 8)
#define LIGHTS (POINT_LEDS ? POINTS : 0)

#if POINTS < 1 || POINTS > 784
#error "a snapshot holds 1 to 784 points"
#endif
#if PLANES != 1 && PLANES != 2
#error "PLANES is 1 or 2"
#endif
#if ANALOG && PLANES != 2
#error "analog sensors tell both poles: PLANES is 2"
#endif
#if ANALOG && POINTS > 384
#error "three banks of eight multiplexers have 384 inputs"
#endif
#if ANALOG && CHAIN_CHECK && (POINTS % 16 < 1 || POINTS % 16 > 9)
#error "the last multiplexer has too few free inputs to prove the address lines: set CHAIN_CHECK to 0"
#endif

#endif
