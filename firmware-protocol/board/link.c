#include "link.h"

#include <string.h>

#include "config.h"
#include "grid.h"
#include "lights.h"
#include "looks.h"
#include "port.h"
#include "wire.h"

#define PING_MS 1000
#define MISSED_PINGS 3
#define FAULT_MS 1000

/* More changes than this are shorter as a snapshot. */
#define MAX_DELTA ((POINTS + 3) / 4 / 2 < 98 ? (POINTS + 3) / 4 / 2 + 1 : 98)

/* The frame that is built while the line is idle, and its payload. */
static uint8_t frame[WIRE_MAX_WIRE];
#define PAYLOAD (frame + WIRE_PAYLOAD)
static uint8_t seq;
static uint32_t frames_out;

static struct wire_decoder decoder;
static uint16_t unknown;
static uint16_t longest_loop;

static uint32_t now, ping_at, snapshot_at, fault_at;
static uint8_t unanswered; /* pings in a row */
static bool ever_scanned;
static uint16_t scan_id;
static bool blind; /* the host was told that the chain is broken, and nothing since */

static uint16_t snapshot_ms = SNAPSHOT_MS;
static uint8_t scan_ms = SCAN_MS;
static uint8_t brightness = BRIGHTNESS;
static uint16_t limit_ma = LIMIT_MA;

uint8_t link_scan_ms(void)
{
	return scan_ms;
}

void link_loop(uint16_t ms)
{
	if (ms > longest_loop)
		longest_loop = ms;
}

static uint16_t get16(const uint8_t *p)
{
	return (uint16_t)(p[0] | (uint16_t)p[1] << 8);
}

static uint8_t *put16(uint8_t *p, uint16_t v)
{
	*p++ = (uint8_t)v;
	*p++ = (uint8_t)(v >> 8);
	return p;
}

static uint8_t *put32(uint8_t *p, uint32_t v)
{
	return put16(put16(p, (uint16_t)v), (uint16_t)(v >> 16));
}

/* Sends what was built from PAYLOAD to end. */
static void send(uint8_t type, uint8_t ack, const uint8_t *end)
{
	if (++seq == 0)
		seq = 1;
	frames_out++;
	port_send(frame, wire_seal(frame, type, seq, ack, (uint8_t)(end - PAYLOAD)));
}

static void refuse(const struct wire_frame *f, uint8_t code, uint16_t detail)
{
	uint8_t *p = PAYLOAD;
	*p++ = code;
	*p++ = f->type;
	send(WIRE_ERROR, f->seq, put16(p, detail));
}

static void acknowledge(const struct wire_frame *f)
{
	send(WIRE_ACK, f->seq, PAYLOAD);
}

static void send_caps(uint8_t ack)
{
	static const char model[] IN_FLASH = MODEL;
	uint8_t *p = PAYLOAD;
	*p++ = WIRE_MAJOR;
	*p++ = WIRE_MINOR;
	*p++ = FIRMWARE_MAJOR;
	*p++ = FIRMWARE_MINOR;
	*p++ = FIRMWARE_PATCH;
	*p++ = PLANES;
	*p++ = ROWS;
	*p++ = COLS;
	p = put16(p, LIGHTS);
	*p++ = EDGE_LEDS;
	p = put16(p, (POINT_LEDS ? WIRE_POINT_LEDS : 0) | (EDGE_LEDS ? WIRE_EDGE_LEDS : 0) |
			     (CHAIN_CHECK ? WIRE_CHAIN_CHECK : 0) |
			     (ANALOG ? WIRE_FIELD_RAW | WIRE_LEVELS : 0) | WIRE_HAS_SELFTEST | WIRE_LIMIT);
	p = put16(p, port_boot());
	*p++ = port_cause();
	port_uid(p);
	p += 8;
	*p++ = sizeof model - 1;
	from_flash(p, model, sizeof model - 1);
	send(WIRE_CAPS, ack, p + sizeof model - 1);
}

static void send_alive(uint8_t type, uint8_t ack)
{
	send(type, ack, put32(put16(PAYLOAD, port_boot()), now));
}

static void send_snapshot(uint8_t ack)
{
	uint8_t *p = put16(put16(PAYLOAD, scan_id), POINTS);
	send(WIRE_SNAPSHOT, ack, p + grid_pack(p));
	grid_reported();
	snapshot_at = now;
	blind = false;
}

static void send_chain_fault(uint8_t ack, uint8_t about)
{
	blind = true;
	uint8_t *p = PAYLOAD;
	*p++ = WIRE_ERR_CHAIN;
	*p++ = about;
	send(WIRE_ERROR, ack, put16(p, grid_faults()));
}

/* Sends the changes since the last report, if there are any. */
static bool send_changes(void)
{
	uint8_t *p = PAYLOAD;
	uint8_t n = grid_delta(p + 2, MAX_DELTA);
	if (n == 0)
		return false;
	scan_id++;
	if (n > MAX_DELTA) {
		send_snapshot(0);
		return true;
	}
	put16(p, scan_id);
	send(WIRE_DELTA, 0, p + 2 + 2 * n);
	grid_reported();
	return true;
}

static void take_config(const struct wire_frame *f)
{
	const uint8_t *p = f->payload;
	uint16_t snapshot = get16(p), limit = get16(p + 4);
	if (snapshot && (snapshot < 200 || snapshot > 5000)) {
		refuse(f, WIRE_ERR_VALUE, snapshot);
		return;
	}
	if (p[2] && (p[2] < 2 || p[2] > 100)) {
		refuse(f, WIRE_ERR_VALUE, p[2]);
		return;
	}
	if (snapshot)
		snapshot_ms = snapshot;
	if (p[2])
		scan_ms = p[2];
	if (p[3])
		brightness = p[3];
	if (limit)
		limit_ma = limit;
	lights_limit(brightness, limit_ma);
	uint8_t *q = put16(PAYLOAD, snapshot_ms);
	*q++ = scan_ms;
	*q++ = brightness;
	send(WIRE_CONFIG_NOW, f->seq, put16(q, limit_ma));
}

/* Either every run of the frame is taken, or none. */
static void take_led_set(const struct wire_frame *f)
{
	if (LIGHTS == 0) {
		refuse(f, WIRE_ERR_UNSUPPORTED, 0);
		return;
	}
	for (uint8_t write = 0; write < 2; write++) {
		uint8_t at = 0;
		while (at < f->len) {
			const uint8_t *run = f->payload + at;
			uint8_t left = (uint8_t)(f->len - at);
			if (left < 4 || run[2] == 0 || run[2] > left - 3) {
				refuse(f, WIRE_ERR_LENGTH, f->len);
				return;
			}
			uint16_t first = get16(run);
			for (uint8_t i = 0; i < run[2]; i++) {
				uint16_t point = first + i;
				if (point < first || point >= LIGHTS || run[3 + i] >= SIGNALS) {
					refuse(f, WIRE_ERR_VALUE, point);
					return;
				}
				if (write)
					lights_stage(point, run[3 + i]);
			}
			at = (uint8_t)(at + 3 + run[2]);
		}
	}
	acknowledge(f);
}

static void take_led_commit(const struct wire_frame *f)
{
	uint16_t check = lights_check();
	if (f->payload[0] >= SIGNALS) {
		refuse(f, WIRE_ERR_VALUE, f->payload[0]);
		return;
	}
	if (check != get16(f->payload + 1)) {
		refuse(f, WIRE_ERR_PICTURE, check);
		return;
	}
	lights_commit(f->payload[0]);
	acknowledge(f);
}

static void take_snapshot_get(const struct wire_frame *f)
{
	uint16_t first = f->len >= 3 ? get16(f->payload) : 0;
	uint8_t count = f->len >= 3 ? f->payload[2] : 0;
	if (!grid_good()) {
		send_chain_fault(f->seq, f->type);
		return;
	}
	if (count == 0) {
		/* The host takes a report without an answer's number too, but one that
		 * is behind the grid would make the next delta a gap. */
		if (grid_delta(PAYLOAD, 1) > 0)
			scan_id++;
		send_snapshot(f->seq);
		return;
	}
	if (first >= POINTS || count > POINTS - first) {
		refuse(f, WIRE_ERR_VALUE, first);
		return;
	}
	/* A part is of what was told last, so that all parts under one number fit. */
	if (!ever_scanned)
		grid_reported();
	ever_scanned = true;
	uint8_t *p = put16(put16(PAYLOAD, scan_id), first);
	*p++ = count;
	send(WIRE_PART, f->seq, p + grid_pack_told(p, first, count));
}

static void take_raw_get(const struct wire_frame *f)
{
	uint16_t first = get16(f->payload);
	uint8_t count = f->payload[2];
	if (count == 0 || count > WIRE_MAX_PAYLOAD - 2 || first >= POINTS || count > POINTS - first) {
		refuse(f, WIRE_ERR_VALUE, first);
		return;
	}
	uint8_t *p = put16(PAYLOAD, first);
	for (uint8_t i = 0; i < count; i++)
		*p++ = (uint8_t)grid_field(first + i);
	send(WIRE_RAW, f->seq, p);
}

/* Either every level of the frame is taken, or none. */
static void take_levels(const struct wire_frame *f)
{
#if ANALOG
	uint16_t first = get16(f->payload);
	uint8_t n = (uint8_t)(f->len - 2) / 2;
	if (f->len % 2) {
		refuse(f, WIRE_ERR_LENGTH, f->len);
		return;
	}
	if (first >= POINTS || n > POINTS - first) {
		refuse(f, WIRE_ERR_VALUE, first);
		return;
	}
	const uint8_t *p = f->payload + 2;
	for (uint8_t i = 0; i < n; i++)
		if (p[2 * i + 1] > 127) {
			refuse(f, WIRE_ERR_VALUE, first + i);
			return;
		}
	for (uint8_t i = 0; i < n; i++)
		grid_level(first + i, (int8_t)p[2 * i], p[2 * i + 1]);
	acknowledge(f);
#else
	refuse(f, WIRE_ERR_UNSUPPORTED, 0); /* these sensors tell stones by themselves */
#endif
}

static void run_selftest(const struct wire_frame *f)
{
	uint8_t ran = WIRE_TEST_MEMORY | (HAS_EEPROM ? WIRE_TEST_EEPROM : 0), failed = 0;
	uint16_t found = 0xFFFF, free = port_free_ram();
#if CHAIN_CHECK || ANALOG
	ran |= WIRE_TEST_CHAIN;
	found = grid_found();
	if (found != CHIPS)
		failed |= WIRE_TEST_CHAIN;
#endif
	if (free < 64)
		failed |= WIRE_TEST_MEMORY;
	if (HAS_EEPROM && !port_stored())
		failed |= WIRE_TEST_EEPROM;
	uint8_t *p = PAYLOAD;
	*p++ = ran;
	*p++ = failed;
	send(WIRE_SELFTEST, f->seq, put16(put16(put16(p, CHIPS), found), free));
}

static void send_stats(const struct wire_frame *f)
{
	const struct wire_counts *c = &decoder.counts;
	uint8_t *p = put32(PAYLOAD, now);
	p = put32(p, c->frames);
	p = put32(p, frames_out);
	p = put32(p, grid_scans());
	p = put16(p, c->crc);
	p = put16(p, c->bad);
	p = put16(p, c->overlong);
	p = put16(p, port_overruns());
	p = put16(p, unknown);
	p = put16(p, grid_faults());
	p = put16(p, longest_loop);
	send(WIRE_STATS, f->seq, put16(p, port_free_ram()));
}

/* The least payload of each command; 0xFF for what is no command. */
static uint8_t least(uint8_t type)
{
	switch (type) {
	case WIRE_HELLO:
		return 2;
	case WIRE_CONFIG:
		return 6;
	case WIRE_LED_SET:
	case WIRE_LEVELS_SET:
		return 4;
	case WIRE_LED_COMMIT:
	case WIRE_RAW_GET:
		return 3;
	case WIRE_HOST_PING:
	case WIRE_HOST_PONG:
	case WIRE_SNAPSHOT_GET:
	case WIRE_SELFTEST_RUN:
	case WIRE_STATS_GET:
		return 0;
	}
	return 0xFF;
}

static void take(const struct wire_frame *f)
{
	if (f->type & 0x80)
		return; /* our own echo */
	/* A host that speaks another version must learn which one we speak. */
	if (f->type == WIRE_HELLO) {
		unanswered = 0;
		lights_lost(false);
		send_caps(f->seq);
		return;
	}
	if (f->version != WIRE_MAJOR) {
		refuse(f, WIRE_ERR_VERSION, WIRE_MAJOR);
		return;
	}
	unanswered = 0;
	lights_lost(false);
	uint8_t need = least(f->type);
	if (need == 0xFF) {
		if (unknown != UINT16_MAX)
			unknown++;
		return;
	}
	if (f->len < need) {
		refuse(f, WIRE_ERR_LENGTH, f->len);
		return;
	}
	switch (f->type) {
	case WIRE_HOST_PING:
		send_alive(WIRE_BOARD_PONG, f->seq);
		break;
	case WIRE_CONFIG:
		take_config(f);
		break;
	case WIRE_SNAPSHOT_GET:
		take_snapshot_get(f);
		break;
	case WIRE_LED_SET:
		take_led_set(f);
		break;
	case WIRE_LED_COMMIT:
		take_led_commit(f);
		break;
	case WIRE_RAW_GET:
		take_raw_get(f);
		break;
	case WIRE_LEVELS_SET:
		take_levels(f);
		break;
	case WIRE_SELFTEST_RUN:
		run_selftest(f);
		break;
	case WIRE_STATS_GET:
		send_stats(f);
		break;
	}
}

/* Sends what is due, the most urgent first; the line is idle. */
static void report(void)
{
	if (now - ping_at >= PING_MS) {
		ping_at = now;
		if (unanswered == MISSED_PINGS)
			lights_lost(true);
		else
			unanswered++;
		send_alive(WIRE_BOARD_PING, 0);
	} else if (!grid_good()) {
		if (now - fault_at >= FAULT_MS) {
			fault_at = now;
			send_chain_fault(0, 0);
		}
	} else if (!ever_scanned) {
		ever_scanned = true;
		send_snapshot(0);
	} else if (!send_changes() && (blind || now - snapshot_at >= snapshot_ms)) {
		/* After a fault the host believes nothing before a snapshot. */
		send_snapshot(0);
	}
}

void link_run(uint32_t ms)
{
	static bool introduced, answered;
	uint8_t byte;
	struct wire_frame f;
	now = ms;
	if (!port_idle())
		return;
	if (!introduced) {
		introduced = true;
		send_caps(0);
		return;
	}
	/* A host that asks without a pause must not keep the stones from being
	 * told: after every answer, what is due comes first. */
	if (answered) {
		answered = false;
		report();
	}
	while (port_idle() && port_take(&byte)) {
		if (wire_take(&decoder, byte, &f)) {
			take(&f);
			answered = !port_idle();
		}
	}
	if (port_idle())
		report();
}
