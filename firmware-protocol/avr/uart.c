#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "config.h"

/* 256 bytes take 22 ms to fill at 115200 baud; a light frame takes 7 ms. Eight-bit
 * indices wrap by themselves. */
static uint8_t ring[256];
static volatile uint8_t head, tail;
static volatile uint16_t overruns;

static uint8_t frame[WIRE_MAX_WIRE];
static volatile uint8_t sent, length; /* sent == length: idle */
static uint8_t seq;
static uint32_t frames;

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
	UDR0 = frame[sent];
	if (++sent == length)
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_pending(void)
{
	return head != tail;
}

bool uart_take(uint8_t *byte)
{
	if (head == tail)
		return false;
	*byte = ring[tail];
	tail++;
	return true;
}

bool uart_idle(void)
{
	return sent == length;
}

uint8_t *uart_payload(void)
{
	return frame + WIRE_PAYLOAD;
}

void uart_send(uint8_t type, uint8_t ack, uint8_t len)
{
	if (++seq == 0)
		seq = 1;
	uint8_t n = wire_seal(frame, type, seq, ack, len);
	frames++;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		sent = 0;
		length = n;
		UCSR0B |= _BV(UDRIE0);
	}
}

uint16_t uart_overruns(void)
{
	uint16_t n;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		n = overruns;
	}
	return n;
}

uint32_t uart_frames(void)
{
	return frames;
}
