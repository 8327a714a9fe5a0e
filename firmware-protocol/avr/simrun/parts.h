/*
 * What stands around the microcontroller. Licence: GPL-3.0-or-later; see
 * README.md in this folder.
 */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <simavr/sim_avr.h>

/* The serial line: UART0 on a pty, byte by byte at the line's pace. Nothing is
 * kept for a reader that has not opened it, as on a real line. */
struct line {
	avr_t *avr;
	int master;
	bool open; /* somebody has the other end open */
	bool full; /* the chip takes no more for now */
	bool reset_on_open;
	uint8_t in[4096];
	unsigned in_head, in_tail;
	unsigned long long out_count;
	unsigned long long out_at[16384]; /* cycles at which the last bytes had left */
};

const char *line_attach(struct line *l, avr_t *avr);
/* Keeps the pace going; to be called between slices, because a reset of the chip
 * forgets every timer. */
void line_pace(struct line *l);
/* What to poll for bytes from outside, or -1. */
int line_poll(const struct line *l);
/* Takes bytes from outside; true when the other end has just been opened. */
bool line_service(struct line *l);
bool line_sent(const struct line *l, unsigned long long n, unsigned long long *at);
/* The chip's sleep costs no time of ours: pace is kept elsewhere. */
void line_no_sleep(avr_t *avr, avr_cycle_count_t cycles);

/* The chain of 74HC165. Bit k in order of arrival is input H, G ... A of chip 0,
 * then of chip 1; SER of the last chip is wired to MOSI. */
struct chain {
	avr_t *avr;
	int chips;
	int broken_at; /* nothing comes from chips beyond this one; -1: whole */
	int mend_after; /* bytes of a scan after which it is whole again; 0: it stays broken */
	int swapped;    /* bytes since the last load */
	uint16_t spcr; /* address of the SPI control register; status and data follow */
	avr_irq_t *spi_in;
	avr_cycle_timer_t spi_timer; /* libsimavr's own, once found */
	void *spi_param;
	uint8_t *inputs, *registers;
};

void chain_attach(struct chain *c, avr_t *avr, int chips, char load_port, int load_pin);
bool chain_input(struct chain *c, int k, int level);

/* The strip of APA102. A picture counts as shown when every light has had its
 * 32 bits and the clocks that bring them to it. */
struct rgb {
	uint8_t r, g, b;
};

struct strip {
	avr_t *avr;
	int n;
	bool data;
	uint32_t shift;
	unsigned zeros;  /* in a row */
	long clocks;     /* since the start frame; -1: not begun */
	struct rgb *coming, *shown;
	unsigned long frames;
	unsigned long long shown_at;
};

void strip_attach(struct strip *s, avr_t *avr, int lights, char port, int data, int clock);

#endif
