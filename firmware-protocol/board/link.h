/* The board's side of the conversation with the host. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

/* link_run takes what has been received and sends what is due. It never waits. */
void link_run(uint32_t ms);

/* link_scan_ms returns how often the host wants the grid to be scanned. */
uint8_t link_scan_ms(void);

/* link_loop notes how long the main loop took, in milliseconds. */
void link_loop(uint16_t ms);

#endif
