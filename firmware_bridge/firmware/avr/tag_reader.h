/* The seam to whatever reads the tag of a card on its way out. One reader is linked: pn5180.c. */
#ifndef TAG_READER_H
#define TAG_READER_H

#include <stdint.h>

#define TAG_UID_MAX 10
/* Longest UID, bytes (SHOE/1, CARD). */
#define TAG_COLLIDED 0xFF
/* tag_poll(): more than one tag answered at once. */

void tag_begin(void);
/* Reset the reader; the rest of its start happens in tag_poll(). */

uint8_t tag_poll(uint8_t *uid);
/* Call it each millisecond. Length of the UID that was read just now, most significant byte first; 0 for none, or
 * TAG_COLLIDED. Takes 0.6 ms at most. */

uint8_t tag_status(void);
/* 0: it works or is starting; else why not: 1 its BUSY line stays low, 2 stays high, 3 it refuses the field. */

uint16_t tag_errors(void);
/* Answers with a wrong CRC or another fault of the air since boot; wraps. */

#endif
