/*
 * Puts the C codec behind a pipe, for the tests: requests on stdin, answers on
 * stdout, all numbers little endian.
 *
 *   'D' u32 n, n bytes               a fresh decoder takes the bytes
 *   'F' u8 n, n bytes                ... each good frame, without its check
 *   'C' u32 frames, u16 crc, bad, overlong   ... and at last the counts
 *
 *   'E' type seq ack len payload     frame a message
 *   'W' u8 n, n bytes                ... as it goes onto the line
 */
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t need(void)
{
	int c = getchar();
	if (c == EOF) {
		fputs("check: the request ends in its middle\n", stderr);
		exit(1);
	}
	return (uint8_t)c;
}

static void put(uint32_t v, int bytes)
{
	while (bytes--) {
		putchar((int)(v & 0xFF));
		v >>= 8;
	}
}

static void decode(void)
{
	struct wire_decoder d;
	struct wire_frame f;
	uint32_t n = 0;
	memset(&d, 0, sizeof d);
	for (int i = 0; i < 4; i++)
		n |= (uint32_t)need() << (8 * i);
	while (n--) {
		if (!wire_take(&d, need(), &f))
			continue;
		putchar('F');
		putchar(WIRE_HEADER + f.len);
		putchar(f.version);
		putchar(f.type);
		putchar(f.seq);
		putchar(f.ack);
		putchar(f.len);
		fwrite(f.payload, 1, f.len, stdout);
	}
	putchar('C');
	put(d.counts.frames, 4);
	put(d.counts.crc, 2);
	put(d.counts.bad, 2);
	put(d.counts.overlong, 2);
}

static void encode(void)
{
	/* Allocated to the byte, so that the sanitizer sees any step too far. */
	uint8_t type = need(), seq = need(), ack = need(), len = need();
	if (len > WIRE_MAX_PAYLOAD) {
		fputs("check: payload too long\n", stderr);
		exit(1);
	}
	uint8_t *wire = malloc((size_t)len + WIRE_MAX_WIRE - WIRE_MAX_PAYLOAD);
	if (!wire)
		exit(1);
	for (uint8_t i = 0; i < len; i++)
		wire[WIRE_PAYLOAD + i] = need();
	uint8_t n = wire_seal(wire, type, seq, ack, len);
	putchar('W');
	putchar(n);
	fwrite(wire, 1, n, stdout);
	free(wire);
}

int main(void)
{
	int c;
	while ((c = getchar()) != EOF) {
		if (c == 'D')
			decode();
		else if (c == 'E')
			encode();
		else {
			fprintf(stderr, "check: unknown request 0x%02X\n", c);
			return 1;
		}
		fflush(stdout);
	}
	return 0;
}
