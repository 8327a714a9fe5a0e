#include "wire.h"

uint16_t wire_crc(uint16_t crc, uint8_t byte)
{
	/* The polynomial 0x1021 applied to eight bits at once: x^12 and x^5 of the
	 * byte that falls out, which itself is folded once onto its lower half. */
	uint8_t x = (uint8_t)((crc >> 8) ^ byte);
	x = (uint8_t)(x ^ (x >> 4));
	return (uint16_t)((uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)x << 12) ^
			  (uint16_t)((uint16_t)x << 5) ^ x);
}

uint16_t wire_crc_all(const uint8_t *p, size_t n)
{
	uint16_t crc = WIRE_CRC_START;
	while (n--)
		crc = wire_crc(crc, *p++);
	return crc;
}

static void count(uint16_t *c)
{
	if (*c != UINT16_MAX)
		(*c)++;
}

static void push(struct wire_decoder *d, uint8_t byte)
{
	if (d->n == WIRE_MAX_FRAME) {
		if (!d->over)
			count(&d->counts.overlong);
		d->over = true;
		return;
	}
	d->buf[d->n++] = byte;
}

/* Judges what stands between two delimiters; nothing at all is no fault. */
static bool finish(struct wire_decoder *d, struct wire_frame *f)
{
	if (d->over || d->code == 0)
		return false;
	if (d->left != 0 || d->n < WIRE_HEADER + WIRE_CRC) {
		count(&d->counts.bad);
		return false;
	}
	uint8_t body = (uint8_t)(d->n - WIRE_CRC);
	uint16_t crc = (uint16_t)(d->buf[body] | (uint16_t)d->buf[body + 1] << 8);
	if (wire_crc_all(d->buf, body) != crc) {
		count(&d->counts.crc);
		return false;
	}
	if (d->buf[4] != body - WIRE_HEADER) {
		count(&d->counts.bad);
		return false;
	}
	if (d->counts.frames != UINT32_MAX)
		d->counts.frames++;
	f->version = d->buf[0];
	f->type = d->buf[1];
	f->seq = d->buf[2];
	f->ack = d->buf[3];
	f->len = d->buf[4];
	f->payload = d->buf + WIRE_HEADER;
	return true;
}

bool wire_take(struct wire_decoder *d, uint8_t byte, struct wire_frame *f)
{
	if (byte == WIRE_DELIMITER) {
		bool good = finish(d, f);
		d->n = d->code = d->left = 0;
		d->over = false;
		return good;
	}
	if (d->over)
		return false;
	if (d->left == 0) {
		if (d->code != 0 && d->code != 0xFF)
			push(d, 0);
		d->code = byte;
		d->left = (uint8_t)(byte - 1);
	} else {
		push(d, byte);
		d->left--;
	}
	return false;
}

uint8_t wire_seal(uint8_t *wire, uint8_t type, uint8_t seq, uint8_t ack, uint8_t len)
{
	uint8_t *frame = wire + 2;
	uint8_t n = (uint8_t)(WIRE_HEADER + len);
	frame[0] = WIRE_MAJOR;
	frame[1] = type;
	frame[2] = seq;
	frame[3] = ack;
	frame[4] = len;
	uint16_t crc = wire_crc_all(frame, n);
	frame[n++] = (uint8_t)crc;
	frame[n++] = (uint8_t)(crc >> 8);

	/* COBS: every zero, from the last to the first, becomes the distance to the
	 * zero after it. A frame is shorter than 254 bytes, so one code byte in
	 * front is all that is added. */
	uint8_t next = (uint8_t)(n + 1); /* index in wire + 1 of the final delimiter */
	wire[n + 2] = WIRE_DELIMITER;
	for (uint8_t i = n; i >= 1; i--) {
		if (wire[i + 1] == 0) {
			wire[i + 1] = (uint8_t)(next - i);
			next = i;
		}
	}
	wire[1] = next;
	wire[0] = WIRE_DELIMITER;
	return (uint8_t)(n + 3);
}
