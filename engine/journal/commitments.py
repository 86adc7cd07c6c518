"""Commitments and their openings, as they follow each other in a journal: each is opened once, by what it stood for."""

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec

from engine.journal.chain import Flaw, Record
from engine.journal.seal import NONCE, WIDTH, Sealed
from engine.journal.walk import Row

_MARK: Final = b'"commitment'
_COMMITMENT: Final = b'"commitment"'
_OPENED: Final = b'"commitments_opened"'
_is_hash: Final = re.compile("[0-9a-f]{64}").fullmatch
"""Of a commitment, and of a nonce: 32 bytes."""


class _Committing(msgspec.Struct, gc=False):
    commitment: str | None = None


class _Opening(msgspec.Struct, gc=False):
    seq: int
    nonce: str
    text: str


class _Openings(msgspec.Struct):
    openings: tuple[_Opening, ...] = ()


class _Kind(msgspec.Struct):
    type: Any = None


_COMMITTING: Final = msgspec.json.Decoder(_Committing).decode
_OPENINGS: Final = msgspec.json.Decoder(_Openings).decode
_KIND: Final = msgspec.json.Decoder(_Kind).decode


class Commitments:
    """What is committed to in the records taken so far, and not opened yet."""

    def __init__(self, first: int, earlier: Callable[[int], Record | None]) -> None:
        """From the record ``first`` on; ``earlier`` finds one before it."""
        self.committed = 0
        """Commitments."""
        self.opened = 0
        """Those that were opened."""
        self.unknown = 0
        """Openings of commitments in records that are not kept any more."""
        self._first = first
        self._earlier = earlier
        self._due: dict[int, str] = {}
        self._opened_earlier: set[int] = set()

    @property
    def unopened(self) -> int:
        """Commitments that nobody has opened yet."""
        return len(self._due)

    def take(self, rows: Iterable[Row]) -> Flaw | None:
        """What is wrong with the next records.

        The words are looked for in the bytes, and a player may bear them as a name: so it is the decoded record that
        decides, and no other record need be decoded.
        """
        for seq, payload, _ in rows:
            if _MARK in payload and (bad := self._taken(seq, payload)):
                return bad
        return None

    def check(self, sealed: dict[int, Sealed]) -> Flaw | None:
        """What is wrong with the secrets that the core still keeps; none of them is told."""
        for seq, secret in sealed.items():
            commitment = self._due.get(seq) or (self._of_earlier(seq) if seq < self._first else None)
            if commitment is None:
                return Flaw(seq, "secrets of commitments that are not opened yet", "one of a record that has none")
            if not secret.is_of(commitment):
                return Flaw(seq, "a secret that opens its commitment", "another")
        gone = [seq for seq in self._due if sealed and seq > min(sealed) and seq not in sealed]
        if gone:  # a restored journal lacks those before the restore, and then all of them
            return Flaw(gone[0], "the secret of a commitment that is not opened", "none")
        return None

    def _taken(self, seq: int, payload: bytes) -> Flaw | None:
        if _COMMITMENT in payload:
            try:
                commitment = _COMMITTING(payload).commitment
            except msgspec.DecodeError as error:
                return Flaw(seq, "a commitment as text", str(error))
            if commitment is not None:
                return self._commit(seq, commitment)
        if _OPENED in payload and _is_opening(payload):
            try:
                openings = _OPENINGS(payload).openings
            except msgspec.DecodeError as error:
                return Flaw(seq, "openings with seq, nonce and text", str(error))
            for opening in openings:
                if bad := self._open(seq, opening):
                    return bad
        return None

    def _commit(self, seq: int, commitment: str) -> Flaw | None:
        if not _is_hash(commitment):
            return Flaw(seq, "a commitment of 64 hexadecimal digits", repr(commitment))
        self._due[seq] = commitment
        self.committed += 1
        return None

    def _open(self, seq: int, opening: _Opening) -> Flaw | None:
        of = opening.seq
        commitment = self._due.pop(of, None)
        if commitment is None and of < self._first:
            commitment = self._of_earlier(of)
            if commitment is None and of > 0 and self._earlier(of) is None:
                self.unknown += 1
                return None
            self._opened_earlier.add(of)
        if commitment is None:
            return Flaw(seq, "openings of commitments that are not opened yet", f"one of record {of}")
        bad = _unlike(opening, commitment)
        if bad is not None:
            return Flaw(seq, f"an opening of commitment {commitment} of record {of}", bad)
        self.opened += 1
        return None

    def _of_earlier(self, seq: int) -> str | None:
        """The commitment in a record from before the first one taken, if it is still to be opened."""
        record = self._earlier(seq) if seq not in self._opened_earlier else None
        if record is None or _COMMITMENT not in record.payload:
            return None
        try:
            return _COMMITTING(record.payload).commitment
        except msgspec.DecodeError:
            return None


def _unlike(opening: _Opening, commitment: str) -> str | None:
    """What ``opening`` opens instead of ``commitment``."""
    try:
        nonce, text = bytes.fromhex(opening.nonce), opening.text.encode("ascii")
    except ValueError:
        return "one that is not of hexadecimal digits and ASCII characters"
    if len(nonce) != NONCE or not text or len(text) % WIDTH:
        return f"one of {len(nonce)} bytes and {len(text)} characters, {NONCE} and a multiple of {WIDTH} were due"
    found = sha256(nonce + text).hexdigest()
    return None if found == commitment else f"one of {found}"


def _is_opening(payload: bytes) -> bool:
    try:
        return bool(_KIND(payload).type == "commitments_opened")
    except msgspec.DecodeError:
        return False
