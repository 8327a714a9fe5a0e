; What stands at the end of the flash on boards with a boot loader, as far as a
; reset is concerned: it waits a second for a programmer, then starts the program.
; Licence: GPL-3.0-or-later; see README.md in this folder.
;
; Arduino's for the Mega of 2011-06-29 leaves the watchdog as it finds it, and after a
; watchdog reset that is on, at its shortest. Those since (LATER) read and clear the cause,
; switch it off, and start the program at once when it was the watchdog.
#include <avr/io.h>

start:
#ifdef LATER
	clr r1
	in r16, _SFR_IO_ADDR(MCUSR)
	out _SFR_IO_ADDR(MCUSR), r1
	ldi r17, (1 << WDCE) | (1 << WDE)
	sts WDTCSR, r17
	sts WDTCSR, r1
	sbrc r16, WDRF
	jmp 0
#endif
	ldi r20, 81 ; times 65536 times 3 cycles: 1 s
1:	ldi r24, 0
	ldi r25, 0
2:	sbiw r24, 1
	brne 2b
	dec r20
	brne 1b
	jmp 0
