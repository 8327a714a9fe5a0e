/*
 * A firmware for the tests of the runner: it answers every byte with the next one,
 * makes 5 steps up at 'u' and 3 down at 'd' along every axis, keeps the drivers
 * enabled from 'e' to 'x', switches the coolant on at 'f' and the spindle at 's',
 * and says at 'i' which inputs are low.
 */
#include <avr/io.h>
#include <util/delay.h>

static void put(uint8_t b)
{
	while (!(UCSR0A & 1 << UDRE0))
		;
	UDR0 = b;
}

static void step(uint8_t n, uint8_t dir)
{
	PORTD = dir;
	while (n--) {
		PORTD = dir | 0x1C;
		_delay_us(10);
		PORTD = dir;
		_delay_us(1200);
	}
}

int main(void)
{
	UCSR0A = 1 << U2X0;
	UBRR0 = 16;
	UCSR0B = 1 << RXEN0 | 1 << TXEN0;
	DDRD = 0xFC;
	PORTB = 0x16 | 1;
	DDRB = 0x29;
	PORTC = 0x27;
	DDRC = 0x18;
	TCCR2B = 4;
	put('!');
	for (;;) {
		if (!(UCSR0A & 1 << RXC0))
			continue;
		uint8_t b = UDR0;
		switch (b) {
		case 'u': step(5, 0); break;
		case 'd': step(3, 0xE0); break;
		case 'e': PORTB &= (uint8_t)~1; break;
		case 'x': PORTB |= 1; break;
		case 'f': PORTC |= 8; break;
		case 's': OCR2A = 255; TCCR2A = 0x83; break;
		case 'i':
			put((uint8_t)(PINB & 0x16));
			put((uint8_t)(PINC & 0x27));
			break;
		}
		put((uint8_t)(b + 1));
	}
}
