#include <stdbool.h>

#include "grid.h"
#include "lights.h"
#include "link.h"
#include "port.h"

/*
 * Everything happens in this one loop, the sign of life to the host and to the
 * watchdog included: when the loop hangs, both fall silent.
 */
int main(void)
{
	uint32_t scanned = 0;
	bool scanning = false;

	port_init();
	grid_init();
	lights_init();
	port_watch();
	while (!grid_scan())
		;

	for (;;) {
		uint32_t ms = port_ms();
		port_alive();
		if (!scanning && ms - scanned >= link_scan_ms()) {
			scanned = ms;
			scanning = true;
		}
		if (scanning)
			scanning = !grid_scan();
		link_run(ms);
		bool drawing = lights_run(ms);

		uint32_t took = port_ms() - ms;
		link_loop(took > UINT16_MAX ? UINT16_MAX : (uint16_t)took);
		if (took == 0 && !scanning && !drawing)
			port_rest();
	}
}
