"""Texts for a technician: what could be a card, a tag, a secret or a name is taken out, the rest stays readable."""

import pytest

from deploy.scrubbing import LONGEST, Scrub
from engine.cards import Card

NOBODY = Scrub()


@pytest.mark.parametrize("face", [card.face for card in Card.pack()])
def test_no_face_is_left(face: str) -> None:
    for written in (face, face.replace("T", "10"), f"({face})", f"card={face},", f"'{face}'"):
        told = NOBODY.line(f"box 1 has {written} now")
        assert "##" in told
        assert face not in told.split()
        assert face.replace("T", "10") not in told


@pytest.mark.parametrize(
    "secret",
    [
        "E0040150AABBCCDD",
        "e0040150aabbccdd",
        "04A1B2C3D4E5F6",
        "04:A1:B2:C3:D4:E5:F6",
        "04-a1-b2-c3-d4",
        "K♠",
        "10♥",
        "🂡",
        "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaA",
        "5c" * 32,
    ],
)
def test_no_tag_key_or_hash_is_left(secret: str) -> None:
    told = NOBODY.line(f"seen: {secret} at the exit")
    assert secret not in told
    assert told.startswith("seen: ##")
    assert told.endswith("at the exit")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('took {"type":"say","pin":"482915","card":"TH"} from a client', "took {…"),
        ("took b'{\\'staff\\': 1042, \\'pin\\': 482915}'", "took b'{…"),
        ("wrong PIN: 482915 again", "wrong PIN: ## again"),
        ("two\x1b[31mred\x07", "two?[31mred?"),
    ],
)
def test_messages_pins_and_what_moves_a_terminal_are_cut_off(text: str, left: str) -> None:
    assert NOBODY.line(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-01T12:00:24.000Z  record 1234567  link lost (rfid): the shoe has said nothing for 750 ms",
        "good   port: /dev/serial/by-id/usb-banca21_shoe-if00",
        "shoe BJ21-0001 is connected, not authenticated",
        "the clock jumped by -3600 s; look as it is, at a terminal",
        "2026-12-01T13:23:00+0000 table banca21-core[4194303]: started",
        "3 coups, 10 hits and 7 cards in 2 shoes",
    ],
)
def test_what_a_technician_needs_stays(text: str) -> None:
    assert NOBODY.line(text) == text


def test_names_and_short_tags_that_are_known_are_taken_out_where_they_stand_alone() -> None:
    scrub = Scrub.of(["Ana", "Ana Lei", "Ng (2)", "o"], ["00AF"])
    assert scrub.line("Ana Lei and Ana sit, Anagram does not") == "## and ## sit, Anagram does not"
    assert scrub.line("Ng (2) had 00AF, then 00af; o said no") == "## had ##, then ##; ## said no"


def test_a_line_is_cut_where_it_is_long_and_a_secret_at_the_cut_is_not_left_half() -> None:
    told = NOBODY.line("x" * (LONGEST - 4) + " E0040150AABBCCDD")
    assert "E0" not in told
    assert len(NOBODY.line("y" * 10_000)) == LONGEST


def test_each_line_is_scrubbed_for_itself() -> None:
    assert NOBODY.lines('a {"b"\nTH\nc') == ["a {…", "##", "c"]
