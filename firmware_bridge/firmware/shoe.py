"""The reference shoe: what it does with its gate, its tags and its line. No pin and no port is named here.

Everything outside comes through a hardware layer (``hal``), an object with these methods:

* ``millis()``: milliseconds since any start, u32, wraps
* ``read()``: the bytes that have come on the line, perhaps none; ``write(frame)``: send them, never wait
* ``passing()``: the next :class:`Passing` at the exit gate, or ``None``
* ``lid_open()``, ``is_empty()``, ``supply_low()``: levels
* ``fault()``: the next ``(code, detail)`` that it found wrong with itself, or ``None``
* ``reset_cause()``: why it booted, HELLO's byte: 1 power on, 2 watchdog, 3 by software
* ``kept()``: ``(gate_count, boot_id)`` as last kept, zeros at first; ``keep(gate_count, boot_id)``: to outlive a reset
* ``random(n)``: n random bytes
"""

from collections import namedtuple

try:
    import shoe1  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    from firmware_bridge.firmware import shoe1

FIRMWARE = (1, 1)
"""Major, minor."""
HEARTBEAT_MS = 250
"""Between two heartbeats."""
RESEND_MS = 50
"""Until an event is sent a second time; doubles each time."""
RESEND_MAX_MS = 1000
"""The doubling ends here."""
WINDOW = 8
"""Events that may be on the way at once."""
Passing = namedtuple("Passing", ("kind", "uid", "rssi", "reads"))
"""One pulse of the exit gate: CARD with its tag, WHITE_CARD, or GATE where nothing was read."""

_U32 = 0xFFFFFFFF
_SIGN = 0x80000000


def _ms_between(start: int, end: int) -> int:
    return ((end - start + _SIGN) & _U32) - _SIGN


class Waiting:
    """An event that the host has not acknowledged yet."""

    def __init__(self, body: "shoe1.Body") -> None:
        self.body = body
        self.due = body.t_ms
        self.pause = RESEND_MS
        self.was_sent = False


class Shoe:
    """The shoe from boot to power loss. Call :meth:`step` whenever something may have happened."""

    def __init__(self, hal, serial: str, fw_hash: bytes, key=None) -> None:  # type: ignore[no-untyped-def]
        """``key``: the shoe's, 1 to 64 bytes; ``None``: it signs nothing and believes whoever speaks."""
        self._hal = hal
        self._key = key
        self._signer = None
        self._nonce = b""
        self._host_number = 0
        self._serial = serial
        self._fw_hash = fw_hash
        self._splitter = shoe1.Splitter()
        self._ring: list[Waiting] = []
        self._next_seq = shoe1.FIRST_SEQ
        self._rx_bad = 0
        self._unread = 0
        self._overflowing = False
        self._lid_open = hal.lid_open()
        self._is_empty = hal.is_empty()
        self.gate_count, last_boot = hal.kept()
        self.boot_id = last_boot % shoe1.LAST_BOOT + 1 if last_boot else self._drawn()
        hal.keep(self.gate_count, self.boot_id)
        self.unix_ms = 0
        hal.write(b"\0")
        self._introduce()

    def step(self) -> int:
        """Read, look at the gate and the levels, send what is due; gives the milliseconds until something falls due."""
        self._listen()
        self._look()
        now: int = self._hal.millis()
        if _ms_between(self._heartbeat_due, now) >= 0:
            self._beat()
        self._send_due(now)
        return self._ms_left(now)

    def last_seq(self) -> int:
        """Seq of the newest event."""
        seq: int = (self._next_seq - 1) % shoe1.SEQ_COUNT
        return seq

    def has_sent(self, seq: int) -> bool:
        """Whether this event was written to the line at least once."""
        return all(waiting.was_sent for waiting in self._ring if waiting.body.seq == seq)

    def _drawn(self) -> int:
        boot_id = 0
        while not 0 < boot_id <= shoe1.LAST_BOOT:
            boot_id = int.from_bytes(self._hal.random(2), "little")
        return boot_id

    # What the host says

    def _listen(self) -> None:
        for block in self._splitter.feed(self._hal.read()):
            try:
                if block is None:
                    raise shoe1.WireError("too long")
                opened = shoe1.opened(block)
            except shoe1.WireError:
                self._rx_bad = (self._rx_bad + 1) & 0xFFFF
                continue
            if opened.body.type == shoe1.HOST_HELLO:
                self._begin_session(opened.payload.nonce)
            elif opened.body.boot_id == self.boot_id and self._believes(opened):
                self._obey(opened.body, opened.payload)

    def _begin_session(self, host_nonce: bytes) -> None:
        self._nonce = self._hal.random(shoe1.NONCE)
        self._host_number = 0
        if self._key is not None:
            self._signer = shoe1.Signer(self._key, host_nonce, self._nonce)
        self._introduce()
        self._resend_from(self._oldest())

    def _believes(self, opened) -> bool:  # type: ignore[no-untyped-def]
        """Whether this session's host sent the frame, and sends it for the first time."""
        if self._key is None:
            return True
        number = opened.body.t_ms
        if self._signer is None or number <= self._host_number or not self._signer.made(opened):
            self._rx_bad = (self._rx_bad + 1) & 0xFFFF
            return False
        self._host_number = number
        return True

    def _obey(self, body, payload) -> None:  # type: ignore[no-untyped-def]
        if body.type == shoe1.ACK:
            self._forget_until(body.seq)
        elif body.type == shoe1.REPLAY:
            self._replay(body.seq)
        elif body.type == shoe1.SET and payload.key == shoe1.KEY_GATE_COUNT:
            self._count_from(body.seq, payload.value)
        elif body.type == shoe1.SELFTEST:
            self._introduce()
        elif body.type == shoe1.TIME:
            self.unix_ms = payload.unix_ms

    def _forget_until(self, seq: int) -> None:
        if shoe1.distance(seq, self._next_seq) <= 0:
            return
        while self._ring and shoe1.distance(self._ring[0].body.seq, seq) >= 0:
            self._ring.pop(0)
            self._overflowing = False

    def _replay(self, seq: int) -> None:
        if shoe1.distance(seq, self._oldest()) > 0:
            self._introduce()
        self._resend_from(seq)

    def _resend_from(self, seq: int) -> None:
        now = self._hal.millis()
        for waiting in self._ring:
            if shoe1.distance(seq, waiting.body.seq) >= 0:
                waiting.due = now
                waiting.pause = RESEND_MS

    def _count_from(self, seq: int, value: int) -> None:
        """Count ``value`` as of ``seq``; a value that came late knows nothing of passes that have left the ring."""
        acknowledged = (self._oldest() - 1) % shoe1.SEQ_COUNT
        if shoe1.distance(acknowledged, seq) < 0 or shoe1.distance(seq, self._next_seq) <= 0:
            self._beat()
            return
        later = [
            waiting
            for waiting in self._ring
            if waiting.body.type in shoe1.PASSES and shoe1.distance(seq, waiting.body.seq) > 0
        ]
        self.gate_count = (value + len(later)) & _U32
        self._hal.keep(self.gate_count, self.boot_id)
        self._beat()

    # What happens at the shoe

    def _look(self) -> None:
        passing = self._hal.passing()
        while passing is not None:
            self._count(passing)
            passing = self._hal.passing()
        fault = self._hal.fault()
        while fault is not None:
            self._happened(shoe1.FAULT, *fault)
            fault = self._hal.fault()
        if self._hal.lid_open() != self._lid_open:
            self._lid_open = not self._lid_open
            self._happened(shoe1.LID, int(self._lid_open))
        if self._hal.is_empty() != self._is_empty:
            self._is_empty = not self._is_empty
            if self._is_empty:
                self._happened(shoe1.EMPTY, self.gate_count)

    def _count(self, passing: Passing) -> None:
        """Count the pulse where it outlives a reset before anyone hears of it: then a reset can't hide a card."""
        self.gate_count = (self.gate_count + 1) & _U32
        self._hal.keep(self.gate_count, self.boot_id)
        if passing.kind == shoe1.CARD:
            self._happened(shoe1.CARD, passing.uid, passing.rssi, passing.reads, self.gate_count)
            return
        if passing.kind == shoe1.GATE:
            self._unread = (self._unread + 1) & 0xFFFF
        self._happened(passing.kind, self.gate_count)

    def _happened(self, kind: int, *values) -> None:  # type: ignore[no-untyped-def]
        """Put the event in the ring. In a full ring the oldest gives way; a FAULT says so, once until an ACK comes."""
        if len(self._ring) >= shoe1.RING:
            dropped = self._ring.pop(0).body.seq
            if not self._overflowing:
                self._overflowing = True
                self._happened(shoe1.FAULT, shoe1.FAULT_RING_FULL, dropped)
                self._ring.pop(0)
        payload = shoe1.pack(kind, *values)
        body = shoe1.Body(kind, self.boot_id, self._next_seq, self._hal.millis() & _U32, payload)
        self._next_seq = shoe1.following(self._next_seq)
        self._ring.append(Waiting(body))

    # What the shoe says

    def _oldest(self) -> int:
        return int(self._ring[0].body.seq) if self._ring else self._next_seq

    def _introduce(self) -> None:
        features = shoe1.FEATURE_GATE | shoe1.FEATURE_WHITE_CARD | (shoe1.FEATURE_MAC if self._key else 0)
        nonce = self._nonce or self._hal.random(shoe1.NONCE)
        hello = (FIRMWARE[0], FIRMWARE[1], self._fw_hash, self._serial, features, shoe1.RING, self._hal.reset_cause())
        self._say(shoe1.HELLO, self._oldest(), shoe1.pack(shoe1.HELLO, *hello, self.gate_count, nonce))
        self._beat()

    def _beat(self) -> None:
        flags = self._lid_open * shoe1.FLAG_LID_OPEN + self._is_empty * shoe1.FLAG_EMPTY
        flags += bool(self._hal.supply_low()) * shoe1.FLAG_SUPPLY_LOW
        beat = shoe1.pack(shoe1.HEARTBEAT, self.gate_count, self._rx_bad, self._unread, flags)
        self._say(shoe1.HEARTBEAT, self._next_seq, beat)
        self._heartbeat_due = (self._hal.millis() + HEARTBEAT_MS) & _U32

    def _say(self, kind: int, seq: int, payload: bytes) -> None:
        body = shoe1.Body(kind, self.boot_id, seq, self._hal.millis() & _U32, payload)
        self._hal.write(shoe1.wire(body, self._signer))

    def _send_due(self, now: int) -> None:
        for waiting in self._ring[:WINDOW]:
            if _ms_between(waiting.due, now) >= 0:
                self._hal.write(shoe1.wire(waiting.body, self._signer))
                waiting.was_sent = True
                waiting.due = (now + waiting.pause) & _U32
                waiting.pause = min(2 * waiting.pause, RESEND_MAX_MS)

    def _ms_left(self, now: int) -> int:
        left = _ms_between(now, self._heartbeat_due)
        for waiting in self._ring[:WINDOW]:
            left = min(left, _ms_between(now, waiting.due))
        return max(0, left)
