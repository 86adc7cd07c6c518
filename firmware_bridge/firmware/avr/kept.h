/* What outlives a reset, in EEPROM. */
#ifndef KEPT_H
#define KEPT_H

#include <stdint.h>

#define KEPT_SERIAL_MAX 16

uint8_t kept_serial(uint8_t serial[KEPT_SERIAL_MAX]);
/* Length of the shoe's serial number, which its maker wrote to EEPROM's first 16 bytes, padded with spaces
 * or FF. */

uint32_t kept_count(void);
/* The exit gate's count, once at boot; then keep_step() until it is done. Of a write that was cut short we know that a
 * pass, or a SET, was under way: one pass more than the count before is given, so that a card that passed and was never
 * told can't go unnoticed. */

uint16_t kept_boot(void);
/* The last boot_id, 0xFFFF at first. */

void keep_boot(uint16_t boot_id);
/* Waits until it is kept: 14 ms. */

void keep_count(uint32_t count);
/* Begin to keep it. */

uint8_t keep_step(void);
/* Go on keeping; whether that is done. A byte takes 3.4 ms, a count 3 to 6 bytes, and nothing waits here. */

#endif
