/* The wires to the shift registers and to the lights. */
#include "config.h"
#include "parts.h"
#include "port.h"
#include "regs.h"

static void spi_init(uint32_t spi, uint32_t hz)
{
	SPI_CPSR(spi) = (CLOCK_HZ / hz) & ~1u; /* even */
	/* Mode 0: a bit is sampled by the edge that shifts the chain on, so that a
	 * long chain has a whole clock for its data to settle, and the marker on
	 * MOSI half a clock before the far end takes it. */
	SPI_CR0(spi) = SPI_8_BITS;
	SPI_CR1(spi) = SPI_ON;
}

void wires_init(void)
{
	release(RESET_SPI0 | RESET_SPI1);
	REG(SIO_OUT_SET) = 1u << PIN_CHAIN_LOAD;
	REG(SIO_OE_SET) = 1u << PIN_CHAIN_LOAD;
	spi_init(SPI0, CHAIN_HZ);
	spi_init(SPI1, LIGHTS_HZ);
	pin(PIN_CHAIN_LOAD, GPIO_SIO, PAD_4MA);
	pin(PIN_CHAIN_SCK, GPIO_SPI, PAD_4MA);
	pin(PIN_CHAIN_MOSI, GPIO_SPI, PAD_4MA);
	/* Pulled up, a wire that leads nowhere is no marker. */
	pin(PIN_CHAIN_MISO, GPIO_SPI, PAD_INPUT | PAD_PULL_UP | PAD_SCHMITT);
	pin(PIN_LED_CLOCK, GPIO_SPI, PAD_4MA);
	pin(PIN_LED_DATA, GPIO_SPI, PAD_4MA);
}

void port_chain_load(void)
{
	REG(SIO_OUT_CLEAR) = 1u << PIN_CHAIN_LOAD;
	/* The chip needs 30 ns or so; a long load line rather more: 1 us. */
	for (uint8_t i = 0; i < CLOCK_HZ / 1000000 / 4; i++)
		__asm__ volatile("");
	REG(SIO_OUT_SET) = 1u << PIN_CHAIN_LOAD;
}

uint8_t port_chain_swap(uint8_t out)
{
	SPI_DR(SPI0) = out;
	while (!(SPI_SR(SPI0) & SPI_RX_NOT_EMPTY))
		;
	return (uint8_t)SPI_DR(SPI0);
}

void port_light(uint8_t byte)
{
	while (!(SPI_SR(SPI1) & SPI_TX_NOT_FULL))
		;
	SPI_DR(SPI1) = byte;
}
