#include "looks.h"

#include <string.h>

#include "config.h"

#define MS(t) ((t) / TICK_MS)

static const struct look looks[SIGNALS] IN_FLASH = {
	[0] = {{0, 0, 0}, {0, 0, 0}, DARK, 1},
	[1] = {{0, 80, 255}, {0, 0, 0}, STEADY, 1},            /* put a black stone here */
	[2] = {{255, 220, 160}, {0, 0, 0}, STEADY, 1},         /* put a white stone here */
	[3] = {{0, 255, 80}, {0, 0, 0}, ONCE, MS(600)},        /* accepted */
	[4] = {{80, 80, 255}, {0, 0, 0}, BREATHE, MS(3000)},   /* thinking */
	[5] = {{0, 80, 255}, {0, 0, 0}, PULSE, MS(1200)},      /* a black stone is missing */
	[6] = {{255, 220, 160}, {0, 0, 0}, PULSE, MS(1200)},   /* a white stone is missing */
	[7] = {{255, 0, 0}, {0, 0, 0}, FAST, MS(250)},         /* does not belong here */
	[8] = {{255, 0, 0}, {255, 220, 160}, ALTERNATE, MS(800)}, /* wrong colour */
	[9] = {{255, 0, 0}, {0, 0, 0}, TWICE, MS(1500)},       /* refused */
	[10] = {{0, 255, 80}, {0, 0, 0}, CHASE, MS(1200)},     /* winning line */
	[11] = {{40, 40, 40}, {0, 0, 0}, STEADY, 1},           /* last move */
	[12] = {{255, 120, 0}, {0, 0, 0}, TWICE, MS(2000)},    /* link lost */
	[13] = {{0, 120, 40}, {0, 0, 0}, STEADY, 1},           /* your turn */
	[14] = {{255, 120, 0}, {0, 0, 0}, BREATHE, MS(4000)},  /* paused */
	[15] = {{255, 0, 255}, {0, 0, 0}, PULSE, MS(800)},     /* confirm */
	[16] = {{255, 120, 0}, {0, 0, 0}, PULSE, MS(600)}, /* captured: take this stone off */
	[17] = {{0, 24, 80}, {0, 0, 0}, STEADY, 1}, /* this point is Black's */
	[18] = {{70, 60, 44}, {0, 0, 0}, STEADY, 1}, /* this point is White's */
	[19] = {{255, 0, 255}, {0, 0, 0}, BREATHE, MS(2000)}, /* this stone counts as dead */
	[20] = {{0, 255, 80}, {0, 0, 0}, BREATHE, MS(2000)}, /* a move worth looking at */
	[21] = {{0, 160, 160}, {0, 0, 0}, STEADY, 1}, /* a liberty of the touched chain */
};

void look_of(uint8_t signal, struct look *out)
{
	from_flash(out, &looks[signal], sizeof *out);
}

uint16_t look_level(const struct look *l, uint8_t phase, uint8_t step)
{
	uint8_t part; /* of the period, 0 to 255 */
	switch (l->rhythm) {
	case STEADY:
	case ONCE:
		return 255;
	case DARK:
		return 0;
	}
	part = (uint8_t)((uint16_t)phase * 256 / l->period);
	switch (l->rhythm) {
	case BREATHE:
		return part < 128 ? (uint16_t)part * 2 : (uint16_t)(255 - part) * 2;
	case PULSE:
		return part < 77 ? 255 : 0; /* three tenths */
	case FAST:
		return part < 128 ? 255 : 0;
	case ALTERNATE:
		return part < 128 ? 255 : 255 | LEVEL_ALT;
	case TWICE:
		return part < 32 || (part >= 64 && part < 96) ? 255 : 0; /* two eighths of four */
	case CHASE:
		/* Two sixths of the period, each step one sixth later. */
		part = (uint8_t)(part - step * 43);
		return part < 86 ? 255 : 0;
	}
	return 0;
}
