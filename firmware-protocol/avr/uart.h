/*
 * The serial line. Received bytes wait in a ring that interrupts fill; one frame
 * at a time is sent from the buffer it was built in.
 */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

void uart_init(void);

/* uart_take fetches the next received byte; false: there is none. */
bool uart_take(uint8_t *byte);

/* uart_pending tells whether uart_take would fetch one. Interrupts may be off. */
bool uart_pending(void);

/* uart_idle tells whether the last frame has left, so that the next may be built. */
bool uart_idle(void);

/* uart_payload is where the next frame's payload is built while the line is idle. */
uint8_t *uart_payload(void);

/* uart_send sends the frame whose len bytes of payload were built. */
void uart_send(uint8_t type, uint8_t ack, uint8_t len);

/* uart_overruns counts bytes that were lost because they came too fast. */
uint16_t uart_overruns(void);

/* uart_frames counts frames sent. */
uint32_t uart_frames(void);

#endif
