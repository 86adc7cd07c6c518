/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shoe's board in simulation: an ATmega328P (simavr) and what is soldered to it. It links simavr, which is GPL-3, so
 * this one file is GPL-3 too; it is for tests and is no part of the product.
 *
 *     runner ELF LINE_FD KEPT_FILE SERIAL
 *
 * LINE_FD: an open descriptor of the line (a pty's master end). KEPT_FILE: the EEPROM, 1024 bytes, mapped, so that a byte
 * once written outlives SIGKILL. SERIAL goes to EEPROM's first 16 bytes, as `make serial` puts it there on a board.
 * The hands speak on stdin as to firmware/main_unix.py, a line each, and are answered on stdout:
 *
 *   load UID UID ...   `-` the white card, `UID!` unread, `UID?` read once, `UID+UID` two at once  -> loaded COUNT
 *   pull               -> pulled SEQ T_NS, or nothing; T_NS is 0 where the event waits in the shoe (8 are on the way)
 *   left               -> left COUNT
 *   lid open|closed    -> lid
 *   supply low|good    -> supply
 *   reader dead|alive  -> reader
 *   hang               the program counter is thrown into an endless loop, as by a glitch -> hung MS, at the reset
 *   quit, or the end of stdin
 *
 * Simulated time follows the wall's: it never runs 0.3 ms ahead, and gives up catching up when it lags 50 ms.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "avr_adc.h"
#include "avr_eeprom.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_spi.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"

#define HZ 16000000ULL
#define AHEAD_NS 300000
#define LAG_NS 50000000
#define BYTE_CYCLES (HZ * 10 / 115200)
#define MS (HZ / 1000)
#define WINDOW 8
#define EEPROM_SIZE 1024
#define SERIAL_SIZE 16

/* The board: port D as shoe.c wires it, the PN5180 on B and C. */
enum { GATE = 2, WHITE = 3, EMPTY = 4, LID = 5, EVENT = 6, PASS = 7 };
enum { NSS = 2, BUSY = 0, RST = 1 };

static avr_t *avr;
static FILE *answers;
static int line_fd, line_hung_up;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "runner: %s: %s\n", what, errno ? strerror(errno) : "see the usage at the top of runner.c");
    exit(2);
}

static int64_t wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Pins. simavr forgets a driven level whenever the firmware writes the port, save one that is told to it as external. */

static uint8_t levels[2][2]; /* port C, port D: mask, value */

static void drive(char port, int pin, int level) {
    uint8_t *known = levels[port == 'D'];
    known[0] |= 1 << pin;
    known[1] = (known[1] & ~(1 << pin)) | level << pin;
    avr_ioport_external_t external = {.name = port, .mask = known[0], .value = known[1]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), level);
}

static int was_reset;
static void (*reset_before)(avr_t *);

static void on_reset(avr_t *a) {
    was_reset = 1;
    if (reset_before)
        reset_before(a);
}

/* Else an INT0 that was low before EICRA was set is raised for ever; each reset forgets this. */
static void calm_int0(void) { avr_extint_set_strict_lvl_trig(avr, 0, 0); }

/* The sensors know nothing of a reset; simavr does, and passes on no level that is the same as before. */
static void drive_again(void) {
    calm_int0();
    for (int port = 'C'; port <= 'D'; port++)
        for (int pin = 0; pin < 8; pin++)
            if (levels[port == 'D'][0] >> pin & 1) {
                int level = levels[port == 'D'][1] >> pin & 1;
                drive(port, pin, !level);
                drive(port, pin, level);
            }
    was_reset = 0;
}

static void watch(char port, int pin, avr_irq_notify_t notify) {
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), notify, NULL);
}

/* The PN5180, as far as firmware/avr/pn5180.c uses it; ISO 15693 tags in its field. */

static struct {
    uint8_t tag[8]; /* least significant byte first, as on the air */
    int tags, answers_left, answered, dead;
    uint8_t in[16], reply[16];
    int in_length, reply_length, reply_at, is_selected, rf_is_on, transceives;
    uint32_t irq, rx_status;
    avr_cycle_count_t free_at, answer_at;
} reader;

static avr_cycle_count_t reader_is_free(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)a, (void)when, (void)param;
    drive('C', BUSY, 0);
    return 0;
}

static void reader_sees_air(void) {
    if (!reader.answer_at || avr->cycle < reader.answer_at)
        return;
    reader.answer_at = 0;
    if (!reader.tags || !reader.answers_left)
        return;
    reader.answers_left--;
    reader.answered++;
    reader.irq |= 1;
    reader.rx_status = reader.tags > 1 ? 1 << 18 | 4 : 10;
}

static void reader_replies(const void *bytes, int length) {
    memcpy(reader.reply, bytes, length);
    reader.reply_length = length;
}

static void reader_register(uint8_t address, uint8_t command, uint32_t value) {
    if (address == 0x00 && command == 0x02 && !(value & 7))
        reader.transceives = 0;
    else if (address == 0x00 && command == 0x01 && (value & 7) == 3)
        reader.transceives = reader.rf_is_on;
    else if (address == 0x03 && command == 0x00)
        reader.irq &= ~value;
}

static void reader_obeys(void) {
    const uint8_t *in = reader.in;
    static const uint8_t inventory[] = {0x09, 0x00, 0x26, 0x01, 0x00};
    reader_sees_air();
    reader.reply_length = reader.reply_at = 0;
    if (in[0] <= 0x02 && reader.in_length == 6) {
        reader_register(in[1], in[0], in[2] | in[3] << 8 | in[4] << 16 | (uint32_t)in[5] << 24);
    } else if (in[0] == 0x04 && reader.in_length == 2) {
        uint32_t value = in[1] == 0x02 ? reader.irq : in[1] == 0x13 ? reader.rx_status : 0;
        reader_replies(&value, 4);
    } else if (in[0] == 0x0A && reader.in_length == 2) {
        uint8_t answer[10] = {0x00, 0x00};
        memcpy(answer + 2, reader.tag, 8);
        reader_replies(answer, 10);
    } else if (in[0] == 0x16) {
        reader.rf_is_on = 1;
        reader.irq |= 1 << 9;
    } else if (reader.in_length == sizeof inventory && !memcmp(in, inventory, sizeof inventory) && reader.transceives) {
        reader.answer_at = avr->cycle + 64 * MS / 10; /* request 2.1 ms, pause 0.3 ms, answer 4.0 ms */
    }
}

static void on_nss(avr_irq_t *irq, uint32_t level, void *param) {
    (void)irq, (void)param;
    if ((level == 0) == reader.is_selected)
        return;
    reader.is_selected = level == 0;
    if (reader.dead)
        return;
    if (reader.is_selected) {
        reader.in_length = 0;
        return;
    }
    if (reader.reply_length && reader.reply_at)
        reader.reply_length = 0;
    else
        reader_obeys();
    avr_cycle_timer_register_usec(avr, 30, reader_is_free, NULL);
}

static void on_rst(avr_irq_t *irq, uint32_t level, void *param) {
    (void)irq, (void)param;
    if (!level) {
        reader.rf_is_on = reader.transceives = reader.irq = reader.reply_length = reader.answer_at = 0;
        drive('C', BUSY, 0);
    }
}

static void on_spi(avr_irq_t *irq, uint32_t byte, void *param) {
    uint8_t back = 0xFF;
    (void)irq, (void)param;
    if (reader.is_selected && !reader.dead) {
        if (reader.reply_length && reader.reply_at < reader.reply_length)
            back = reader.reply[reader.reply_at++];
        else if (reader.in_length < (int)sizeof reader.in)
            reader.in[reader.in_length++] = byte;
        drive('C', BUSY, 1);
    }
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT), back);
}

/* simavr 1.6 takes 100 us for each byte whatever the clock is; at 4 MHz it is 32 cycles. */
static avr_io_t *spi;

static void on_spdr(avr_t *a, avr_io_addr_t address, uint8_t byte, void *param) {
    (void)address, (void)byte, (void)param;
    for (avr_cycle_timer_slot_p slot = a->cycle_timers.timer; slot; slot = slot->next)
        if (slot->param == spi) {
            avr_cycle_timer_register(a, 32, slot->timer, slot->param);
            return;
        }
}

/* An open analog pin is noise. */
static void on_conversion(avr_irq_t *irq, uint32_t mux, void *param) {
    uint16_t noise;
    (void)irq, (void)mux, (void)param;
    if (getrandom(&noise, sizeof noise, 0) == sizeof noise)
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC5), noise % 5000);
}

/* The line, and what is overheard on it: only to answer `pull` with seq and time, never to the firmware. */

struct ear {
    uint8_t block[128];
    unsigned length;
};
static uint8_t to_shoe[8192];
static unsigned to_shoe_head, to_shoe_tail;
static unsigned events, acknowledged, wanted_seq, boots, boot_id;
static int64_t wanted_at_ns;

static uint32_t crc32(const uint8_t *bytes, unsigned length) {
    uint32_t crc = 0xFFFFFFFF;
    while (length--) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

/* Type of the frame that this byte ends, its boot_id and its seq; 0 if it ends none. */
static int overhear(struct ear *ear, uint8_t byte, unsigned *boot, unsigned *seq) {
    uint8_t plain[sizeof ear->block];
    unsigned at = 0, length = 0, end = ear->length;
    if (byte) {
        if (ear->length < sizeof ear->block)
            ear->block[ear->length++] = byte;
        return 0;
    }
    ear->length = 0;
    while (at < end) {
        unsigned code = ear->block[at++];
        if (at + code - 1 > end)
            return 0;
        memcpy(plain + length, ear->block + at, code - 1);
        length += code - 1;
        at += code - 1;
        if (at < end)
            plain[length++] = 0;
    }
    uint32_t crc;
    if (length < 14)
        return 0;
    memcpy(&crc, plain + length - 4, 4);
    *boot = plain[2] | plain[3] << 8;
    *seq = plain[4] | plain[5] << 8;
    return crc == crc32(plain, length - 4) ? plain[1] : 0;
}

static void on_shoe_byte(avr_irq_t *irq, uint32_t value, void *param) {
    static struct ear ear;
    uint8_t byte = value;
    unsigned boot, seq;
    (void)irq, (void)param;
    if (write(line_fd, &byte, 1) < 0 && errno != EAGAIN && errno != EIO)
        fail("writing the line");
    int type = overhear(&ear, byte, &boot, &seq);
    if (type == 0x02 && boot != boot_id) {
        boot_id = boot;
        boots++;
        events = acknowledged = 0;
    }
    if (type >= 0x10 && type <= 0x1F && seq == wanted_seq && !wanted_at_ns)
        wanted_at_ns = wall_ns();
}

static avr_cycle_count_t wire_gives_byte(avr_t *a, avr_cycle_count_t when, void *param) {
    static struct ear ear;
    unsigned boot, seq;
    (void)a, (void)param;
    uint8_t byte = to_shoe[to_shoe_tail++ % sizeof to_shoe];
    if (overhear(&ear, byte, &boot, &seq) == 0x80 && boot == boot_id && (int16_t)(seq - acknowledged) > 0)
        acknowledged = seq;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    return to_shoe_tail == to_shoe_head ? 0 : when + BYTE_CYCLES;
}

static void read_line(void) {
    uint8_t chunk[1024];
    unsigned room = sizeof to_shoe - (to_shoe_head - to_shoe_tail);
    ssize_t got = read(line_fd, chunk, room < sizeof chunk ? room : sizeof chunk);
    line_hung_up = got < 0 && errno == EIO; /* nobody has the other end open */
    for (ssize_t at = 0; at < got; at++)
        to_shoe[to_shoe_head++ % sizeof to_shoe] = chunk[at];
}

/* The hands. A command goes through these stages; the next line is read when it is answered. */

static enum { IDLE, ENTERING, PASSING, TOLD, LEAVING, EMPTYING, LID_MOVES, SETTLING, HANGING } stage;
static avr_cycle_count_t stage_since, gate_since;
static char *cards[1024];
static int card_count, next_card, lid_is_open, is_loading, told;
static unsigned events_before, boots_before;

static void on_event(avr_irq_t *irq, uint32_t level, void *param) {
    (void)param;
    events += (irq->value != 0) != (level != 0);
}

static void on_pass(avr_irq_t *irq, uint32_t level, void *param) {
    (void)param;
    if ((irq->value != 0) != (level != 0)) {
        told = 1;
        wanted_seq = events & 0xFFFF;
        wanted_at_ns = 0;
    }
}

static void enter(int new_stage) {
    stage = new_stage;
    stage_since = avr->cycle;
}

static int passed_ms(unsigned ms) { return avr->cycle - stage_since >= ms * MS; }

static void answer(const char *format, long long one, long long two) {
    fprintf(answers, format, one, two);
    fputc('\n', answers);
    fflush(answers);
    stage = IDLE;
}

static void load(char *words) {
    for (; next_card < card_count; next_card++)
        free(cards[next_card]);
    card_count = next_card = 0;
    for (char *card = strtok(words, " "); card && card_count < 1024; card = strtok(NULL, " "))
        cards[card_count++] = strdup(card);
    drive('D', EMPTY, !card_count);
    is_loading = 1;
    enter(SETTLING);
}

static void lay_before_reader(const char *card) {
    size_t length = strlen(card);
    reader.tags = strchr(card, '+') ? 2 : *card != '-' && card[length - 1] != '!';
    reader.answers_left = card[length - 1] == '?' ? 1 : 1 << 30;
    reader.answered = 0;
    for (int at = 0; reader.tags && at < 8; at++) {
        unsigned byte = 0;
        sscanf(card + 2 * at, "%2x", &byte);
        reader.tag[7 - at] = byte;
    }
    drive('D', WHITE, *card != '-');
}

static void throw_into_loop(void) {
    for (unsigned at = 0; at < avr->flashend; at += 2)
        if (avr->flash[at] == 0xFF && avr->flash[at + 1] == 0xCF) { /* rjmp .-2, avr-libc's __stop_program */
            avr->pc = at;
            avr->state = cpu_Running;
            enter(HANGING);
            boots_before = boots;
            return;
        }
    fail("the firmware has no endless loop to be thrown into");
}

static void obey(char *line) {
    char *words = strchrnul(line, ' ');
    int is_more = *words == ' ';
    *words++ = 0;
    char *rest = is_more ? words : line + strlen(line);
    if (!strcmp(line, "load")) {
        load(rest);
    } else if (!strcmp(line, "pull") && next_card == card_count) {
        answer("nothing", 0, 0);
    } else if (!strcmp(line, "pull")) {
        lay_before_reader(cards[next_card]);
        enter(ENTERING);
    } else if (!strcmp(line, "left")) {
        answer("left %lld", card_count - next_card, 0);
    } else if (!strcmp(line, "lid")) {
        int is_open = !strcmp(rest, "open");
        events_before = events;
        drive('D', LID, is_open);
        enter(is_open == lid_is_open ? SETTLING : LID_MOVES);
        lid_is_open = is_open;
        is_loading = 0;
    } else if (!strcmp(line, "supply")) {
        avr->vcc = avr->avcc = strcmp(rest, "low") ? 5000 : 4400;
        answer("supply", 0, 0);
    } else if (!strcmp(line, "reader")) {
        reader.dead = !strcmp(rest, "dead");
        drive('C', BUSY, 0);
        answer("reader", 0, 0);
    } else if (!strcmp(line, "hang")) {
        throw_into_loop();
    } else if (!strcmp(line, "quit")) {
        answer("quit", 0, 0);
        exit(0);
    } else {
        answer("unknown: load, pull, left, lid, supply, reader, hang or quit was due", 0, 0);
    }
}

static void work(void) {
    static int64_t told_at_ns;
    static int were_two;
    static unsigned told_seq;
    switch (stage) {
    case ENTERING:
        if (reader.tags && !reader.dead ? (reader.answered < 3 && reader.answers_left) || reader.irq & 1 : !passed_ms(8))
            break; /* not read often enough, or the last answer is not fetched yet */
        told = 0;
        gate_since = avr->cycle;
        drive('D', GATE, 1);
        enter(PASSING);
        break;
    case PASSING:
        if (told || passed_ms(1000))
            enter(TOLD);
        break;
    case TOLD: {
        int waits = (int16_t)(wanted_seq - acknowledged) > WINDOW;
        if (wanted_at_ns || waits || passed_ms(500)) {
            told_at_ns = wanted_at_ns;
            told_seq = wanted_seq;
            enter(LEAVING);
        }
        break;
    }
    case LEAVING:
        if (avr->cycle - gate_since < 8 * MS)
            break;
        drive('D', GATE, 0);
        drive('D', WHITE, 1);
        were_two = reader.tags > 1;
        reader.tags = 0;
        free(cards[next_card++]);
        events_before = events;
        enter(EMPTYING);
        if (next_card == card_count)
            drive('D', EMPTY, 1);
        break;
    case EMPTYING:
        /* After two at once the reader believes no tag until none has answered for 30 ms. */
        if (next_card < card_count ? passed_ms(were_two ? 45 : 6) : events != events_before || passed_ms(200))
            answer("pulled %lld %lld", told_seq, told_at_ns);
        break;
    case LID_MOVES:
        if (events != events_before || passed_ms(200))
            answer("lid", 0, 0);
        break;
    case SETTLING:
        if (passed_ms(25))
            answer(is_loading ? "loaded %lld" : "lid", card_count - next_card, 0);
        break;
    case HANGING:
        if (boots != boots_before)
            answer("hung %lld", (avr->cycle - stage_since) / MS, 0);
        break;
    default:
        break;
    }
}

static void read_hands(void) {
    static char text[65536];
    static size_t length;
    char *end = memchr(text, '\n', length);
    if (!end) {
        struct pollfd hands = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&hands, 1, 0) <= 0)
            return;
        ssize_t got = read(STDIN_FILENO, text + length, sizeof text - length - 1);
        if (got <= 0)
            exit(0);
        length += got;
        end = memchr(text, '\n', length);
    }
    if (!end)
        return;
    *end = 0;
    size_t used = end + 1 - text;
    obey(text);
    memmove(text, text + used, length - used);
    length -= used;
}

/* Time */

static int64_t wall_base_ns;

static int64_t shoe_ns(avr_cycle_count_t cycle) { return wall_base_ns + cycle * (1000000000 / (HZ / 1000)) / 1000; }

static int hands_waiting, line_waiting;

/* Wait until the wall's clock is where the shoe's is; note what came in the meantime. */
static void keep_pace(avr_cycle_count_t cycle) {
    int64_t ahead = shoe_ns(cycle) - wall_ns();
    if (ahead < -LAG_NS)
        wall_base_ns -= ahead;
    while (ahead > AHEAD_NS) {
        struct timespec left = {.tv_nsec = ahead};
        struct pollfd ends[] = {{.fd = line_hung_up || line_waiting ? -1 : line_fd, .events = POLLIN},
                                {.fd = hands_waiting || stage != IDLE ? -1 : STDIN_FILENO, .events = POLLIN}};
        ppoll(ends, 2, &left, NULL);
        line_waiting |= ends[0].revents != 0;
        hands_waiting |= ends[1].revents != 0;
        ahead = shoe_ns(cycle) - wall_ns();
    }
}

static void sleep_until_due(avr_t *a, avr_cycle_count_t cycles) { keep_pace(a->cycle + cycles); }

static void service(void) {
    static avr_cycle_count_t last;
    keep_pace(avr->cycle);
    int is_new_ms = avr->cycle / MS != last / MS;
    last = avr->cycle;
    reader_sees_air();
    if (was_reset)
        drive_again();
    if (line_waiting || is_new_ms) {
        read_line();
        line_waiting = 0;
    }
    if (to_shoe_head != to_shoe_tail && !avr_cycle_timer_status(avr, wire_gives_byte, NULL))
        avr_cycle_timer_register(avr, BYTE_CYCLES, wire_gives_byte, NULL);
    if (stage != IDLE)
        work();
    else if (boots && (hands_waiting || is_new_ms)) {
        hands_waiting = 0;
        read_hands();
    }
}

/* Start */

static void map_eeprom(const char *path, const char *serial) {
    struct stat found;
    int file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || fstat(file, &found) < 0)
        fail(path);
    errno = 0;
    if (found.st_size != 0 && found.st_size != EEPROM_SIZE)
        fail("KEPT_FILE is no EEPROM of 1024 bytes");
    uint8_t blank[EEPROM_SIZE];
    memset(blank, 0xFF, sizeof blank);
    if (!found.st_size && pwrite(file, blank, sizeof blank, 0) != sizeof blank)
        fail(path);
    uint8_t *eeprom = mmap(NULL, EEPROM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (eeprom == MAP_FAILED)
        fail(path);
    memset(eeprom, 0xFF, SERIAL_SIZE);
    memcpy(eeprom, serial, strnlen(serial, SERIAL_SIZE));
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "eeprom"))
            ((avr_eeprom_t *)io)->eeprom = eeprom;
}

static void log_nothing(avr_t *a, const int level, const char *format, va_list args) {
    (void)a;
    if (level <= LOG_WARNING && getenv("RUNNER_LOG"))
        vfprintf(stderr, format, args);
}

static void solder(void) {
    calm_int0();
    drive('D', GATE, 0);
    drive('D', WHITE, 1);
    drive('D', EMPTY, 1);
    drive('D', LID, 0);
    drive('C', BUSY, 0);
    watch('B', NSS, on_nss);
    watch('C', RST, on_rst);
    watch('D', EVENT, on_event);
    watch('D', PASS, on_pass);
    for (spi = avr->io_port; strcmp(spi->kind, "spi"); spi = spi->next)
        ;
    avr_register_io_write(avr, ((avr_spi_t *)spi)->r_spdr, on_spdr, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_conversion, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_shoe_byte, NULL);
    uint32_t flags = 0; /* no copy on the console, no sleep of simavr's own */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
}

int main(int count, char **words) {
    elf_firmware_t firmware = {0};
    if (count != 5)
        fail("runner ELF LINE_FD KEPT_FILE SERIAL");
    answers = fdopen(dup(STDOUT_FILENO), "w");
    if (!answers || !freopen("/dev/null", "w", stdout)) /* simavr prints there */
        fail("stdout");
    prctl(PR_SET_TIMERSLACK, 1);
    avr_global_logger_set(log_nothing);
    line_fd = atoi(words[2]);
    fcntl(line_fd, F_SETFL, fcntl(line_fd, F_GETFL) | O_NONBLOCK);
    if (elf_read_firmware(words[1], &firmware) < 0 || !(avr = avr_make_mcu_by_name("atmega328p")))
        fail(words[1]);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = sleep_until_due;
    map_eeprom(words[3], words[4]);
    solder();
    reset_before = avr->reset;
    avr->reset = on_reset;
    wall_base_ns = wall_ns();
    for (;;) {
        for (int left = 64; left; left--) {
            int state = avr_run(avr);
            if (state == cpu_Done || state == cpu_Crashed)
                fail("the firmware crashed");
            if (state == cpu_Sleeping)
                break;
        }
        service();
    }
}
