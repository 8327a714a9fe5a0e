/* What analog.c wants of the ATmega2560, for a computer: scans.c stands behind it. */
#ifndef SCANS_IO_H
#define SCANS_IO_H

#include <stdint.h>

#define _BV(bit) (1 << (bit))

enum { PC4 = 4, PC7 = 7, REFS0 = 6, ADSC = 6, ADEN = 7 };

extern uint8_t PORTC, DDRC, PINC, PORTF, DIDR0, ADCSRB, ADMUX;

/* A conversion is over when its register is looked at again; its result is what
 * stands at the input then. */
uint8_t *scans_adcsra(void);
uint16_t scans_adc(void);
#define ADCSRA (*scans_adcsra())
#define ADC scans_adc()

#endif
