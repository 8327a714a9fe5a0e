/*
 * What a microcontroller must provide: everything that touches its registers, and
 * nothing that knows the protocol or the board. Its folder has these functions, and
 * chip.h with what the compiler must know of it:
 *
 *   MODEL        its name in CAPS, at most 32 bytes
 *   IN_FLASH     after the name of a constant table: keeps it out of the RAM
 *   from_flash   memcpy out of such a table
 *   HAS_EEPROM   1 when something of the boot number is kept without power
 */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stdint.h>

/* port_init makes everything below ready, except that the watchdog is not on yet. */
void port_init(void);

/* port_watch starts the watchdog: from then on the chip restarts when port_alive
 * was not called for half a second. */
void port_watch(void);
void port_alive(void);

/* port_ms returns milliseconds since start; it wraps after 49 days. */
uint32_t port_ms(void);

/* port_rest sleeps until something may have happened: until the next millisecond
 * at the latest. It returns at once when a received byte could be used. */
void port_rest(void);

/* port_take fetches the next received byte; false: there is none. The port keeps
 * at least 255 of them. */
bool port_take(uint8_t *byte);

/* port_send sends n bytes, which stay as they are until port_idle. */
void port_send(const uint8_t *bytes, uint8_t n);

/* port_idle tells whether the last bytes have left, so that the next may be built. */
bool port_idle(void);

/* port_overruns counts bytes that were lost because they came too fast. */
uint16_t port_overruns(void);

/* port_chain_load makes the shift registers take their inputs; port_chain_swap
 * shifts eight bits out of their near end, the first one highest, and out into
 * their far end. A bit is sampled by the edge that shifts the chain on. */
void port_chain_load(void);
uint8_t port_chain_swap(uint8_t out);

/* port_light clocks one byte out to the lights, its highest bit first. */
void port_light(uint8_t byte);

/* port_boot returns this start's number, another one than that of the last. */
uint16_t port_boot(void);

/* port_stored tells whether the EEPROM kept what that number begins with; only where
 * there is one. */
bool port_stored(void);

/* port_cause returns why the chip started, in CAPS' bits. */
uint8_t port_cause(void);

/* port_uid writes the board's own eight bytes, zeros when it has none. */
void port_uid(uint8_t *out);

/* port_free_ram returns how many bytes of RAM were never touched, at most 65535. */
uint16_t port_free_ram(void);

#endif
