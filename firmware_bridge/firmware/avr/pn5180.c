/* Tag reader: NXP PN5180 on SPI, ISO 15693, one slot, over and over (data sheet PN5180A0xx/C3, sections 11.4 and 11.5).
 *
 * A frame: NSS low, bytes, wait for BUSY high, NSS high, wait for BUSY low. An answer is a second frame of FF. Each wait
 * is bounded, so that a dead reader costs a fault and not the shoe.
 */
#include "tag_reader.h"

#include <avr/io.h>
#include <util/delay.h>

#define NSS PB2
#define BUSY PC0
#define RST PC1

enum { WRITE_REGISTER = 0x00, OR_REGISTER, AND_REGISTER, READ_REGISTER = 0x04, SEND_DATA = 0x09, READ_DATA,
       LOAD_RF_CONFIG = 0x11, RF_ON = 0x16 };
enum { SYSTEM_CONFIG = 0x00, IRQ_STATUS = 0x02, IRQ_CLEAR = 0x03, RX_STATUS = 0x13 };
enum { RX_IRQ = 0x01, TX_RFON_IRQ_BYTE1 = 0x02 };

#define WAIT_US 120 /* BUSY's edges take 10 to 60 us. */
#define ANSWER_MS 9 /* Request 2.1 ms, pause 0.3 ms, answer 4.0 ms at 26 kbit/s, and the granule of polling. */
#define FIELD_MS 6  /* A tag is ready 1 ms after the field is (ISO 15693-2); the reader's own ramp takes the rest. */
#define RETRY_MS 200

static enum { OFF, CONFIGURED, FIELD, READY, ASKED, DEAD } state;
static uint8_t waited_ms, status;
static uint16_t errors;

static uint8_t exchange(uint8_t byte) {
    SPDR = byte;
    while (!(SPSR & (1 << SPIF)))
        ;
    return SPDR;
}

static uint8_t busy_becomes(uint8_t level) {
    for (uint8_t us = 0; us < WAIT_US; us++) {
        if (!(PINC & (1 << BUSY)) == !level)
            return 1;
        _delay_us(1);
    }
    status = level ? 1 : 2;
    return 0;
}

/* One frame out, or in if `in` is set; whether the reader took it. */
static uint8_t frame(uint8_t *bytes, uint8_t length, uint8_t in) {
    if (!busy_becomes(0))
        return 0;
    PORTB &= ~(1 << NSS);
    for (uint8_t at = 0; at < length; at++) {
        uint8_t got = exchange(in ? 0xFF : bytes[at]);
        if (in)
            bytes[at] = got;
    }
    uint8_t taken = busy_becomes(1);
    PORTB |= 1 << NSS;
    return taken;
}

static uint8_t order3(uint8_t command, uint8_t one, uint8_t two, uint8_t length) {
    uint8_t bytes[] = {command, one, two};
    return frame(bytes, length, 0);
}

static uint8_t put(uint8_t command, uint8_t address, uint8_t low, uint8_t rest) {
    uint8_t bytes[] = {command, address, low, rest, rest, rest};
    return frame(bytes, sizeof bytes, 0);
}

static uint8_t get(uint8_t address, uint8_t value[4]) {
    return order3(READ_REGISTER, address, 0, 2) && frame(value, 4, 1);
}

static uint8_t ask(void) {
    uint8_t inventory[] = {SEND_DATA, 0, 0x26, 0x01, 0x00}; /* whole bytes; high rate, one slot; no mask */
    return put(AND_REGISTER, SYSTEM_CONFIG, 0xF8, 0xFF) && put(OR_REGISTER, SYSTEM_CONFIG, 0x03, 0x00) &&
           put(WRITE_REGISTER, IRQ_CLEAR, 0xFF, 0xFF) && frame(inventory, sizeof inventory, 0);
}

/* What came: as tag_poll(). */
static uint8_t answer(uint8_t *uid) {
    uint8_t got[10];
    if (!get(RX_STATUS, got)) {
        state = DEAD;
        return 0;
    }
    uint8_t length = got[1] & 1 ? 0xFF : got[0];
    if (got[2] & 0x04)
        return TAG_COLLIDED;
    if (got[2] & 0x03 || length != sizeof got) { /* integrity or protocol error; flags, DSFID and UID are 10 bytes */
        errors++;
        return 0;
    }
    if (!(order3(READ_DATA, 0, 0, 2) && frame(got, sizeof got, 1))) {
        state = DEAD;
        return 0;
    }
    if (got[0] || got[9] != 0xE0) { /* response flags tell of an error; every ISO 15693 UID begins with E0 */
        errors++;
        return 0;
    }
    for (uint8_t at = 0; at < 8; at++)
        uid[at] = got[9 - at];
    return 8;
}

void tag_begin(void) {
    PORTB |= 1 << NSS;
    DDRB |= 1 << NSS | 1 << PB3 | 1 << PB5; /* MOSI, SCK */
    DDRC |= 1 << RST;
    PORTC &= ~(1 << RST);
    SPCR = 1 << SPE | 1 << MSTR; /* mode 0, most significant bit first, 4 MHz of the reader's 7 */
    state = OFF;
    waited_ms = 0;
}

uint8_t tag_poll(uint8_t *uid) {
    uint8_t irq[4], found = 0;
    waited_ms++;
    switch (state) {
    case OFF:
        PORTC |= 1 << RST;
        if (waited_ms < 5)
            return 0;
        state = order3(LOAD_RF_CONFIG, 0x0D, 0x8D, 3) ? CONFIGURED : DEAD; /* ISO 15693, 100 % ASK, 26 kbit/s */
        break;
    case CONFIGURED:
        state = order3(RF_ON, 0x00, 0, 2) ? FIELD : DEAD;
        break;
    case FIELD:
        if (waited_ms < FIELD_MS)
            return 0;
        status = get(IRQ_STATUS, irq) ? (irq[1] & TX_RFON_IRQ_BYTE1 ? 0 : 3) : status;
        state = status ? DEAD : READY;
        break;
    case ASKED:
        if (!get(IRQ_STATUS, irq)) {
            state = DEAD;
            break;
        }
        if (irq[0] & RX_IRQ)
            found = answer(uid);
        else if (waited_ms < ANSWER_MS)
            return 0;
        if (state == DEAD)
            break;
        /* fall through */
    case READY:
        state = ask() ? ASKED : DEAD;
        break;
    case DEAD:
        if (waited_ms < RETRY_MS)
            return 0;
        tag_begin();
        return 0;
    default:
        state = OFF;
    }
    waited_ms = 0;
    return found;
}

uint8_t tag_status(void) { return status; }

uint16_t tag_errors(void) { return errors; }
