/*
 * The serial line. Received bytes wait in a ring that interrupts fill; what is sent
 * goes out of the caller's buffer.
 */
#include "parts.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "config.h"
#include "port.h"

/* 256 bytes take 22 ms to fill at 115200 baud; a light frame takes 7 ms. Eight-bit
 * indices wrap by themselves. */
static uint8_t ring[256];
static volatile uint8_t head, tail;
static volatile uint16_t overruns;

static const uint8_t *sending;
static volatile uint8_t sent, length; /* sent == length: idle */

void uart_init(void)
{
	UCSR0A = _BV(U2X0);
	UBRR0 = (uint16_t)((F_CPU + BAUD_RATE * 4) / (BAUD_RATE * 8) - 1);
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(UART_RX_vect)
{
	uint8_t status = UCSR0A;
	uint8_t byte = UDR0;
	bool lost = status & _BV(DOR0);
	uint8_t next = (uint8_t)(head + 1);
	if (next != tail) {
		ring[head] = byte;
		head = next;
	} else {
		lost = true;
	}
	if (lost && overruns != UINT16_MAX)
		overruns++;
}

ISR(UART_UDRE_vect)
{
	UDR0 = sending[sent];
	if (++sent == length)
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_usable(void)
{
	return head != tail && sent == length;
}

bool port_take(uint8_t *byte)
{
	if (head == tail)
		return false;
	*byte = ring[tail];
	tail++;
	return true;
}

bool port_idle(void)
{
	return sent == length;
}

void port_send(const uint8_t *bytes, uint8_t n)
{
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		sending = bytes;
		sent = 0;
		length = n;
		UCSR0B |= _BV(UDRIE0);
	}
}

uint16_t port_overruns(void)
{
	uint16_t n;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		n = overruns;
	}
	return n;
}
