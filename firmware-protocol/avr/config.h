/*
 * What this firmware is built for. Every option can be given to make, as in
 * "make OPTIONS='-DROWS=9 -DCOLS=9 -DPLANES=1'".
 */
#ifndef CONFIG_H
#define CONFIG_H

#include <avr/io.h>

#ifndef ROWS
#define ROWS 19
#endif
#ifndef COLS
#define COLS 19
#endif
/* 2: one sensor output a polarity, which tells Black from White. 1: occupancy. */
#ifndef PLANES
#define PLANES 2
#endif
/* 1 when the sensors pull their shift register input low over a magnet. */
#ifndef SENSOR_ACTIVE_LOW
#define SENSOR_ACTIVE_LOW 1
#endif
/* 1 when MOSI is wired to the serial input of the chain's far end, so that every
 * scan proves the whole chain. */
#ifndef CHAIN_CHECK
#define CHAIN_CHECK 1
#endif
/* 1 when there is one APA102 or SK9822 light a point. */
#ifndef POINT_LEDS
#define POINT_LEDS 1
#endif
/* Lights of their own for the edge signal, after those of the points. With 0 the
 * corner points show it while they have nothing else to show. */
#ifndef EDGE_LEDS
#define EDGE_LEDS 4
#endif
/* 1 when the light strip runs to and fro: odd rows from right to left. */
#ifndef LED_SERPENTINE
#define LED_SERPENTINE 0
#endif
#ifndef BAUD_RATE
#define BAUD_RATE 115200UL
#endif
/* Settings at start, which the host can change. */
#ifndef SCAN_MS
#define SCAN_MS 5
#endif
#ifndef SNAPSHOT_MS
#define SNAPSHOT_MS 1500
#endif
#ifndef LIMIT_MA
#define LIMIT_MA 2500
#endif
#ifndef BRIGHTNESS
#define BRIGHTNESS 255
#endif

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FIRMWARE_PATCH 0

#define POINTS (ROWS * COLS)
#define BITS (POINTS * PLANES)
#define CHIPS ((BITS + 7) / 8)
#define LIGHTS (POINT_LEDS ? POINTS : 0)

#if POINTS < 1 || POINTS > 784
#error "a snapshot holds 1 to 784 points"
#endif
#if PLANES != 1 && PLANES != 2
#error "PLANES is 1 or 2"
#endif

#if defined(__AVR_ATmega2560__)
#define MODEL "stonehand atmega2560"
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
#define UART_RX_vect USART0_RX_vect
#define UART_UDRE_vect USART0_UDRE_vect
#elif defined(__AVR_ATmega328P__)
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
