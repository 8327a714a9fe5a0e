/*
 * The board's firmware on the computer at hand, in time that its user tells: what is
 * common to all microcontrollers, with a line, a chain and a clock behind port.h. It is
 * built with the sanitizers and runs thousands of times as fast as a board.
 *
 * Orders come on stdin, numbers little endian:
 *
 *   'r' ms:u16 n:u16 bytes   the line brings n bytes while ms milliseconds pass; the
 *                            answer is n:u16 and what the board has sent until then
 *   'i' input:u16 level:u8   an input of the shift registers changes
 *   'b' broken:u8            the chain breaks in its middle, or is mended
 *   'x'                      the chip is reset
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "port.h"

/* Bytes that a line of 115200 baud carries in a millisecond. */
#define BYTES_MS 11
#define RING 255

static char *self;
static uint16_t boot;
static uint32_t ms, until;
static uint8_t in[65536], out[65536];
static uint32_t in_n, in_at, taken, out_n, idle_at;
static uint8_t inputs[CHIPS], chain[CHIPS];
static bool broken;
static uint16_t overruns;

static void get(void *to, size_t n)
{
	if (fread(to, 1, n, stdin) != n)
		exit(0);
}

static uint16_t get16(void)
{
	uint8_t b[2];
	get(b, sizeof b);
	return (uint16_t)(b[0] | b[1] << 8);
}

static void reset(void)
{
	char next[8], levels[2 * CHIPS + 1];
	snprintf(next, sizeof next, "%u", (uint16_t)(boot + 1));
	for (size_t i = 0; i < CHIPS; i++)
		snprintf(levels + 2 * i, 3, "%02x", inputs[i]);
	execl(self, self, next, levels, broken ? "b" : "", (char *)NULL);
	perror("hosted: cannot start again");
	exit(1);
}

/* Carries out orders up to the next that lets time pass. */
static void orders(void)
{
	static bool asked;
	if (asked) {
		uint8_t n[2] = {(uint8_t)out_n, (uint8_t)(out_n >> 8)};
		fwrite(n, 1, sizeof n, stdout);
		fwrite(out, 1, out_n, stdout);
		fflush(stdout);
		out_n = 0;
	}
	asked = true;
	for (;;) {
		uint8_t order;
		get(&order, 1);
		if (order == 'x') {
			reset();
		} else if (order == 'b') {
			get(&order, 1);
			broken = order;
		} else if (order == 'i') {
			uint16_t k = get16();
			get(&order, 1);
			if (k / 8 >= CHIPS)
				exit(2);
			uint8_t bit = (uint8_t)(0x80 >> (k % 8));
			inputs[k / 8] = (uint8_t)(order ? inputs[k / 8] | bit : inputs[k / 8] & ~bit);
		} else if (order == 'r') {
			until = ms + get16();
			in_n = get16();
			in_at = taken = 0;
			get(in, in_n);
			return;
		} else {
			exit(2);
		}
	}
}

void port_init(void)
{
}

void port_watch(void)
{
}

void port_alive(void)
{
}

uint32_t port_ms(void)
{
	return ms;
}

void port_rest(void)
{
	while (ms == until)
		orders();
	ms++;
	in_at = in_n - in_at < BYTES_MS ? in_n : in_at + BYTES_MS;
	if (in_at - taken > RING) { /* the newest are lost; which is all the same here */
		overruns++;
		taken = in_at - RING;
	}
}

bool port_take(uint8_t *byte)
{
	if (taken == in_at)
		return false;
	*byte = in[taken++];
	return true;
}

void port_send(const uint8_t *bytes, uint8_t n)
{
	if (out_n + n > sizeof out)
		exit(3);
	memcpy(out + out_n, bytes, n);
	out_n += n;
	idle_at = ms + 1 + n / BYTES_MS;
}

bool port_idle(void)
{
	return (int32_t)(ms - idle_at) >= 0;
}

uint16_t port_overruns(void)
{
	return overruns;
}

void port_chain_load(void)
{
	memcpy(chain, inputs, sizeof chain);
}

uint8_t port_chain_swap(uint8_t byte)
{
	uint8_t near = chain[0];
	memmove(chain, chain + 1, sizeof chain - 1);
	chain[CHIPS - 1] = byte;
	if (broken)
		chain[CHIPS / 2] = 0xFF;
	return near;
}

void port_light(uint8_t byte)
{
	(void)byte;
}

uint16_t port_boot(void)
{
	return boot;
}

bool port_stored(void)
{
	return true;
}

uint8_t port_cause(void)
{
	return boot ? 2 : 1;
}

void port_uid(uint8_t *to)
{
	memset(to, 0, 8);
}

uint16_t port_free_ram(void)
{
	return UINT16_MAX;
}

int board_main(void);

int main(int argc, char **argv)
{
	self = argv[0];
	setvbuf(stdin, NULL, _IONBF, 0); /* what a reset leaves unread is for the next start */
	memset(inputs, 0xFF, sizeof inputs);
	if (argc == 4) {
		boot = (uint16_t)atoi(argv[1]);
		for (size_t i = 0; i < CHIPS; i++) {
			unsigned v = 0xFF;
			sscanf(argv[2] + 2 * i, "%2x", &v);
			inputs[i] = (uint8_t)v;
		}
		broken = argv[3][0] == 'b';
	}
	return board_main();
}
