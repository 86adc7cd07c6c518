/* EEPROM: 16 bytes of serial number, 120 slots of the gate's count, 64 of the boot_id.
 *
 * A cell lasts 100,000 writes; with 120 slots the count lasts 12 million passes. A slot is `seq u8 | count u32 | crc u8`.
 * The newest seq of a good slot wins. seq is written first, and spoils what the slot held 120 passes ago; crc is last.
 */
#include "kept.h"

#include <avr/eeprom.h>
#include <util/crc16.h>

#define SLOTS 120 /* under 128, so that seqs compare by their difference */
#define SLOT_SIZE 6
#define SLOTS_AT 16
#define BOOTS 64
#define BOOTS_AT (SLOTS_AT + SLOTS * SLOT_SIZE)
#define BLANK 0xFFFF

static uint8_t newest_slot = SLOTS - 1, newest_seq;
static uint8_t bytes[SLOT_SIZE]; /* of the slot that is being written */
static uint8_t written = SLOT_SIZE;

static uint8_t *slot_at(uint8_t slot) { return (uint8_t *)(SLOTS_AT + slot * SLOT_SIZE); }

static uint16_t *boot_at(uint8_t boot) { return (uint16_t *)(BOOTS_AT + boot % BOOTS * 2); }

static uint8_t crc_of(const uint8_t slot[SLOT_SIZE]) {
    uint8_t crc = 0xA5; /* so that neither an erased nor a zeroed slot is a good one */
    for (uint8_t at = 0; at < SLOT_SIZE - 1; at++)
        crc = _crc_ibutton_update(crc, slot[at]);
    return crc;
}

static uint8_t is_blank(const uint8_t slot[SLOT_SIZE]) {
    uint8_t all = 0xFF;
    for (uint8_t at = 0; at < SLOT_SIZE; at++)
        all &= slot[at];
    return all == 0xFF;
}

uint8_t kept_serial(uint8_t serial[KEPT_SERIAL_MAX]) {
    uint8_t length = 0;
    eeprom_read_block(serial, 0, KEPT_SERIAL_MAX);
    while (length < KEPT_SERIAL_MAX && serial[length] > 32 && serial[length] < 127)
        length++;
    return length;
}

uint32_t kept_count(void) {
    uint8_t slot[SLOT_SIZE], found = 0;
    uint32_t count = 0;
    for (uint8_t at = 0; at < SLOTS; at++) {
        eeprom_read_block(slot, slot_at(at), SLOT_SIZE);
        if (slot[5] == crc_of(slot) && (!found || (int8_t)(slot[0] - newest_seq) > 0)) {
            found = 1;
            newest_slot = at;
            newest_seq = slot[0];
            count = *(uint32_t *)(slot + 1);
        }
    }
    eeprom_read_block(slot, slot_at((newest_slot + 1) % SLOTS), SLOT_SIZE);
    if (slot[5] != crc_of(slot) && !is_blank(slot))
        keep_count(++count); /* in that very slot: cut short again, it tells the same */
    return count;
}

static uint8_t newest_boot(void) {
    uint8_t at = 0;
    while (at < BOOTS - 1 && eeprom_read_word(boot_at(at)) != BLANK)
        at++;
    return at + BOOTS - 1;
}

uint16_t kept_boot(void) { return eeprom_read_word(boot_at(newest_boot())); }

void keep_boot(uint16_t boot_id) {
    uint8_t at = newest_boot() + 1;
    eeprom_update_word(boot_at(at), boot_id);
    eeprom_update_word(boot_at(at + 1), BLANK);
    eeprom_busy_wait();
}

void keep_count(uint32_t count) {
    newest_slot = (newest_slot + 1) % SLOTS;
    bytes[0] = ++newest_seq;
    *(uint32_t *)(bytes + 1) = count;
    bytes[5] = crc_of(bytes);
    written = 0;
}

uint8_t keep_step(void) {
    if (!eeprom_is_ready())
        return 0;
    while (written < SLOT_SIZE) {
        uint8_t *cell = slot_at(newest_slot) + written, byte = bytes[written];
        written++;
        if (eeprom_read_byte(cell) != byte) {
            eeprom_write_byte(cell, byte);
            return 0;
        }
    }
    return 1;
}
