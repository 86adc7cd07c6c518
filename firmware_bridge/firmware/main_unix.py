"""The reference shoe as a Unix process: ``micropython main_unix.py LINE_FD KEPT_FILE SERIAL [KEY_FILE]`` or ``python``.

``LINE_FD`` is an open descriptor of the line (a pty's master end), ``KEPT_FILE`` holds what outlives a kill,
``KEY_FILE`` the shoe's key in hex; without it nothing is signed. The hands speak on stdin, a line each, and are
answered on stdout, a line each:

* ``load UID UID ...``: hex, in the order in which they will leave; ``-`` is the white card, ``UID!`` a card whose tag
  will not be read, ``UID?`` one whose tag is read once only, ``UID+UID`` two at once -> ``loaded COUNT``
* ``pull``: the next one leaves -> ``pulled SEQ T_NS``, or ``nothing``. ``T_NS`` is CLOCK_MONOTONIC just after the last
  byte of the event's frame was written, 0 where the frame still waits in the shoe (8 are on the way already)
* ``left`` -> ``left COUNT``; ``lid open``, ``lid closed`` -> ``lid``; ``quit`` or the end of stdin ends the process

An empty shoe at boot is no event: EMPTY comes when the last card leaves.
"""

import hashlib
import sys

from hal_unix import UnixHal
from shoe import Shoe

STDIN = 0
SOURCES = ("shoe1.py", "shoe.py", "hal_unix.py", "main_unix.py")


def fw_hash():
    """First 8 bytes of the sources' sha256."""
    digest = hashlib.sha256()
    folder = __file__.rsplit("/", 1)[0] + "/" if "/" in __file__ else ""
    for name in SOURCES:
        with open(folder + name, "rb") as file:
            digest.update(file.read())
    return digest.digest()[:8]


class Hands:
    """Carries out the lines of stdin."""

    def __init__(self, hal, shoe):
        self._hal = hal
        self._shoe = shoe
        self._text = b""
        self.has_quit = False

    def work(self):
        """Carry out each whole line that has come."""
        self._text += self._hal.hands.read()
        while b"\n" in self._text and not self.has_quit:
            line, self._text = self._text.split(b"\n", 1)
            words = line.decode().split()
            if words:
                print(self._answer(words))
                if hasattr(sys.stdout, "flush"):
                    sys.stdout.flush()
        self.has_quit = self.has_quit or self._hal.hands.is_closed

    def _answer(self, words):
        if words[0] == "load":
            self._hal.load(words[1:])
            self._shoe.step()
            return f"loaded {len(self._hal.cards)}"
        if words[0] == "pull":
            return self._pull() if self._hal.cards else "nothing"
        if words[0] == "left":
            return f"left {len(self._hal.cards)}"
        if words[0] == "lid":
            self._hal.lid = words[1:] == ["open"]
            self._shoe.step()
            return "lid"
        self.has_quit = words[0] == "quit"
        return "quit" if self.has_quit else f"unknown {words[0]}: load, pull, left, lid or quit was due"

    def _pull(self):
        self._hal.pull()
        self._shoe.step()
        seq = self._shoe.last_seq()
        wrote_at_ns = self._hal.wrote_at_ns if self._shoe.has_sent(seq) else 0
        self._hal.empty = not self._hal.cards
        self._shoe.step()
        return f"pulled {seq} {wrote_at_ns}"


def key_of(path):
    """The key that the file holds in hex."""
    with open(path) as file:
        return bytes.fromhex(file.read().strip())


def main(line, kept_path, serial, key_path=None):
    """Run until stdin ends or says ``quit``."""
    hal = UnixHal(int(line), STDIN, kept_path)
    shoe = Shoe(hal, serial, fw_hash(), key_of(key_path) if key_path else None)
    hands = Hands(hal, shoe)
    while not hands.has_quit:
        hal.wait(shoe.step())
        hands.work()


if __name__ == "__main__":
    main(*sys.argv[1:5])
