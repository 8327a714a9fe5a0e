/*
 * The wire between a board and its host, in portable C99: frames, their check,
 * and the names of everything in them. ../README.md is the specification.
 *
 * Nothing here allocates, blocks or keeps state outside the structs given to
 * it, so the same code runs on an 8-bit microcontroller and on a desktop.
 */
#ifndef STONEHAND_WIRE_H
#define STONEHAND_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_MAJOR 1
#define WIRE_MINOR 3

#define WIRE_DELIMITER 0x00
#define WIRE_HEADER 5 /* version, type, seq, ack, len */
#define WIRE_CRC 2    /* little endian */
#define WIRE_MAX_PAYLOAD 200
#define WIRE_MAX_FRAME (WIRE_HEADER + WIRE_MAX_PAYLOAD + WIRE_CRC)
/* Delimiter, COBS code, frame, delimiter. */
#define WIRE_MAX_WIRE (WIRE_MAX_FRAME + 3)
/* Where the payload stands in a buffer that wire_seal frames in place. */
#define WIRE_PAYLOAD (2 + WIRE_HEADER)

/* Bit 7 is set in everything that a board sends. */
enum wire_type {
	WIRE_HELLO = 0x01,
	WIRE_HOST_PING = 0x02,
	WIRE_HOST_PONG = 0x03,
	WIRE_CONFIG = 0x10,
	WIRE_SNAPSHOT_GET = 0x11,
	WIRE_LED_SET = 0x12,
	WIRE_LED_COMMIT = 0x13,
	WIRE_RAW_GET = 0x14,
	WIRE_SELFTEST_RUN = 0x15,
	WIRE_STATS_GET = 0x16,
	WIRE_LEVELS_SET = 0x17, /* since 1.1 */

	WIRE_ACK = 0x80,
	WIRE_CAPS = 0x81,
	WIRE_BOARD_PING = 0x82,
	WIRE_BOARD_PONG = 0x83,
	WIRE_CONFIG_NOW = 0x90,
	WIRE_SNAPSHOT = 0x91,
	WIRE_DELTA = 0x92,
	WIRE_PART = 0x93, /* since 1.2 */
	WIRE_RAW = 0x94,
	WIRE_SELFTEST = 0x95,
	WIRE_STATS = 0x96,
	WIRE_ERROR = 0x9F
};

enum wire_error {
	WIRE_ERR_LENGTH = 1,
	WIRE_ERR_VALUE = 2,
	WIRE_ERR_VERSION = 3,
	WIRE_ERR_PICTURE = 4,
	WIRE_ERR_UNSUPPORTED = 5,
	WIRE_ERR_CHAIN = 6
};

enum wire_state {
	WIRE_EMPTY = 0,
	WIRE_BLACK = 1, /* or a stone of any colour, on a board of one plane */
	WIRE_WHITE = 2,
	WIRE_UNREADABLE = 3
};

enum wire_feature {
	WIRE_POINT_LEDS = 1 << 0,
	WIRE_EDGE_LEDS = 1 << 1,
	WIRE_FIELD_RAW = 1 << 2,
	WIRE_HAS_SELFTEST = 1 << 3,
	WIRE_LIMIT = 1 << 4,
	WIRE_CHAIN_CHECK = 1 << 5,
	WIRE_LEVELS = 1 << 6
};

enum wire_test {
	WIRE_TEST_CHAIN = 1 << 0,
	WIRE_TEST_MEMORY = 1 << 1,
	WIRE_TEST_EEPROM = 1 << 2
};

/* What a decoder has seen; every counter stops at its largest value. */
struct wire_counts {
	uint32_t frames;  /* good ones */
	uint16_t crc;     /* complete, but the check failed */
	uint16_t bad;     /* not COBS, too short, or of another length than it says */
	uint16_t overlong; /* no delimiter within the longest frame */
};

/* A stream decoder. All zero is ready to use. */
struct wire_decoder {
	struct wire_counts counts;
	uint8_t buf[WIRE_MAX_FRAME];
	uint8_t n;    /* bytes of buf in use */
	uint8_t code; /* the block's code byte; 0 before the first */
	uint8_t left; /* bytes of the block still to come */
	bool over;    /* overlong: drop everything up to the delimiter */
};

/* One frame, its check already passed. */
struct wire_frame {
	uint8_t version, type, seq, ack, len;
	const uint8_t *payload; /* len bytes, in the decoder; valid until the next byte */
};

/*
 * wire_take gives the decoder the next byte of the stream. It returns true, and
 * fills *f, when that byte completed a good frame.
 */
bool wire_take(struct wire_decoder *d, uint8_t byte, struct wire_frame *f);

/*
 * wire_seal frames, in place, the len bytes of payload (at most
 * WIRE_MAX_PAYLOAD) that the caller has put at wire[WIRE_PAYLOAD]; wire has room
 * for WIRE_MAX_WIRE bytes. It returns how many bytes from wire[0] on go onto the
 * line, delimiters included.
 */
uint8_t wire_seal(uint8_t *wire, uint8_t type, uint8_t seq, uint8_t ack, uint8_t len);

/* Start value of a check that is built up with wire_crc. */
#define WIRE_CRC_START 0xFFFF

/* wire_crc adds one byte to a CRC-16/CCITT-FALSE. */
uint16_t wire_crc(uint16_t crc, uint8_t byte);

/* wire_crc_all returns the CRC-16/CCITT-FALSE of n bytes. */
uint16_t wire_crc_all(const uint8_t *p, size_t n);

#endif
