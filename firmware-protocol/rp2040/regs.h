/*
 * The RP2040's registers that this port uses. Sections are those of Raspberry Pi's
 * "RP2040 Datasheet", build of 2024; bits of the processor itself are in Arm's
 * "ARMv6-M Architecture Reference Manual".
 */
#ifndef REGS_H
#define REGS_H

#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))

/* 2.1.2: writing to these aliases sets, or clears, the bits that are one. */
#define SET(address) REG((address) + 0x2000)
#define CLEAR(address) REG((address) + 0x3000)

/* 2.14 Subsystem resets: a bit a peripheral, 1 held in reset. */
#define RESETS_RESET 0x4000C000
#define RESETS_DONE 0x4000C008
#define RESET_IO_BANK0 (1u << 5)
#define RESET_PADS_BANK0 (1u << 8)
#define RESET_PLL_USB (1u << 13)
#define RESET_SPI0 (1u << 16)
#define RESET_SPI1 (1u << 17)
#define RESET_TIMER (1u << 21)
#define RESET_UART0 (1u << 22)
#define RESET_USBCTRL (1u << 24)

/* 2.13 Power-on state machine: what the watchdog resets. */
#define PSM_WDSEL 0x40010008
#define PSM_ALL 0x1FFFF
#define PSM_OSCILLATORS 0x3 /* ROSC and XOSC */

/* 2.12.8 Chip level reset: why, when it was not the watchdog. */
#define CHIP_RESET 0x40064008
#define CHIP_RESET_HAD_POR (1u << 8)  /* power-on, or the supply too low */
#define CHIP_RESET_HAD_RUN (1u << 16) /* the RUN pin */

/* 2.15 Clocks. */
#define CLK_REF_CTRL 0x40008030
#define CLK_REF_SELECTED 0x40008038
#define CLK_REF_XOSC 2
#define CLK_SYS_CTRL 0x4000803C
#define CLK_SYS_SELECTED 0x40008044
#define CLK_SYS_AUX 1
#define CLK_SYS_PLL_USB (1u << 5)
#define CLK_PERI_CTRL 0x40008048 /* its default is clk_sys */
#define CLK_USB_CTRL 0x40008054  /* its default is PLL_USB */
#define CLK_ENABLE (1u << 11)

/* 2.16 Crystal oscillator. */
#define XOSC_CTRL 0x40024000
#define XOSC_ON (0xFABu << 12 | 0xAA0) /* 1 to 15 MHz */
#define XOSC_STATUS 0x40024004
#define XOSC_STABLE (1u << 31)
#define XOSC_STARTUP 0x4002400C /* in 256 cycles */

/* 2.17 Ring oscillator. */
#define ROSC_RANDOMBIT 0x4006001C

/* 2.18 PLL. */
#define PLL_USB_CS 0x4002C000
#define PLL_LOCK (1u << 31)
#define PLL_USB_PWR 0x4002C004
#define PLL_PD_PLL (1u << 0)
#define PLL_PD_POSTDIV (1u << 3)
#define PLL_PD_VCO (1u << 5)
#define PLL_USB_FBDIV 0x4002C008
#define PLL_USB_PRIM 0x4002C00C

/* 2.19 GPIO. */
#define GPIO_CTRL(pin) (0x40014004 + 8 * (pin))
#define GPIO_SPI 1
#define GPIO_UART 2
#define GPIO_SIO 5
#define PAD(pin) (0x4001C004 + 4 * (pin))
#define PAD_INPUT (1u << 6)
#define PAD_4MA (1u << 4)
#define PAD_PULL_UP (1u << 3)
#define PAD_SCHMITT (1u << 1)

/* 2.3.1 SIO. */
#define SIO_OUT_SET 0xD0000014
#define SIO_OUT_CLEAR 0xD0000018
#define SIO_OE_SET 0xD0000024

/* 4.1 USB: memory that processor and controller share, and registers. */
#define USB_DPRAM 0x50100000
#define USB_ENDPOINT(n, out) REG(USB_DPRAM + 8 * (n) + 4 * (out)) /* n from 1 */
#define USB_ENDPOINT_ON (1u << 31)
#define USB_ENDPOINT_INTERRUPT (1u << 29) /* for every buffer */
#define USB_ENDPOINT_TYPE(t) ((uint32_t)(t) << 26)
#define USB_BUFFER(n, out) REG(USB_DPRAM + 0x80 + 8 * (n) + 4 * (out))
#define USB_BUFFER_FULL (1u << 15)
#define USB_BUFFER_DATA1 (1u << 13)
#define USB_BUFFER_STALL (1u << 11)
#define USB_BUFFER_READY (1u << 10)
#define USB_BUFFER_LENGTH 0x3FF
#define USB_EP0_DATA (USB_DPRAM + 0x100)
#define USB_ADDR_ENDP 0x50110000
#define USB_MAIN_CTRL 0x50110040
#define USB_SIE_CTRL 0x5011004C
#define USB_SIE_PULL_UP (1u << 16)
#define USB_SIE_EP0_INTERRUPT (1u << 29)
#define USB_SIE_STATUS 0x50110050
#define USB_SIE_SUSPENDED (1u << 4)
#define USB_SIE_SETUP (1u << 17)
#define USB_SIE_BUS_RESET (1u << 19)
#define USB_BUFF_STATUS 0x50110058
#define USB_EP_STALL_ARM 0x50110068
#define USB_MUXING 0x50110074
#define USB_TO_PHY (1u << 0 | 1u << 3)
#define USB_PWR 0x50110078
#define USB_VBUS_THERE (1u << 3 | 1u << 2)
#define USB_INTE 0x50110090
#define USB_INT_BUFFER (1u << 4)
#define USB_INT_BUS_RESET (1u << 12)
#define USB_INT_SETUP (1u << 16)

/* 4.2 UART. */
#define UART0_DR 0x40034000
#define UART_DR_OVERRUN (1u << 11)
#define UART0_FR 0x40034018
#define UART_FR_TX_FULL (1u << 5)
#define UART_FR_RX_EMPTY (1u << 4)
#define UART0_IBRD 0x40034024
#define UART0_FBRD 0x40034028
#define UART0_LCR_H 0x4003402C
#define UART_8_BITS (3u << 5)
#define UART_FIFOS (1u << 4)
#define UART0_CR 0x40034030
#define UART_ON (1u << 9 | 1u << 8 | 1u << 0)
#define UART0_IFLS 0x40034034
#define UART0_IMSC 0x40034038
#define UART_INT_RX (1u << 4)
#define UART_INT_TX (1u << 5)
#define UART_INT_RX_TIMEOUT (1u << 6)
#define UART0_ICR 0x40034044

/* 4.4 SPI. */
#define SPI0 0x4003C000
#define SPI1 0x40040000
#define SPI_CR0(spi) REG((spi) + 0x00)
#define SPI_8_BITS 7
#define SPI_CR1(spi) REG((spi) + 0x04)
#define SPI_ON (1u << 1)
#define SPI_DR(spi) REG((spi) + 0x08)
#define SPI_SR(spi) REG((spi) + 0x0C)
#define SPI_TX_NOT_FULL (1u << 1)
#define SPI_RX_NOT_EMPTY (1u << 2)
#define SPI_CPSR(spi) REG((spi) + 0x10)

/* 4.6 Timer. */
#define TIMER_ALARM0 0x40054010
#define TIMER_RAW 0x40054028
#define TIMER_INTR 0x40054034
#define TIMER_INTE 0x40054038

/* 4.7 Watchdog. */
#define WATCHDOG_CTRL 0x40058000
#define WATCHDOG_ENABLE (1u << 30)
#define WATCHDOG_LOAD 0x40058004
#define WATCHDOG_REASON 0x40058008
#define WATCHDOG_TICK 0x4005802C
#define WATCHDOG_TICK_ENABLE (1u << 9)

/* 4.10 SSI: the flash. */
#define SSI_CTRLR0 0x18000000
#define SSI_8_BITS (7u << 16)
#define SSI_32_BITS (31u << 16)
#define SSI_READ_EEPROM (3u << 8)
#define SSI_CTRLR1 0x18000004
#define SSI_SSIENR 0x18000008
#define SSI_SER 0x18000010
#define SSI_BAUDR 0x18000014
#define SSI_RXFLR 0x18000024
#define SSI_DR0 0x18000060
#define SSI_SPI_CTRLR0 0x180000F4

/* The processor: 2.4, and ARMv6-M B3.2 and B3.4. */
#define NVIC_ISER 0xE000E100
#define VTOR 0xE000ED08
#define IRQ_TIMER_0 0
#define IRQ_USBCTRL 5
#define IRQ_UART0 20

static inline void interrupts_off(void)
{
	__asm__ volatile("cpsid i" ::: "memory");
}

static inline void interrupts_on(void)
{
	__asm__ volatile("cpsie i" ::: "memory");
}

#endif
