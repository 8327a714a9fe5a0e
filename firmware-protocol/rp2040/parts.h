/* What the sources of this port have of each other. */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_HZ 48000000

/* release ends the reset of peripherals and waits until they are ready. */
void release(uint32_t peripherals);

/* pin gives a pin to one of its functions. */
void pin(uint8_t n, uint32_t function, uint32_t pad);

/* identify finds out why the chip started, counts this start, and reads the flash's
 * own number. Interrupts are off. */
void identify(void);

/* line_init readies the UART, wires_init the shift registers and the lights. */
void line_init(void);
void wires_init(void);

/* line_waits tells whether a byte was received that may be taken. */
bool line_waits(void);

/* line_put keeps a received byte, from an interrupt; line_room tells for how many
 * there is room. */
void line_put(uint8_t byte);
uint16_t line_room(void);

/* usb_init makes the chip a serial device on its USB; usb_open tells whether a host
 * has opened it. */
void usb_init(void);
bool usb_open(void);
void usb_send(const uint8_t *bytes, uint8_t n);
bool usb_idle(void);

/* usb_more asks for more bytes once there is room for them again. */
void usb_more(void);

/* Interrupts. */
void usb_event(void);
void uart_event(void);
void timer_event(void);

#endif
