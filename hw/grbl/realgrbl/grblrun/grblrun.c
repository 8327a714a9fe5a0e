/*
 * grblrun - the firmware of an arm's controller on a simulated ATmega328P, in
 * lockstep with a machine that another program simulates.
 * Copyright the Stonehand authors. Licence: GPL-3.0-or-later, because it is
 * linked with libsimavr; see README.md in this folder.
 *
 * Each turn reads from stdin, little-endian:
 *     u16 microseconds to run; u8 events (1: reset the chip, 2: the bytes are for the
 *     EEPROM, 4: answer with the EEPROM's bytes);
 *     u8 inputs that are pulled low (0-2: D9, D10, D12; 3-5: A0, A1, A2; 6: A5);
 *     u16 n; n bytes for the UART
 * and answers on stdout:
 *     i32 steps of X, Y, Z; u8 outputs (1: D8 is driven low, 2: A3 is high, 4: D13 is
 *     high); u8 PWM of D11 (0: off); u16 n; n bytes from the UART
 * The end of stdin ends the program.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>

#define FREQUENCY 16000000
/* Ten bits at 115200 baud. */
#define BYTE_CYCLES 1389
/* Data space addresses of the ATmega328P's registers. */
#define DDRB 0x24
#define PORTB 0x25
#define PORTC 0x28
#define PORTD 0x2B
#define EECR 0x3F
#define EEDR 0x40
#define EEAR 0x41
#define TCCR0B 0x45
#define TCNT0 0x46
#define OCR1A 0x88
#define TCCR2A 0xB0
#define OCR2A 0xB3
#define EEPROM_SIZE 1024

static avr_t *avr;
static int32_t steps[3];
static uint8_t to_chip[65536], from_chip[65536];
static size_t to_head, to_tail, from_count;
static int full; /* the UART takes no more for now */
static int low = -1;

static void fail(const char *why, const char *what)
{
	fprintf(stderr, "grblrun: %s %s\n", why, what);
	exit(1);
}

static void log_to_stderr(avr_t *a, const int level, const char *format, va_list ap)
{
	(void)a;
	if (level <= LOG_ERROR)
		vfprintf(stderr, format, ap);
}

static void no_sleep(avr_t *a, avr_cycle_count_t cycles)
{
	(void)a, (void)cycles;
}

/* A driver steps at the rising edge; a high direction pin means downwards. */
static void stepped(struct avr_irq_t *irq, uint32_t value, void *param)
{
	int axis = (int)(intptr_t)param;
	if (value && !irq->value)
		steps[axis] += avr->data[PORTD] & 0x20 << axis ? -1 : 1;
}

static void sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)param;
	if (from_count < sizeof from_chip)
		from_chip[from_count++] = (uint8_t)value;
}

static void is_full(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)value;
	full = param != NULL;
}

static avr_cycle_count_t next_byte(avr_t *a, avr_cycle_count_t when, void *param)
{
	(void)param;
	if (to_head != to_tail && !full)
		avr_raise_irq(avr_io_getirq(a, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), to_chip[to_tail++ % sizeof to_chip]);
	return when + BYTE_CYCLES;
}

/* Pulls inputs low, or leaves them to their pull-ups. */
static void pull(uint8_t now)
{
	static const struct {
		char port;
		uint8_t pin;
	} wires[] = {{'B', 1}, {'B', 2}, {'B', 4}, {'C', 0}, {'C', 1}, {'C', 2}, {'C', 5}};
	if (now == low)
		return;
	uint8_t mask[2] = {0}, value[2] = {0};
	for (int i = 0; i < 7; i++) {
		mask[wires[i].port - 'B'] |= (uint8_t)(1 << wires[i].pin);
		if (!(now >> i & 1))
			value[wires[i].port - 'B'] |= (uint8_t)(1 << wires[i].pin);
	}
	for (int p = 0; p < 2; p++) {
		avr_ioport_external_t e = {.name = (unsigned long)('B' + p), .mask = mask[p], .value = value[p]};
		avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B' + p), &e);
	}
	for (int i = 0; i < 7; i++) {
		avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(wires[i].port), wires[i].pin);
		/* A reset clears the pin and not what libsimavr remembers of its level: only
		 * a change of that is sure to arrive. */
		if (low < 0)
			avr_raise_irq(pin, now >> i & 1);
		if (low < 0 || (low ^ now) >> i & 1)
			avr_raise_irq(pin, !(now >> i & 1));
	}
	low = now;
}

static void eeprom(uint32_t op, uint8_t *bytes)
{
	avr_eeprom_desc_t d = {.ee = bytes, .offset = 0, .size = EEPROM_SIZE};
	avr_ioctl(avr, op, &d);
}

/* A timer of libsimavr 1.6 never ticks whose compare register is 0, where a chip's
 * ticks at once: it begins with another value, as if it had ticked late. */
static void wind_timer(void)
{
	avr->data[OCR1A] = 0xFF;
}

/* The EEPROM of libsimavr 1.6 does not know that a byte can be erased without being
 * written, which is how GRBL stores 0xFF: it stored what stood in the data register. */
static void eeprom_written(avr_t *a, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)addr, (void)param;
	if ((v & 0x32) != 0x12) /* EEPM0 alone, and EEPE */
		return;
	uint8_t erased = 0xFF;
	a->data[EEDR] = erased;
	avr_eeprom_desc_t d = {.ee = &erased, .offset = (uint16_t)(a->data[EEAR] | a->data[EEAR + 1] << 8), .size = 1};
	avr_ioctl(a, AVR_IOCTL_EEPROM_SET, &d);
}

/* A timer of libsimavr 1.6 that stands forgets what is written into its counter.
 * GRBL ends its step pulses by a timer that it sets and then starts: set again once
 * it runs. */
static uint8_t counter;

static void counter_written(avr_t *a, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)a, (void)addr, (void)param;
	counter = v;
}

static void timer_written(avr_t *a, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)addr, (void)param;
	avr_io_addr_t io = AVR_DATA_TO_IO(TCNT0);
	if (v & 7)
		a->io[io].w.c(a, TCNT0, counter, a->io[io].w.param);
}

static void run(unsigned us)
{
	avr_cycle_count_t end = avr->cycle + us * (FREQUENCY / 1000000);
	if (!avr_cycle_timer_status(avr, next_byte, NULL)) { /* a reset forgets timers */
		full = 0;
		avr_cycle_timer_register(avr, BYTE_CYCLES, next_byte, NULL);
	}
	while (avr->cycle < end) {
		int state = avr_run(avr);
		if (state == cpu_Done || state == cpu_Crashed)
			fail("the firmware stopped:", state == cpu_Crashed ? "it crashed" : "it slept with interrupts off");
	}
}

static int get(void *p, size_t n)
{
	return fread(p, 1, n, stdin) == n;
}

static void answer(void)
{
	uint8_t head[16], *p = head;
	for (int a = 0; a < 3; a++)
		for (int i = 0; i < 4; i++)
			*p++ = (uint8_t)((uint32_t)steps[a] >> 8 * i);
	uint8_t *d = avr->data;
	*p++ = (uint8_t)((d[DDRB] & 1 && !(d[PORTB] & 1) ? 1 : 0) | (d[PORTC] & 8 ? 2 : 0) | (d[PORTB] & 0x20 ? 4 : 0));
	*p++ = d[TCCR2A] & 0x80 ? d[OCR2A] : 0;
	*p++ = (uint8_t)from_count;
	*p++ = (uint8_t)(from_count >> 8);
	fwrite(head, 1, sizeof head, stdout);
	fwrite(from_chip, 1, from_count, stdout);
	fflush(stdout);
	memset(steps, 0, sizeof steps);
	from_count = 0;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		fail("usage:", "grblrun FIRMWARE.elf");
	avr_global_logger_set(log_to_stderr);
	elf_firmware_t fw = {0};
	if (elf_read_firmware(argv[1], &fw) != 0)
		fail("cannot read the firmware", argv[1]);
	avr = avr_make_mcu_by_name("atmega328p");
	if (!avr)
		fail("libsimavr does not know the", "atmega328p");
	avr_init(avr);
	fw.frequency = FREQUENCY;
	avr_load_firmware(avr, &fw);
	avr->frequency = FREQUENCY;
	avr->sleep = no_sleep;
	uint32_t flags = 0, uart = AVR_IOCTL_UART_GETIRQ('0');
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUTPUT), sent, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XOFF), is_full, &full);
	avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XON), is_full, NULL);
	avr_register_io_write(avr, EECR, eeprom_written, NULL);
	avr_register_io_write(avr, TCNT0, counter_written, NULL);
	avr_register_io_write(avr, TCCR0B, timer_written, NULL);
	for (intptr_t axis = 0; axis < 3; axis++)
		avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2 + (int)axis), stepped, (void *)axis);
	static uint8_t rom[EEPROM_SIZE];
	memset(rom, 0xFF, sizeof rom);
	eeprom(AVR_IOCTL_EEPROM_SET, rom);
	wind_timer();

	uint8_t head[6];
	while (get(head, sizeof head)) {
		size_t n = head[4] | (size_t)head[5] << 8;
		if (head[2] & 2) {
			if (n != sizeof rom || !get(rom, n))
				fail("the bytes are no", "EEPROM");
			n = 0;
			eeprom(AVR_IOCTL_EEPROM_SET, rom);
		}
		if (head[2] & 1) {
			avr_reset(avr);
			wind_timer();
			to_tail = to_head;
			low = -1;
		}
		for (uint8_t b; n > 0 && get(&b, 1); n--)
			if (to_head - to_tail < sizeof to_chip)
				to_chip[to_head++ % sizeof to_chip] = b;
		pull(head[3]);
		run(head[0] | (unsigned)head[1] << 8);
		if (head[2] & 4) {
			eeprom(AVR_IOCTL_EEPROM_GET, from_chip);
			from_count = EEPROM_SIZE;
		}
		answer();
	}
	return 0;
}
