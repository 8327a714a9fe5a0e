/*
 * The analog board around the microcontroller: linear Hall sensors, multiplexers
 * of sixteen inputs, and the pull-ups of the ADC's inputs.
 * Licence: GPL-3.0-or-later; see README.md in this folder.
 */
#ifndef MUX_H
#define MUX_H

#include <stdbool.h>
#include <stdint.h>

#include <simavr/sim_avr.h>

#define MUX_INPUTS 16
#define MUX_ACROSS 8 /* ADC inputs */
#define MUX_BANKS 3
#define MUX_SUPPLY 5000 /* mV */
#define MUX_OPEN -1     /* a wire that leads nowhere */

/* Point p is input p % 16 of multiplexer p / 16, which drives ADC input
 * (p / 16) % 8 while the enable line of bank p / 128 is low. Inputs beyond the
 * last point are tied: to ground when their number has an odd count of ones, else
 * to the supply. */
struct mux {
	avr_t *avr;
	avr_irq_t *adc;
	int chips, points;
	int *mv;               /* by chip and input */
	bool *gone;            /* by chip: pulled out */
	uint16_t pull_up;      /* address of the register that switches the pull-ups on */
	uint8_t pins;          /* address in bits 0 to 3, enables in 4 to 6 */
	uint8_t stuck, stuck_at; /* lines that do not follow their pins, and their levels */
	int noise;             /* mV, either way */
	uint32_t seed;
	int was[MUX_ACROSS];   /* what stood at each ADC input before the lines last moved */
	int last[MUX_ACROSS];  /* what it was measured at last */
	bool held;             /* the button */
	avr_cycle_count_t moved_at;
	avr_cycle_count_t began_at, sampled_at, scan_took;
};

void mux_attach(struct mux *m, avr_t *avr, int points);
/* Sets what a point's sensor puts out, in mV, or MUX_OPEN. */
bool mux_input(struct mux *m, int point, int mv);
/* Pulls a multiplexer out, or puts all back with -1. */
bool mux_break(struct mux *m, int chip);
/* Holds line 0 to 6 at a level, or lets all go with -1. */
bool mux_stick(struct mux *m, int line, int level);
/* Holds the button for zeros, or lets it go; to be done again after a reset. */
void mux_button(struct mux *m, bool held);

#endif
