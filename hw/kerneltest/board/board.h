/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A board behind a kernel's SPI, I2C and GPIO, for tests: what its parts share.
 * README.md beside this file lists the commands that drive it.
 */
#ifndef STONEHAND_BOARD_H
#define STONEHAND_BOARD_H

#include <linux/bitmap.h>
#include <linux/device.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#define CHAIN_BITS 2048 /* the longest chain of shift registers, in inputs */

/* Chains 0 to 3 hang on /dev/spidev0.0, 0.1, 1.0 and 1.1; 4 and 5 on GPIO lines. */
#define SPI_BUSES 2
#define SPI_SELECTS 2
#define SPI_CHAINS (SPI_BUSES * SPI_SELECTS)
#define GPIO_CHAINS 2
#define CHAINS (SPI_CHAINS + GPIO_CHAINS)

/* One chain of 74HC165 shift registers. Input 0 is the first to be clocked out. */
struct chain {
	unsigned int length; /* inputs, 0: nothing is connected */
	unsigned int broken; /* inputs from this one on read as ones */
	unsigned int pos;    /* how far it has been shifted since it was loaded */
	unsigned int noise;  /* of a million bits clocked out, how many are wrong */
	bool tail;           /* level of the last chip's serial input */
	bool pl;             /* loaded by the GPIO line PL, not by chip select */
	DECLARE_BITMAP(live, CHAIN_BITS);   /* levels at the inputs */
	DECLARE_BITMAP(stuck, CHAIN_BITS);  /* inputs whose level is not the live one */
	DECLARE_BITMAP(stuck_at, CHAIN_BITS);
	DECLARE_BITMAP(loaded, CHAIN_BITS); /* what was loaded */
};

extern struct chain chains[CHAINS];
extern struct device *board_dev; /* the parent of every device */

/* Guards all state that commands change. Held for short, never slept under. */
extern spinlock_t board_lock;

/* chain.c; all under board_lock */
void chain_load(struct chain *c);
bool chain_out(struct chain *c);
void chain_shift(struct chain *c);
int chain_command(int n, const char *verb, const char *args);

/* capture.c; what was written to SPI devices. Under board_lock. */
int capture_init(void);
void capture_begin(int chain, u32 speed, u64 at);
void capture_add(const void *data, size_t len);
void capture_end(u64 at);
void capture_clear(void);

/* spi.c */
int board_spi_init(void);
int board_spi_command(int n, const char *verb, const char *args);
int board_spi_status(char *buf, size_t size);

/* i2c.c and expander.c */
int board_i2c_init(void);
int board_i2c_command(const char *verb, const char *args);
int board_i2c_status(char *buf, size_t size);

/* gpio.c */
int board_gpio_init(void);
bool board_gpio_pl(void); /* the level of PL; under board_lock */
int board_gpio_command(const char *verb);

/*
 * board_pause lets the time pass that a transfer takes on a wire, asleep, as it
 * is with a controller that has DMA.
 */
void board_pause(u64 ns);

#endif
