#include "lights.h"

#include <string.h>

#include "config.h"
#include "looks.h"
#include "port.h"
#include "wire.h"

#define STRIP (LIGHTS + EDGE_LEDS)
/* A strip that stands still is drawn again as often, in ticks, in case a spike
 * has spoiled it. */
#define REFRESH 40

/* What a light draws: the dark chip, and one channel at its brightest. */
#define IDLE_MA 1
#define CHANNEL_MA 20

/* Signals of five bits: the lower four two a byte, the fifth eight a byte. */
struct picture {
	uint8_t low[(LIGHTS + 1) / 2 + 1];
	uint8_t high[LIGHTS / 8 + 1];
};
static struct picture staged, shown;
/* Points whose ONCE is over. */
static uint8_t spent[LIGHTS / 8 + 1];

static uint16_t counts[SIGNALS]; /* of points that show each signal */
static uint8_t edge;
static bool lost;
static bool dirty;  /* a frame is due at once */
static bool moving; /* a frame is due every tick */
static bool blinking;
static uint16_t blink_at; /* tick at which the newest ONCE began */

static uint8_t bright = BRIGHTNESS;
static uint16_t limit = LIMIT_MA;
static uint16_t scale = 256; /* 256ths that keep the limit */

static uint16_t tick;
static uint32_t drawn_ms;

struct rgb {
	uint8_t r, g, b;
};

/* A frame is drawn some lights at a time, so that a command or a stone does not wait for
 * all of them. */
#define SOME 48

static struct {
	bool on;     /* there is more of it to come */
	bool urgent; /* it shows something for the first time */
	uint16_t next;
	uint8_t edge; /* the edge's signal */
	uint8_t step; /* of the winning line, which runs in point order, whatever its direction */
	struct rgb table[SIGNALS];
} frame;

static void draw_some(void);

static uint8_t get(const struct picture *p, uint16_t i)
{
	uint8_t b = p->low[i / 2];
	uint8_t high = p->high[i / 8] >> (i % 8) & 1;
	return (uint8_t)((i & 1 ? b >> 4 : b & 0x0F) | high << 4);
}

/* What the edge shows now. */
static uint8_t edge_signal(void)
{
	return lost ? SIGNAL_LINK_LOST : edge;
}

/* Perceived brightness goes about with the square root of light. */
static uint8_t lit(uint8_t v)
{
	return (uint8_t)((uint16_t)v * (v + 1) >> 8);
}

static uint8_t dim(uint8_t v)
{
	return (uint8_t)((uint16_t)lit(v) * (bright + 1) >> 8);
}

/* The most that one light draws for a signal, all channels summed, 0 to 765. */
static uint16_t peak(uint8_t signal)
{
	struct look l;
	look_of(signal, &l);
	uint16_t a = 0, b = 0;
	for (uint8_t c = 0; c < 3; c++) {
		a += dim(l.color[c]);
		b += dim(l.alt[c]);
	}
	return a > b ? a : b;
}

/* Finds how far all lights must be dimmed to keep the limit even when every
 * rhythm is at its brightest, so that brightness does not waver with the rhythms. */
static void budget(void)
{
	uint32_t sum = 0;
	uint16_t lit = EDGE_LEDS > 0 ? EDGE_LEDS : 4;
	uint8_t e = edge_signal();
	for (uint8_t s = 1; s < SIGNALS; s++)
		sum += (uint32_t)counts[s] * peak(s);
	sum += (uint32_t)lit * peak(e);
	uint32_t want = sum * CHANNEL_MA / 255 + 1;
	uint16_t have = limit > STRIP * IDLE_MA ? limit - STRIP * IDLE_MA : 0;
	scale = want > have ? (uint16_t)((uint32_t)have * 256 / want) : 256;

	moving = false;
	for (uint8_t s = 1; s < SIGNALS; s++) {
		struct look l;
		if (!counts[s] && s != e)
			continue;
		look_of(s, &l);
		if (l.rhythm > ONCE || (l.rhythm == ONCE && blinking))
			moving = true;
	}
}

void lights_init(void)
{
	counts[SIGNAL_OFF] = LIGHTS;
	budget();
	dirty = true;
}

void lights_stage(uint16_t point, uint8_t signal)
{
	uint8_t *b = &staged.low[point / 2], *h = &staged.high[point / 8], bit = (uint8_t)(1 << (point % 8));
	if (point & 1)
		*b = (uint8_t)((*b & 0x0F) | signal << 4);
	else
		*b = (uint8_t)((*b & 0xF0) | (signal & 0x0F));
	*h = (uint8_t)(signal & 0x10 ? *h | bit : *h & ~bit);
}

uint16_t lights_check(void)
{
	uint16_t crc = WIRE_CRC_START;
	for (uint16_t i = 0; i < LIGHTS; i++)
		crc = wire_crc(crc, get(&staged, i));
	return crc;
}

void lights_commit(uint8_t e)
{
	/* A frame of the old picture is not worth its end; but one that nobody has seen
	 * yet comes to it, so that commits that follow each other do not show nothing. */
	while (frame.on && frame.urgent)
		draw_some();
	frame.on = false;
	bool restart = e == SIGNAL_ACCEPTED && edge != e;
	memset(counts, 0, sizeof counts);
	for (uint16_t i = 0; i < LIGHTS; i++) {
		uint8_t s = get(&staged, i);
		counts[s]++;
		if (s == SIGNAL_ACCEPTED && get(&shown, i) == SIGNAL_ACCEPTED)
			continue; /* goes on, or stays over */
		spent[i / 8] &= (uint8_t)~(1 << (i % 8));
		restart |= s == SIGNAL_ACCEPTED;
	}
	shown = staged;
	edge = e;
	if (restart) {
		blinking = true;
		blink_at = tick;
	}
	budget();
	dirty = true;
}

void lights_lost(bool now)
{
	if (lost == now)
		return;
	lost = now;
	budget();
	dirty = true;
}

void lights_limit(uint8_t brightness, uint16_t milliamps)
{
	bright = brightness;
	limit = milliamps;
	budget();
	dirty = true;
}

/* Ends the blink: whatever shows ONCE has shown it. */
static void blink_over(void)
{
	for (uint16_t i = 0; i < LIGHTS; i++)
		if (get(&shown, i) == SIGNAL_ACCEPTED)
			spent[i / 8] |= (uint8_t)(1 << (i % 8));
	blinking = false;
	budget();
	dirty = true;
}

static inline void put_light(const struct rgb *c)
{
	port_light(0xFF); /* start of a light, its own dimmer wide open */
	port_light(c->b);
	port_light(c->g);
	port_light(c->r);
}

static uint8_t part(uint8_t v, uint8_t level)
{
	uint16_t x = (uint16_t)dim(v) * (uint16_t)(level + 1) >> 8;
	return (uint8_t)((uint32_t)x * scale >> 8);
}

static struct rgb color_of(uint8_t signal, uint8_t step)
{
	struct look l;
	look_of(signal, &l);
	uint16_t level = look_level(&l, (uint8_t)(tick % l.period), step);
	const uint8_t *from = level & LEVEL_ALT ? l.alt : l.color;
	uint8_t v = (uint8_t)level;
	struct rgb c = {0, 0, 0};
	if (v) {
		c.r = part(from[0], v);
		c.g = part(from[1], v);
		c.b = part(from[2], v);
	}
	return c;
}

#if POINT_LEDS
/* The point that light i of the strip stands at. */
static uint16_t point_of(uint16_t i)
{
#if LED_SERPENTINE
	uint16_t row = i / COLS;
	if (row & 1)
		return row * COLS + (COLS - 1 - i % COLS);
#endif
	return i;
}
#endif

static void draw_begin(void)
{
	const struct rgb dark = {0, 0, 0};
	frame.on = true;
	frame.next = 0;
	frame.step = 0;
	frame.edge = edge_signal();
	for (uint8_t s = 0; s < SIGNALS; s++)
		if (counts[s] || s == frame.edge)
			frame.table[s] = color_of(s, 0);
	if (frame.edge == SIGNAL_ACCEPTED && !blinking)
		frame.table[frame.edge] = dark;
	for (uint8_t i = 0; i < 4; i++)
		port_light(0);
}

#if POINT_LEDS
static void draw_point(uint16_t p)
{
	const struct rgb dark = {0, 0, 0};
	uint8_t s = get(&shown, p);
#if EDGE_LEDS == 0
	if (s == SIGNAL_OFF && (p == 0 || p == COLS - 1 || p == POINTS - COLS || p == POINTS - 1))
		s = frame.edge;
#endif
	if (s == SIGNAL_WINNING) {
		struct rgb c = color_of(s, frame.step);
		put_light(&c);
		frame.step = (uint8_t)(frame.step == 5 ? 0 : frame.step + 1);
	} else if (s == SIGNAL_ACCEPTED && (spent[p / 8] & (1 << (p % 8)))) {
		put_light(&dark);
	} else {
		put_light(&frame.table[s]);
	}
}
#endif

static void draw_some(void)
{
#if POINT_LEDS
	uint16_t i = frame.next, end = LIGHTS - i > SOME ? i + SOME : LIGHTS;
	for (; i < end; i++)
		draw_point(point_of(i));
	frame.next = end;
	if (end < LIGHTS)
		return;
#endif
	for (uint8_t i = 0; i < EDGE_LEDS; i++)
		put_light(&frame.table[frame.edge]);
	/* Each light passes the data on half a clock late, so the last ones need
	 * clocks of their own; an SK9822 shows nothing before 32 more. */
	for (uint8_t i = 0; i < 4 + (STRIP + 15) / 16; i++)
		port_light(0);
	frame.on = false;
}

bool lights_run(uint32_t ms)
{
	if (frame.on) {
		draw_some();
		return frame.on;
	}
	uint32_t since = ms - drawn_ms;
	if (!dirty && since < TICK_MS)
		return false;
	tick = (uint16_t)(ms / TICK_MS);
	if (blinking) {
		struct look l;
		look_of(SIGNAL_ACCEPTED, &l);
		if ((uint16_t)(tick - blink_at) >= l.period / 2)
			blink_over();
	}
	if (!dirty && since < (moving ? TICK_MS : REFRESH * TICK_MS))
		return false;
	frame.urgent = dirty;
	dirty = false;
	drawn_ms = ms;
	draw_begin();
	return true;
}
