/* The reference shoe on an ATmega328P at 16 MHz: SHOE/1 on its UART, a gate, a tag reader, 2 KB of RAM.
 *
 * Written to the text of SHOE/1 and to what shoe1.py says was agreed where that is silent; no translation of shoe.py.
 * It signs nothing. README.md has the wiring. Interrupts only note what happened; everything else is one pass of main()'s loop,
 * which sleeps until the next interrupt, a millisecond away at most.
 */
#include "kept.h"
#include "tag_reader.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/atomic.h>

#ifndef FW_HASH
#error "FW_HASH: the Makefile gives the first 8 bytes of the sources' sha256"
#endif

#define GATE PD2  /* INT0: high while a card breaks the beam */
#define WHITE PD3 /* low while the sensor sees the white card */
#define EMPTY PD4 /* high: no card lies on the sensor */
#define LID PD5   /* high: open, or its wire is cut */
#define EVENT PD6 /* toggles with each event that takes a seq */
#define PASS PD7  /* toggles with each pass that is told */
#define SUPPLY_MUX (1 << REFS0 | 0x0E) /* the 1.1 V reference, measured against the supply */
#define NOISE_MUX (1 << REFS0 | 5)     /* ADC5, left open */

/* SHOE/1 */
enum { HEARTBEAT = 0x01, HELLO = 0x02, CARD = 0x10, WHITE_CARD = 0x11, EMPTY_SHOE = 0x12, GATE_ONLY = 0x13,
       LID_MOVED = 0x14, FAULT = 0x1F, ACK = 0x80, HOST_HELLO = 0x81, SET = 0x82, SELFTEST = 0x83, TIME = 0x84,
       REPLAY = 0x8F };
enum { FEATURE_GATE = 2, FEATURE_WHITE_CARD = 4 };
enum { FLAG_LID_OPEN = 1, FLAG_EMPTY = 2, FLAG_SUPPLY_LOW = 4 };
enum { FAULT_RING_FULL = 1, FAULT_TWO_TAGS = 2, FAULT_TAG_READER = 3 };
enum { RESET_UNKNOWN = 0, RESET_POWER_ON = 1, RESET_WATCHDOG = 2, RESET_PIN = 4, RESET_BROWN_OUT = 5 };
#define VERSION 1
#define KEY_GATE_COUNT 1
#define HEADER 10
#define BLOCK_MAX 101 /* body 88, tag 8, CRC 4, COBS 1 */
#define HEARTBEAT_MS 250
#define RESEND_MS 50
#define RESEND_MAX_MS 1000
#define WINDOW 8
#define RING 16

#define GATE_CLEAR_MS 5  /* the beam is clear so long between two cards; shorter is a bounce */
#define LEVEL_MS 20      /* lid and empty hold so long before they are believed */
#define TAG_WINDOW_MS 150 /* a read counts so long */
#define TAG_QUIET_MS 30   /* three times without an answer */
#define SUPPLY_LOW_MV 4500
#define PASSES 4 /* passes that wait to be kept: 16 ms each, and a hand needs 100 */

struct event {
    uint8_t type, uid_length, uid[TAG_UID_MAX], reads;
    uint32_t t_ms, value; /* value: gate_count, or LID's open, or FAULT's code and detail */
    uint16_t due, pause;  /* the low 16 bits of the clock */
};

static uint16_t boot_id;
static uint8_t reset_cause, serial[KEPT_SERIAL_MAX], serial_length;
static uint16_t rx_bad;
static uint32_t random_state;

/* Interrupts */

static volatile uint32_t clock_ms;
static volatile uint8_t rx[128], rx_head, rx_tail, rx_lost, tx[256], tx_head, tx_tail;
static volatile uint8_t pulses; /* passes at the gate that main() has not looked at: 1 or 0 */
static volatile uint8_t pulse_white, missed_pulses;
static volatile uint32_t pulse_ms, beam_broken_ms;
static uint8_t mcusr __attribute__((section(".noinit")));

/* A watchdog that has reset the chip goes on, at 16 ms: stop it before the C start-up does anything. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void) {
    mcusr = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect) {
    clock_ms++;
    if (PIND & (1 << GATE))
        beam_broken_ms = clock_ms;
}

ISR(INT0_vect) { /* the beam is broken */
    if (clock_ms - beam_broken_ms >= GATE_CLEAR_MS) {
        if (pulses)
            missed_pulses++;
        pulses = 1;
        pulse_ms = clock_ms;
        pulse_white = !(PIND & (1 << WHITE));
    }
    beam_broken_ms = clock_ms;
}

ISR(USART_RX_vect) {
    uint8_t fault = UCSR0A & (1 << FE0 | 1 << DOR0), byte = UDR0, next = (rx_head + 1) % sizeof rx;
    if (fault || next == rx_tail)
        rx_lost = 1;
    if (next != rx_tail) {
        rx[rx_head] = byte;
        rx_head = next;
    }
}

ISR(USART_UDRE_vect) {
    if (tx_tail == tx_head)
        UCSR0B &= ~(1 << UDRIE0);
    else
        UDR0 = tx[tx_tail++];
}

static uint32_t now_ms(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = clock_ms; }
    return now;
}

/* Chance: the last bits of an open analog pin, stirred. Enough for a boot_id; a shoe that signed would need better. */

static uint16_t measured(void) {
    ADCSRA |= 1 << ADSC;
    while (ADCSRA & (1 << ADSC))
        ;
    return ADC;
}

static uint8_t random_byte(void) { /* xorshift32 (Marsaglia, 2003) */
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state >> 16;
}

static void stir(uint32_t seed) {
    random_state ^= seed;
    ADMUX = NOISE_MUX;
    for (uint8_t count = 0; count < 64; count++) {
        random_state = (random_state << 1 | random_state >> 31) ^ measured();
        random_state *= 2654435761UL;
    }
    ADMUX = SUPPLY_MUX;
    for (uint8_t count = 0; count < 10; count++) /* 1 ms, in which the reference settles */
        measured();
    if (!random_state)
        random_state = 1;
}

/* One more than the last, so that none comes again while the host may know it; FFFF marks a blank cell. */
static void next_boot_id(void) {
    uint16_t last = kept_boot();
    stir(last);
    boot_id = last == 0xFFFF ? 0 : last % 0xFFFE + 1;
    while (boot_id == 0 || boot_id == 0xFFFF)
        boot_id = random_byte() << 8 | random_byte();
    keep_boot(boot_id);
}

/* Frames out. They go to the transmitter's buffer, whole or not at all. */

static uint8_t out[96], out_length;

static void add(uint32_t value, uint8_t size) {
    for (; size; size--, value >>= 8)
        out[out_length++] = value;
}

static void begin(uint8_t type, uint16_t seq, uint32_t t_ms) {
    out_length = 0;
    add(VERSION, 1);
    add(type, 1);
    add(boot_id, 2);
    add(seq, 2);
    add(t_ms, 4);
}

static uint32_t crc32(const uint8_t *bytes, uint8_t length) {
    uint32_t crc = 0xFFFFFFFF;
    while (length--) {
        crc ^= *bytes++;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    return ~crc;
}

static void transmit(uint8_t byte) { tx[tx_head++] = byte; }

static uint8_t has_room(uint8_t plain) { /* COBS adds one byte, the delimiter another; a full buffer keeps one free */
    uint8_t tail = tx_tail;
    return (uint8_t)(tail - tx_head - 1) >= plain + 2;
}

static void send(void) {
    add(crc32(out, out_length), 4);
    for (uint8_t at = 0; at <= out_length;) { /* under 254 bytes: no block is ever full */
        uint8_t end = at;
        while (end < out_length && out[end])
            end++;
        transmit(end - at + 1);
        while (at < end)
            transmit(out[at++]);
        at++;
    }
    transmit(0);
    UCSR0B |= 1 << UDRIE0;
}

/* The ring: events that the host has not acknowledged, oldest first. */

static struct event ring[RING];
static uint8_t ring_first, ring_length, overflow_told;
static uint16_t next_seq = 1;
static uint32_t gate_count; /* as of the newest event; EEPROM may be one ahead */

static uint16_t oldest_seq(void) { return next_seq - ring_length; }

static struct event *event_at(uint8_t at) { return &ring[(ring_first + at) % RING]; }

static int16_t steps(uint16_t start, uint16_t end) { return end - start; }

static void drop_oldest(void) {
    ring_first = (ring_first + 1) % RING;
    ring_length--;
}

static void happened(const struct event *what) {
    if (ring_length == RING) {
        uint16_t dropped = oldest_seq();
        drop_oldest();
        if (!overflow_told) {
            struct event full = {.type = FAULT, .value = FAULT_RING_FULL | (uint32_t)dropped << 8, .t_ms = now_ms()};
            overflow_told = 1;
            happened(&full);
            drop_oldest();
        }
    }
    struct event *event = event_at(ring_length++);
    *event = *what;
    event->due = now_ms();
    event->pause = RESEND_MS;
    next_seq++;
    PIND = 1 << EVENT; /* writing 1 to PIN toggles */
}

static void happened_now(uint8_t type, uint32_t value) {
    struct event event = {.type = type, .value = value, .t_ms = now_ms()};
    happened(&event);
}

static void resend_from(uint16_t seq) {
    for (uint8_t at = 0; at < ring_length; at++)
        if (steps(seq, oldest_seq() + at) >= 0) {
            event_at(at)->due = now_ms();
            event_at(at)->pause = RESEND_MS;
        }
}

static void forget_until(uint16_t seq) {
    if (steps(seq, next_seq) <= 0) /* never happened */
        return;
    while (ring_length && steps(oldest_seq(), seq) >= 0) {
        drop_oldest();
        overflow_told = 0;
    }
}

/* The gate and the tags before it. A card is a tag that was read before its pulse and stood alone there. */

struct tag {
    uint8_t length, uid[TAG_UID_MAX];
    uint32_t seen_ms;
};
static struct tag coming, leaving; /* leaving: told already, and still in the field for a moment */
static uint8_t reads, stands_alone = 1;
static uint8_t is_blind;    /* two passed at once; until both are out of the field nobody knows whose tags these are */
static uint32_t blind_ms;   /* when that began, or a tag last answered since */
static struct event passes[PASSES];
static uint8_t pass_count, pass_is_double[PASSES];

static uint8_t is_same(const struct tag *tag, uint8_t length, const uint8_t *uid, uint32_t now) {
    return tag->length == length && now - tag->seen_ms < TAG_WINDOW_MS && !memcmp(tag->uid, uid, length);
}

static void forget_coming(void) {
    coming.length = reads = 0;
    stands_alone = 1;
}

static void read_tag(uint32_t now) {
    uint8_t uid[TAG_UID_MAX], length = tag_poll(uid);
    if (!length)
        return;
    is_blind = is_blind && now - blind_ms < TAG_QUIET_MS;
    if (is_blind) {
        blind_ms = now;
        return;
    }
    if (now - coming.seen_ms >= TAG_WINDOW_MS)
        forget_coming();
    if (length == TAG_COLLIDED) {
        stands_alone = 0;
        coming.seen_ms = now;
    } else if (is_same(&leaving, length, uid, now)) {
        leaving.seen_ms = now;
    } else if (!coming.length) {
        coming.length = length;
        memcpy(coming.uid, uid, length);
        coming.seen_ms = now;
        reads = 1;
        stands_alone = 1; /* what it collided with before is gone */
    } else if (is_same(&coming, length, uid, now)) {
        coming.seen_ms = now;
        reads += reads < 255;
    } else {
        stands_alone = 0;
    }
}

static void look_at_gate(void) {
    uint8_t is_white, missed;
    uint32_t at_ms;
    if (pass_count == PASSES) /* the pulse waits, and a second one is counted as missed */
        return;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        missed = missed_pulses;
        if (missed)
            missed_pulses--;
        else if (!pulses)
            return;
        else
            pulses = 0;
        is_white = pulse_white && !missed;
        at_ms = pulse_ms;
    }
    struct event *pass = &passes[pass_count];
    memset(pass, 0, sizeof *pass);
    pass->t_ms = at_ms;
    uint8_t is_read = reads && at_ms - coming.seen_ms < TAG_WINDOW_MS && !missed;
    pass_is_double[pass_count] = !stands_alone && at_ms - coming.seen_ms < TAG_WINDOW_MS && !is_white && !missed;
    pass->type = is_white ? WHITE_CARD : is_read && stands_alone ? CARD : GATE_ONLY;
    if (pass->type == CARD) {
        pass->uid_length = coming.length;
        memcpy(pass->uid, coming.uid, coming.length);
        pass->reads = reads;
    }
    if (!missed) {
        leaving = coming;
        leaving.seen_ms = at_ms;
        is_blind |= pass_is_double[pass_count];
        blind_ms = now_ms();
        forget_coming();
    }
    pass_count++;
}

/* Keeping: a pass is counted in EEPROM before anyone hears of it, a SET before it is answered; one after the other. */

static enum { NOTHING, A_PASS, A_SET } keeping;
static uint8_t set_waits, hello_due = 1, beat_due = 1;
static uint16_t set_seq;
static uint32_t set_value, set_count;

static uint8_t passes_after(uint16_t seq) {
    uint8_t count = 0;
    for (uint8_t at = 0; at < ring_length; at++) {
        uint8_t type = event_at(at)->type;
        count += (type == CARD || type == WHITE_CARD || type == GATE_ONLY) && steps(seq, oldest_seq() + at) > 0;
    }
    return count;
}

static void tell_pass(void) {
    passes[0].value = ++gate_count;
    happened(&passes[0]);
    PIND = 1 << PASS;
    if (pass_is_double[0])
        happened_now(FAULT, FAULT_TWO_TAGS);
    pass_count--;
    memmove(&passes[0], &passes[1], pass_count * sizeof passes[0]);
    memmove(&pass_is_double[0], &pass_is_double[1], pass_count);
}

static void keep(void) {
    if (keeping && !keep_step())
        return;
    if (keeping == A_PASS) {
        tell_pass();
    } else if (keeping == A_SET) {
        gate_count = set_count;
        beat_due = 1;
    }
    keeping = NOTHING;
    if (set_waits) {
        set_waits = 0;
        set_count = set_value + passes_after(set_seq);
        keeping = A_SET;
        keep_count(set_count);
    } else if (pass_count) {
        keeping = A_PASS;
        keep_count(gate_count + 1);
    }
}

static void set(uint16_t seq, uint32_t value) {
    /* Passes after seq are counted on top, so they must all be in the ring still: a SET that is older than the last
     * acknowledgement is a repeat that came late, and one of the future is nobody's. */
    if (steps(oldest_seq() - 1, seq) < 0 || steps(seq, next_seq) <= 0) {
        beat_due = 1;
        return;
    }
    set_waits = 1;
    set_seq = seq;
    set_value = value;
}

/* Levels */

struct level {
    uint8_t is_high;
    uint32_t since_ms;
};
static struct level lid, empty;
static uint8_t reader_fault_told;

static uint8_t has_changed(struct level *level, uint8_t pin, uint32_t now) {
    uint8_t is_high = PIND >> pin & 1;
    if (is_high == level->is_high)
        level->since_ms = now;
    if (now - level->since_ms < LEVEL_MS)
        return 0;
    level->is_high = is_high;
    return 1;
}

static void look_at_levels(uint32_t now) {
    if (pass_count || pulses) /* the last card's pass comes before EMPTY */
        return;
    if (has_changed(&lid, LID, now))
        happened_now(LID_MOVED, lid.is_high);
    if (has_changed(&empty, EMPTY, now) && empty.is_high)
        happened_now(EMPTY_SHOE, gate_count);
    uint8_t status = tag_status();
    if (status != reader_fault_told && (status == 0 || reader_fault_told == 0)) {
        reader_fault_told = status;
        if (status)
            happened_now(FAULT, FAULT_TAG_READER | (uint32_t)status << 8);
    }
}

/* What the shoe says */

static void introduce(void) {
    begin(HELLO, oldest_seq(), now_ms());
    add(1, 1); /* firmware 1.0 */
    add(0, 1);
    static const uint8_t hash[8] = {FW_HASH};
    memcpy(out + out_length, hash, sizeof hash);
    out_length += sizeof hash;
    add(serial_length, 1);
    memcpy(out + out_length, serial, serial_length);
    out_length += serial_length;
    add(FEATURE_GATE | FEATURE_WHITE_CARD, 2);
    add(RING, 1);
    add(reset_cause, 1);
    add(gate_count, 4);
    for (uint8_t at = 0; at < 16; at++)
        add(random_byte(), 1);
    send();
}

static void beat(void) {
    uint8_t flags = lid.is_high * FLAG_LID_OPEN + empty.is_high * FLAG_EMPTY;
    if (ADC > 1100UL * 1024 / SUPPLY_LOW_MV)
        flags |= FLAG_SUPPLY_LOW;
    ADCSRA |= 1 << ADSC; /* read at the next heartbeat */
    begin(HEARTBEAT, next_seq, now_ms());
    add(gate_count, 4);
    add(rx_bad, 2);
    add(tag_errors(), 2);
    add(flags, 1);
    send();
}

static void tell(struct event *event, uint16_t seq) {
    begin(event->type, seq, event->t_ms);
    if (event->type == CARD) {
        add(event->uid_length, 1);
        memcpy(out + out_length, event->uid, event->uid_length);
        out_length += event->uid_length;
        add(0, 1); /* rssi: this reader tells none */
        add(event->reads, 1);
    }
    add(event->value, event->type == LID_MOVED ? 1 : event->type == FAULT ? 3 : 4);
    send();
}

static void speak(uint32_t now) {
    static uint32_t beat_ms;
    if (hello_due && has_room(69)) {
        introduce();
        hello_due = 0;
        beat_due = 1;
    }
    if ((beat_due || now - beat_ms >= HEARTBEAT_MS) && !hello_due && has_room(23)) {
        beat();
        beat_due = 0;
        beat_ms = now;
    }
    for (uint8_t at = 0; at < ring_length && at < WINDOW; at++) {
        struct event *event = event_at(at);
        if ((int16_t)((uint16_t)now - event->due) >= 0 && !hello_due && has_room(31)) {
            tell(event, oldest_seq() + at);
            event->due = (uint16_t)now + event->pause;
            event->pause = event->pause > RESEND_MAX_MS / 2 ? RESEND_MAX_MS : event->pause * 2;
        }
    }
}

/* What the host says */

static uint8_t block[BLOCK_MAX], block_length, block_is_bad;

/* Length of the plain bytes, which replace the block; 0 if it is no COBS. */
static uint8_t uncobs(void) {
    uint8_t length = 0;
    for (uint8_t at = 0; at < block_length;) {
        uint8_t code = block[at++];
        if (code - 1 > block_length - at)
            return 0;
        for (uint8_t left = code; left > 1; left--)
            block[length++] = block[at++];
        if (at < block_length) /* a block is shorter than 255, so that each code but the last stands for a zero */
            block[length++] = 0;
    }
    return length;
}

static uint16_t u16_at(uint8_t at) { return block[at] | block[at + 1] << 8; }

static uint32_t u32_at(uint8_t at) { return u16_at(at) | (uint32_t)u16_at(at + 2) << 16; }

static uint8_t payload_of(uint8_t type) {
    switch (type) {
    case ACK: case SELFTEST: case REPLAY: return 0;
    case SET: return 5;
    case TIME: return 8;
    case HOST_HELLO: return 16;
    default: return 0xFF;
    }
}

/* Whether the block was a frame of the host's. */
static uint8_t obey(void) {
    uint8_t length = block_is_bad ? 0 : uncobs();
    if (length < HEADER + 4 || crc32(block, length - 4) != u32_at(length - 4))
        return 0;
    uint8_t type = block[1];
    uint16_t seq = u16_at(4);
    if (block[0] != VERSION || length - HEADER - 4 != payload_of(type))
        return 0;
    if (type == HOST_HELLO) {
        hello_due = 1;
        resend_from(oldest_seq());
        return 1;
    }
    if (u16_at(2) != boot_id) /* it speaks to another boot */
        return 1;
    switch (type) {
    case ACK:
        forget_until(seq);
        break;
    case REPLAY:
        hello_due |= steps(seq, oldest_seq()) > 0;
        resend_from(seq);
        break;
    case SET:
        if (block[HEADER] == KEY_GATE_COUNT)
            set(seq, u32_at(HEADER + 1));
        break;
    case SELFTEST:
        reader_fault_told = 0; /* a reader that is still dead says so again */
        hello_due = 1;
        break;
    default: /* TIME: this shoe has no use for it */
        break;
    }
    return 1;
}

static void listen(void) {
    while (rx_tail != rx_head) {
        uint8_t byte = rx[rx_tail];
        rx_tail = (rx_tail + 1) % sizeof rx;
        if (rx_lost) {
            rx_lost = 0;
            block_is_bad = 1;
        }
        if (byte && block_length < BLOCK_MAX)
            block[block_length++] = byte;
        else if (byte)
            block_is_bad = 1;
        else {
            if ((block_length || block_is_bad) && !obey())
                rx_bad++;
            block_length = block_is_bad = 0;
        }
    }
}

static void begin_ports(void) {
    PORTD = 1 << GATE | 1 << WHITE | 1 << EMPTY | 1 << LID; /* pull-ups */
    DDRD = 1 << EVENT | 1 << PASS;
    EICRA = 1 << ISC01 | 1 << ISC00; /* rising */
    EIMSK = 1 << INT0;
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00; /* 16 MHz / 64 / 250 */
    OCR0A = 249;
    TIMSK0 = 1 << OCIE0A;
    UCSR0A = 1 << U2X0;
    UBRR0 = 16; /* 117,647 Bd: 2.1 % from 115,200 */
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
    ADCSRA = 1 << ADEN | 7; /* 125 kHz */
}

static void begin_shoe(void) {
    reset_cause = mcusr & (1 << WDRF)    ? RESET_WATCHDOG
                  : mcusr & (1 << BORF)  ? RESET_BROWN_OUT
                  : mcusr & (1 << EXTRF) ? RESET_PIN
                  : mcusr & (1 << PORF)  ? RESET_POWER_ON
                                         : RESET_UNKNOWN;
    serial_length = kept_serial(serial);
    gate_count = kept_count();
    while (!keep_step())
        ;
    next_boot_id();
    lid.is_high = PIND >> LID & 1;
    empty.is_high = PIND >> EMPTY & 1;
    tag_begin();
    transmit(0);
}

int main(void) {
    begin_ports();
    begin_shoe();
    wdt_enable(WDTO_250MS);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (uint32_t last = now_ms();;) {
        uint32_t now = now_ms();
        listen();
        look_at_gate();
        if (now != last) {
            last = now;
            read_tag(now);
            keep();
            look_at_levels(now);
        }
        speak(now);
        wdt_reset();
        cli();
        if (rx_tail == rx_head && !pulses && now == clock_ms) {
            sleep_enable();
            sei();
            sleep_cpu();
            sleep_disable();
        }
        sei();
    }
}
