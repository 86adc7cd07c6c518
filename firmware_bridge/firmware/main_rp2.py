"""The reference shoe on an RP2040: flashed as ``main.py``.

``serial.txt`` holds the serial, at most 16 ASCII characters (else it is made from the board's unique number),
``key.hex`` the key in hex digits (without it, frames are not signed). With the service jumper set, the board stays
at its prompt.
"""

import hashlib
import sys

import hal_rp2
from shoe import Shoe

SOURCES = ("shoe1.py", "shoe.py", "gate.py", "pn5180.py", "kept_flash.py", "hal_rp2.py")
"""What the hash in HELLO is over, besides this file."""
KEY_BYTES = (16, 64)
"""Shortest and longest key; the host asks for the same."""


def fw_hash(folder=""):
    """First 8 bytes of the sources' sha256, this file's last."""
    digest = hashlib.sha256()
    for name in [folder + name for name in SOURCES] + [__file__]:
        with open(name, "rb") as file:
            digest.update(file.read())
    return digest.digest()[:8]


def serial(folder=""):
    """The shoe's serial.

    Raises:
        ValueError: ``serial.txt`` holds none.
    """
    try:
        with open(folder + "serial.txt") as file:
            text = file.read().strip()
    except OSError:
        return hal_rp2.serial_of_board()
    if not 0 < len(text) <= 16 or any(not "!" <= letter <= "~" for letter in text):
        raise ValueError(f"serial.txt holds {len(text)} characters: 1 to 16 of ASCII were due")
    return text


def key(folder=""):
    """The shoe's key, ``None`` without ``key.hex``.

    Raises:
        ValueError: ``key.hex`` holds no key of 16 to 64 bytes.
    """
    try:
        with open(folder + "key.hex") as file:
            text = file.read().strip()
    except OSError:
        return None
    shortest, longest = KEY_BYTES
    if len(text) % 2 or not 2 * shortest <= len(text) <= 2 * longest:
        raise ValueError(f"key.hex holds {len(text)} characters: {2 * shortest} to {2 * longest} hex digits were due")
    return bytes.fromhex(text)


def run():
    """Until power is lost."""
    hal = hal_rp2.Rp2Hal()
    shoe = Shoe(hal, serial(), fw_hash(), key())
    hal.guard()
    while True:
        hal.work()
        shoe.step()


def main():
    """Run; an error is printed at the prompt and the board begins anew."""
    if hal_rp2.in_service():
        return
    try:
        run()
    except Exception as error:  # noqa: BLE001
        sys.print_exception(error)
        hal_rp2.restart()


if __name__ == "__main__":
    main()
