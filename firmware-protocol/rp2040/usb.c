/*
 * The chip as a serial device on USB: the abstract control model of the class for
 * communication devices (USB "CDC 1.2" and "PSTN 1.2"), on the controller of the
 * RP2040 (datasheet, 4.1). Chapters without a name are those of "USB 2.0".
 */
#include <string.h>

#include "parts.h"
#include "port.h"
#include "regs.h"

#define PACKET 64
#define STUCK_US 500000

/* Endpoints, and where their buffers lie in the shared memory. */
enum { NOTICES = 1, DATA = 2 };
#define NOTICES_AT 0x180
#define OUT_AT 0x1C0
#define IN_AT 0x200

enum { GET_STATUS = 0, CLEAR_FEATURE = 1, SET_FEATURE = 3, SET_ADDRESS = 5, GET_DESCRIPTOR = 6,
       GET_CONFIGURATION = 8, SET_CONFIGURATION = 9, GET_INTERFACE = 10, SET_INTERFACE = 11 }; /* 9.4 */
enum { SET_LINE_CODING = 0x20, GET_LINE_CODING = 0x21, SET_CONTROL_LINE_STATE = 0x22, SEND_BREAK = 0x23 }; /* PSTN 6.3 */
enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3 };
enum { FROM_DEVICE = 0x80, CLASS = 0x20, ANY_TYPE = 0x60 };

static const uint8_t device[] = {
	18, DEVICE, 0x00, 0x02, 2 /* communication */, 0, 0, PACKET,
	0x8A, 0x2E, 0x0A, 0x00, /* Raspberry Pi's number for a Pico with a serial device */
	0x00, 0x01, 1, 2, 3, 1,
};

#define ENDPOINT(address, type, size, interval) 7, 5, address, type, size, 0, interval
static const uint8_t configuration[] = {
	9, CONFIGURATION, 67, 0, 2, 1, 0, 0x80, 125, /* from the bus, 250 mA at most */
	9, 4, 0, 0, 1, 2, 2, 0, 0,                   /* communication: abstract control model */
	5, 0x24, 0x00, 0x10, 0x01,                   /* CDC 5.2.3: header, version 1.10 */
	5, 0x24, 0x01, 0, 1,                         /* call management: none */
	4, 0x24, 0x02, 2,                            /* line coding and state are understood */
	5, 0x24, 0x06, 0, 1,                         /* interfaces 0 and 1 belong together */
	ENDPOINT(0x80 | NOTICES, 3, 8, 255),
	9, 4, 1, 0, 2, 10, 0, 0, 0, /* data */
	ENDPOINT(DATA, 2, PACKET, 0),
	ENDPOINT(0x80 | DATA, 2, PACKET, 0),
};

static const char *const strings[] = {[1] = "Stonehand", [2] = "Stonehand board"};

static struct {
	uint8_t type, request;
	uint16_t value, index, length;
} setup;
static uint8_t reply[64];
static const uint8_t *answer; /* what is left of an answer to a control request */
static uint16_t answer_left;
static bool answering;
static uint8_t address; /* to be taken once its request is through */
static bool taking_coding;
static uint8_t coding[7] = {0x00, 0xC2, 0x01, 0x00, 0, 0, 8}; /* 115200 baud, 8 data bits */

static volatile bool configured, terminal; /* terminal: somebody has it open */
/* The PID of the next packet: of control answers, and of both data endpoints. */
static uint8_t control_pid, in_pid, out_pid;

static const uint8_t *volatile sending;
static volatile uint8_t left;
static volatile bool on_its_way; /* a packet that the host has not fetched */
static volatile bool owes_end;   /* a short packet must end what was sent */
static volatile uint32_t moved_us;
static volatile uint8_t unread;  /* bytes of a packet that found no room yet, plus 1 */

/* 4.1.2.5.1: the controller runs on a clock of its own, so it gets the rest first,
 * and the buffer some cycles later. */
static void hand_over(uint8_t n, bool out, uint32_t flags)
{
	USB_BUFFER(n, out) = flags;
	for (uint8_t i = 0; i < 4; i++)
		__asm__ volatile("nop\nnop\nnop");
	USB_BUFFER(n, out) = flags | USB_BUFFER_READY;
}

static uint32_t toggle(uint8_t *pid)
{
	uint32_t flag = *pid ? USB_BUFFER_DATA1 : 0;
	*pid ^= 1;
	return flag;
}

/* The shared memory takes words and bytes. */
static void copy_in(uint32_t at, const uint8_t *from, uint8_t n)
{
	volatile uint8_t *to = (volatile uint8_t *)at;
	while (n--)
		*to++ = *from++;
}

static void control_in(void)
{
	uint8_t n = answer_left < PACKET ? (uint8_t)answer_left : PACKET;
	copy_in(USB_EP0_DATA, answer, n);
	answer += n;
	answer_left = (uint16_t)(answer_left - n);
	hand_over(0, false, USB_BUFFER_FULL | toggle(&control_pid) | n);
}

/* done ends a request that brings nothing back. */
static void done(void)
{
	answer_left = 0;
	answering = false;
	control_pid = 1;
	control_in();
}

static void give(const void *p, uint16_t n)
{
	answer = p;
	answer_left = n < setup.length ? n : setup.length;
	answering = true;
	control_in();
}

static void refuse(void)
{
	REG(USB_EP_STALL_ARM) = 3;
	USB_BUFFER(0, false) = USB_BUFFER_STALL;
	USB_BUFFER(0, true) = USB_BUFFER_STALL;
}

static void give_string(uint8_t index)
{
	static const char digits[] = "0123456789ABCDEF";
	uint8_t n = 2;
	if (index == 0) {
		reply[n++] = 0x09; /* English */
		reply[n++] = 0x04;
	} else if (index == 3) {
		uint8_t uid[8];
		port_uid(uid);
		for (uint8_t i = 0; i < 16; i++, n += 2) {
			reply[n] = (uint8_t)digits[uid[i / 2] >> (i & 1 ? 0 : 4) & 15];
			reply[n + 1] = 0;
		}
	} else if (index < 3) {
		for (const char *s = strings[index]; *s; n += 2) {
			reply[n] = (uint8_t)*s++;
			reply[n + 1] = 0;
		}
	} else {
		refuse();
		return;
	}
	reply[0] = n;
	reply[1] = STRING;
	give(reply, n);
}

static void receive(void)
{
	hand_over(DATA, true, toggle(&out_pid) | PACKET);
}

static void forget(void)
{
	left = 0;
	on_its_way = owes_end = false;
	unread = 0;
	in_pid = out_pid = 0;
}

static void configure(bool on)
{
	forget();
	configured = on;
	terminal = false;
	if (!on)
		return;
	USB_ENDPOINT(NOTICES, false) = USB_ENDPOINT_ON | USB_ENDPOINT_TYPE(3) | NOTICES_AT;
	USB_ENDPOINT(DATA, true) = USB_ENDPOINT_ON | USB_ENDPOINT_INTERRUPT | USB_ENDPOINT_TYPE(2) | OUT_AT;
	USB_ENDPOINT(DATA, false) = USB_ENDPOINT_ON | USB_ENDPOINT_INTERRUPT | USB_ENDPOINT_TYPE(2) | IN_AT;
	receive();
}

static void class_request(void)
{
	switch (setup.request) {
	case SET_LINE_CODING:
		taking_coding = true;
		hand_over(0, true, USB_BUFFER_DATA1 | PACKET);
		return;
	case GET_LINE_CODING:
		give(coding, sizeof coding);
		return;
	case SET_CONTROL_LINE_STATE:
		terminal = setup.value & 1;
		/* fall through */
	case SEND_BREAK:
		done();
		return;
	}
	refuse();
}

static void standard_request(void)
{
	switch (setup.request) {
	case GET_DESCRIPTOR:
		if (setup.value >> 8 == DEVICE)
			give(device, sizeof device);
		else if (setup.value >> 8 == CONFIGURATION)
			give(configuration, sizeof configuration);
		else if (setup.value >> 8 == STRING)
			give_string((uint8_t)setup.value);
		else
			refuse();
		return;
	case SET_ADDRESS:
		address = (uint8_t)setup.value;
		done();
		return;
	case SET_CONFIGURATION:
		configure(setup.value == 1);
		done();
		return;
	case GET_CONFIGURATION:
		reply[0] = configured;
		give(reply, 1);
		return;
	case GET_INTERFACE:
	case GET_STATUS:
		reply[0] = reply[1] = 0;
		give(reply, setup.request == GET_STATUS ? 2 : 1);
		return;
	case CLEAR_FEATURE:
		/* 9.4.5: an endpoint begins again with DATA0. */
		if (setup.index == (0x80 | DATA))
			in_pid = 0;
		done();
		return;
	case SET_FEATURE:
	case SET_INTERFACE:
		done();
		return;
	}
	refuse();
}

static void requested(void)
{
	memcpy(&setup, (const void *)USB_DPRAM, sizeof setup);
	control_pid = 1;
	answering = taking_coding = false;
	if ((setup.type & ANY_TYPE) == CLASS)
		class_request();
	else if ((setup.type & ANY_TYPE) == 0)
		standard_request();
	else
		refuse();
}

static void control_in_gone(void)
{
	if (address) {
		REG(USB_ADDR_ENDP) = address;
		address = 0;
	}
	if (answer_left) {
		control_in();
	} else if (answering) {
		answering = false;
		hand_over(0, true, USB_BUFFER_DATA1); /* the host's word that it is through */
	}
}

static void control_out_came(void)
{
	if (!taking_coding)
		return;
	taking_coding = false;
	memcpy(coding, (const void *)USB_EP0_DATA, sizeof coding);
	done();
}

/* Hands the next packet of what is being sent to the controller. */
static void data_in(void)
{
	uint8_t n = left < PACKET ? left : PACKET;
	copy_in(USB_DPRAM + IN_AT, sending, n);
	sending += n;
	left = (uint8_t)(left - n);
	owes_end = left == 0 && n == PACKET;
	on_its_way = true;
	hand_over(DATA, false, USB_BUFFER_FULL | toggle(&in_pid) | n);
}

/* A packet that finds no room stays where it is, and the host waits. */
static void data_out(void)
{
	uint8_t n = (uint8_t)(unread - 1);
	if (line_room() < n)
		return;
	const volatile uint8_t *from = (const volatile uint8_t *)(USB_DPRAM + OUT_AT);
	unread = 0;
	while (n--)
		line_put(*from++);
	receive();
}

static void buffers_done(void)
{
	uint32_t status = REG(USB_BUFF_STATUS);
	CLEAR(USB_BUFF_STATUS) = status;
	if (status & 1 << 0)
		control_in_gone();
	if (status & 1 << 1)
		control_out_came();
	if (status & 1 << 2 * DATA) {
		on_its_way = false;
		moved_us = REG(TIMER_RAW);
		if (left || owes_end)
			data_in();
	}
	if (status & 1 << (2 * DATA + 1)) {
		unread = (uint8_t)((USB_BUFFER(DATA, true) & USB_BUFFER_LENGTH) + 1);
		data_out();
	}
}

void usb_event(void)
{
	uint32_t status = REG(USB_SIE_STATUS);
	if (status & USB_SIE_BUS_RESET) {
		CLEAR(USB_SIE_STATUS) = USB_SIE_BUS_RESET;
		REG(USB_ADDR_ENDP) = 0;
		address = 0;
		configure(false);
	}
	if (status & USB_SIE_SETUP) {
		CLEAR(USB_SIE_STATUS) = USB_SIE_SETUP;
		requested();
	}
	buffers_done();
}

void usb_init(void)
{
	release(RESET_USBCTRL);
	for (uint32_t at = 0; at < 0x180; at += 4)
		REG(USB_DPRAM + at) = 0;
	REG(USB_MUXING) = USB_TO_PHY;
	REG(USB_PWR) = USB_VBUS_THERE; /* powered by it, or not: a host makes itself known */
	REG(USB_MAIN_CTRL) = 1;
	REG(USB_SIE_CTRL) = USB_SIE_EP0_INTERRUPT;
	REG(USB_INTE) = USB_INT_BUFFER | USB_INT_BUS_RESET | USB_INT_SETUP;
	SET(USB_SIE_CTRL) = USB_SIE_PULL_UP;
}

/* A cable that is pulled out of a board with a supply of its own suspends the bus. */
bool usb_open(void)
{
	return configured && terminal && !(REG(USB_SIE_STATUS) & USB_SIE_SUSPENDED);
}

void usb_send(const uint8_t *bytes, uint8_t n)
{
	interrupts_off();
	/* What the host has left lying for so long costs this frame too. */
	if (!on_its_way) {
		sending = bytes;
		left = n;
		moved_us = REG(TIMER_RAW);
		data_in();
	}
	interrupts_on();
}

/* A host that fetches nothing does not stop the board. */
bool usb_idle(void)
{
	if (!on_its_way && left == 0)
		return true;
	if (usb_open() && REG(TIMER_RAW) - moved_us < STUCK_US)
		return false;
	left = 0;
	owes_end = false;
	return true;
}

void usb_more(void)
{
	if (!unread)
		return;
	interrupts_off();
	if (unread)
		data_out();
	interrupts_on();
}
