/* The AVR port's own: names, and where everything is wired. */
#ifndef CHIP_H
#define CHIP_H

#include <avr/io.h>
#include <avr/pgmspace.h>

#define IN_FLASH PROGMEM
#define from_flash memcpy_P
#define HAS_EEPROM 1

/* What the clock is divided by for the ADC: 16, 32, 64 or 128. A conversion takes
 * 13 of its clocks: 13 us at 1 MHz, the fastest that the data sheet allows. */
#ifndef ADC_CLOCK_DIV
#define ADC_CLOCK_DIV 16
#endif
#if ADC_CLOCK_DIV != 16 && ADC_CLOCK_DIV != 32 && ADC_CLOCK_DIV != 64 && ADC_CLOCK_DIV != 128
#error "ADC_CLOCK_DIV is 16, 32, 64 or 128"
#endif

#if defined(__AVR_ATmega2560__)
#if ANALOG
#define MODEL "stonehand atmega2560 analog"
#else
#define MODEL "stonehand atmega2560"
#endif
/* SS drives the parallel load: Arduino Mega 53, 52 (SCK), 51 (MOSI), 50 (MISO). */
#define SPI_PORT PORTB
#define SPI_DDR DDRB
#define SPI_LOAD PB0
#define SPI_SCK PB1
#define SPI_MOSI PB2
#define SPI_MISO PB3
/* Arduino Mega 22 and 23. */
#define LED_PORT PORTA
#define LED_DDR DDRA
#define LED_DATA PA0
#define LED_CLOCK PA1
/* The analog board. Address lines on PC0 to PC3 (Mega 37 to 34), enable lines of
 * the banks, active low, on PC4 to PC6 (33 to 31), the button for zeros, to ground,
 * on PC7 (30). ADC inputs 0 to 7 are PF0 to PF7 (A0 to A7). */
#define MUX_PORT PORTC
#define MUX_DDR DDRC
#define MUX_ENABLE_0 PC4
#define MUX_ENABLES 0x70
#define MUX_REST _BV(PC7) /* the button's pull-up */
#define ZERO_PINS PINC
#define ZERO_PIN PC7
#define UART_RX_vect USART0_RX_vect
#define UART_UDRE_vect USART0_UDRE_vect
#elif defined(__AVR_ATmega328P__)
#if ANALOG
#error "the analog board needs the RAM and the ADC inputs of an ATmega2560"
#endif
#define MODEL "stonehand atmega328p"
/* Arduino Uno and Nano 10, 13 (SCK), 11 (MOSI), 12 (MISO). */
#define SPI_PORT PORTB
#define SPI_DDR DDRB
#define SPI_LOAD PB2
#define SPI_SCK PB5
#define SPI_MOSI PB3
#define SPI_MISO PB4
/* Arduino Uno and Nano 6 and 7. */
#define LED_PORT PORTD
#define LED_DDR DDRD
#define LED_DATA PD6
#define LED_CLOCK PD7
#define UART_RX_vect USART_RX_vect
#define UART_UDRE_vect USART_UDRE_vect
#else
#error "the pins of this microcontroller are not known: add them here"
#endif

#endif
