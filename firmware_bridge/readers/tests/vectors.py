"""Frames of real readers, literally, each with its source."""

import pytest

RDM6300 = [
    pytest.param("02 30 31 30 30 30 37 33 34 45 30 44 32 03", "01000734E0", id="Seeed wiki, 125Khz RFID module UART"),
    pytest.param("02 30 44 30 30 33 31 39 43 44 30 37 30 03", "0D00319CD0", id="espressif/arduino-esp32#1405"),
    pytest.param("02 31 46 30 30 36 34 34 42 42 36 38 36 03", "1F00644BB6", id="jp112sdl/HB-UNI-Sen-RFID-RC#3"),
    pytest.param("02 30 30 30 34 31 34 43 44 37 45 41 33 03", "000414CD7E", id="serial.md"),
    pytest.param("02 36 32 45 33 30 38 36 43 45 44 30 38 03", "62E3086CED", id="Seeed wiki, checksum by example"),
]

GHOSTS = ["000000000000", "000000078F88", "00F00000F000", "F000060007F1", "DA9386B5EA90"]
"""Frames of a noisy antenna with no tag there, digits between STX and ETX [esprfid/esp-rfid#411]."""

PN532_ACK = "00 00 FF 00 FF 00"
PN532_SAM = "00 00 FF 02 FE D5 15 16 00"
PN532_FIRMWARE = "00 00 FF 06 FA D5 03 32 01 06 07 E8 00"
PN532_UID_4 = "00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 DE AD BE EF 96 00"
"""As the vector of serial.md; its UID, which is left open there, is DE AD BE EF, and the DCS is computed."""
PN532_UID_7 = "00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 A0 35 B2 BC 2B 80 A1 00"
PN532_ERROR = "00 00 FF 01 FF 7F 81 00"
"""[UM0701-02 6.2.1.5]"""

R200 = [
    pytest.param(
        "BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E",
        "30751FEB705C5904E3D50D70",
        id="M100 protocol, notice of a single poll",
    ),
    pytest.param(
        "BB 02 22 00 11 C4 30 00 E2 00 00 1D 73 15 01 65 21 40 8F C6 B8 3E C2 7E",
        "E200001D7315016521408FC6",
        id="serial.md, second notice",
    ),
    pytest.param(
        "BB 02 22 00 11 CB 34 00 E2 00 47 1B B0 00 60 13 04 45 09 D0 95 82 D4 7E",
        "E200471BB0006013044509D0",
        id="serial.md, third notice",
    ),
]
R200_NO_TAG = "BB 01 FF 00 01 15 16 7E"
R200_INFO = "BB 01 03 00 10 00 4D 31 30 30 20 32 36 64 42 6D 20 56 31 2E 30 92 7E"
"""[M100 protocol, hardware version]"""
