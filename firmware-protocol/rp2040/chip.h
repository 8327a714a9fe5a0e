/*
 * The RP2040 port's own: its name, and where everything is wired. Numbers are
 * those of the chip's GPIOs, which a Pico prints as GP0 and so on.
 */
#ifndef CHIP_H
#define CHIP_H

#include <string.h>

#define MODEL "stonehand rp2040"
/* Constants are read where they lie in the flash. */
#define IN_FLASH
#define from_flash memcpy

/* Without an EEPROM nothing outlasts a loss of power. */
#define HAS_EEPROM 0

#if ANALOG
#error "the analog board needs the eight ADC inputs of an ATmega2560"
#endif

/* UART0, for a host without USB. */
#define PIN_UART_TX 0
#define PIN_UART_RX 1
/* SPI1: the lights. */
#define PIN_LED_CLOCK 10
#define PIN_LED_DATA 11
/* SPI0: the shift registers. */
#define PIN_CHAIN_MISO 16
#define PIN_CHAIN_LOAD 17
#define PIN_CHAIN_SCK 18
#define PIN_CHAIN_MOSI 19

/* Shift registers of the HC family are slower on 3.3 V than on 5 V. */
#ifndef CHAIN_HZ
#define CHAIN_HZ 2000000
#endif
#ifndef LIGHTS_HZ
#define LIGHTS_HZ 4000000
#endif

#endif
