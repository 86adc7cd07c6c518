"""Hashes as words and as squares: against published vectors, and read back from the modules."""

from collections.abc import Callable

import pytest

from ui.digest import NoHashError, groups, qr, words

VECTORS = {
    "00" * 32: "abandon " * 23 + "art",
    "7f" * 32: "legal winner thank year wave sausage worth useful " * 2
    + "legal winner thank year wave sausage worth title",
    "80" * 32: "letter advice cage absurd amount doctor acoustic avoid " * 2
    + "letter advice cage absurd amount doctor acoustic bless",
    "ff" * 32: "zoo " * 23 + "vote",
    "68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c": "hamster diagram private dutch cause delay "
    "private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay "
    "length",
    "9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863": "panda eyebrow bullet gorilla call smoke "
    "muffin taste mesh discover soft ostrich alcohol speed nation flash devote level hobby quick inner drive ghost "
    "inside",
    "f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f": "void come effort suffer camp survey warrior "
    "heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold",
}
"""Entropy of 256 bits and its words, of the vectors that BIP-39 names (trezor/python-mnemonic, vectors.json)."""
FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, _: y % 2,
    lambda _, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
"""ISO/IEC 18004, table 10: inverted where it is nought."""


@pytest.mark.parametrize("entropy", VECTORS)
def test_words_are_those_of_bip_39(entropy: str) -> None:
    assert words(entropy) == tuple(VECTORS[entropy].split())


def test_one_other_digit_is_other_words_at_that_place() -> None:
    assert [at for at, (a, b) in enumerate(zip(words("00" * 32), words("80" + "00" * 31), strict=True)) if a != b] == [
        0,
        23,
    ]


def test_capitals_are_the_same_hash() -> None:
    assert words("AB" * 32) == words("ab" * 32)
    assert groups("AB" * 32) == ("abababab",) * 8


@pytest.mark.parametrize("wrong", ["", "00", "00" * 31, "00" * 33, "xy" * 32, "0" * 63, "永" * 64])
def test_what_is_no_hash_is_refused(wrong: str) -> None:
    for given in (words, groups):
        with pytest.raises(NoHashError, match="64 hexadecimal digits"):
            given(wrong)


def _lines(modules: tuple[tuple[bool, ...], ...]) -> list[str]:
    return ["".join("1" if dark else "0" for dark in row) for row in modules]


def _format(modules: tuple[tuple[bool, ...], ...]) -> int:
    """Error level and mask, as they stand beside the finder at the top left, five bits."""
    row = [modules[8][x] for x in (0, 1, 2, 3, 4)]
    return sum(bit << 4 - at for at, bit in enumerate(row)) ^ 0b10101


@pytest.mark.parametrize(
    "text", ["A", "banca21 BJ-01 3105417 " + "5c" * 32, "ก永" * 150, "永" * 300, "x" * 300], ids=lambda text: text[:12]
)
def test_a_square_has_three_finders_no_margin_and_level_m(text: str) -> None:
    modules = qr(text)
    lines, size = _lines(modules), len(modules)
    assert (size - 21) % 4 == 0
    assert {len(line) for line in lines} == {size}
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert tuple(line[left : left + 7] for line in lines[top : top + 7]) == FINDER
    assert _format(modules) >> 3 == 0  # level M


def _read_smallest(modules: tuple[tuple[bool, ...], ...]) -> str:
    """The text of a symbol of 21 modules in byte mode: two columns at a time from the right, up and down in turn."""
    masked, bits = MASKS[_format(modules) & 7], []
    for turn, right in enumerate([20, 18, 16, 14, 12, 10, 8, 5, 3, 1]):
        for y in range(20, -1, -1) if turn % 2 == 0 else range(21):
            for x in (right, right - 1):
                is_function = y == 6 or (y < 9 and (x < 9 or x > 12)) or (y > 12 and x < 9)
                if not is_function:
                    bits.append(modules[y][x] ^ (masked(y, x) == 0))
    number = int("".join(str(int(bit)) for bit in bits[:128]), 2).to_bytes(16, "big")
    mode, length = number[0] >> 4, (number[0] & 15) << 4 | number[1] >> 4
    assert mode == 0b0100
    content = int.from_bytes(number[1 : 2 + length], "big") >> 4
    return (content & (1 << 8 * length) - 1).to_bytes(length, "big").decode()


@pytest.mark.parametrize("text", ["banca21 BJ-01", "a hash of 1?", "b"])
def test_what_is_in_a_square_can_be_read(text: str) -> None:
    assert _read_smallest(qr(text)) == text


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError):
        qr("永" * 3000)
