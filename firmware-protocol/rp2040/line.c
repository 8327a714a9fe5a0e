/*
 * The line to the host: USB while a host has the serial device there open, the UART
 * otherwise. Received bytes wait in a ring that interrupts fill.
 */
#include "config.h"
#include "parts.h"
#include "port.h"
#include "regs.h"

/* As much as the UART brings in 44 ms; a light frame takes 3. */
#define RING 512
static uint8_t ring[RING];
static volatile uint16_t head, tail;
static volatile uint16_t overruns;

static const uint8_t *volatile sending;
static volatile uint8_t left;

void line_init(void)
{
	release(RESET_UART0);
	/* 4.2.7.1: the divisor in 64ths of a sixteenth of a bit, rounded. */
	const uint32_t divisor = (CLOCK_HZ * 8 / BAUD_RATE + 1) / 2;
	REG(UART0_IBRD) = divisor >> 6;
	REG(UART0_FBRD) = divisor & 63;
	REG(UART0_LCR_H) = UART_8_BITS | UART_FIFOS;
	REG(UART0_IFLS) = 0; /* interrupts at four bytes of 32 */
	REG(UART0_IMSC) = UART_INT_RX | UART_INT_RX_TIMEOUT;
	REG(UART0_CR) = UART_ON;
	pin(PIN_UART_TX, GPIO_UART, PAD_4MA);
	pin(PIN_UART_RX, GPIO_UART, PAD_INPUT | PAD_PULL_UP | PAD_SCHMITT);
}

uint16_t line_room(void)
{
	return (uint16_t)(tail - head - 1) % RING;
}

void line_put(uint8_t byte)
{
	if (line_room()) {
		ring[head] = byte;
		head = (head + 1) % RING;
	} else if (overruns != UINT16_MAX) {
		overruns++;
	}
}

/* Fills the UART's buffer, which tells when it is nearly empty again. */
static void fill(void)
{
	while (left && !(REG(UART0_FR) & UART_FR_TX_FULL)) {
		REG(UART0_DR) = *sending++;
		left--;
	}
	if (left)
		REG(UART0_IMSC) = UART_INT_RX | UART_INT_RX_TIMEOUT | UART_INT_TX;
	else
		REG(UART0_IMSC) = UART_INT_RX | UART_INT_RX_TIMEOUT;
}

void uart_event(void)
{
	REG(UART0_ICR) = UART_INT_RX | UART_INT_RX_TIMEOUT | UART_INT_TX;
	while (!(REG(UART0_FR) & UART_FR_RX_EMPTY)) {
		uint32_t d = REG(UART0_DR);
		if (usb_open())
			continue;
		if (d & UART_DR_OVERRUN && overruns != UINT16_MAX)
			overruns++;
		line_put((uint8_t)d);
	}
	fill();
}

bool line_waits(void)
{
	return head != tail && port_idle();
}

bool port_take(uint8_t *byte)
{
	if (head == tail)
		return false;
	*byte = ring[tail];
	tail = (tail + 1) % RING;
	usb_more();
	return true;
}

bool port_idle(void)
{
	return left == 0 && usb_idle();
}

void port_send(const uint8_t *bytes, uint8_t n)
{
	if (usb_open()) {
		usb_send(bytes, n);
		return;
	}
	interrupts_off();
	sending = bytes;
	left = n;
	fill();
	interrupts_on();
}

uint16_t port_overruns(void)
{
	return overruns;
}
