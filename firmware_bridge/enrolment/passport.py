"""The pack passport: what a deck is, who enrolled it and with what, and by which sums it is known again.

It names no tag and no card of a tag, so that it may lie beside the pack or in a binder while the deck's file stays
secret.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engine.cards import Rank, Suit
from firmware_bridge.enrolment import files
from firmware_bridge.enrolment.enrolment import packs_by_tag
from firmware_bridge.enrolment.errors import PassportError
from firmware_bridge.enrolment.faces import packs_in_words
from firmware_bridge.registry import Registry, RegistryError

SUFFIX: Final = ".passport.json"
"""Stands in the place of the deck file's own."""


class Work(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody did to the deck."""

    did: str
    by: str
    at: str
    """UTC, ISO 8601."""
    reader: str
    """What it is, its serial and its firmware, as it says itself."""
    port: str


class Pack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One pack of the deck."""

    number: int
    tags_sha256: str
    """Of its tags, sorted, a line each."""
    is_checked: bool
    """A second pass in order agreed."""


class Passport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The document beside the deck's file."""

    deck: str
    file: str
    sha256: str
    """Of the deck's file."""
    made_at: str
    """UTC, ISO 8601."""
    banca21: str
    """The version."""
    cards: int
    white_cards: int
    ranks: dict[str, int]
    suits: dict[str, int]
    packs: tuple[Pack, ...]
    work: tuple[Work, ...]
    """The earliest first."""


def passport_path(deck: Path) -> Path:
    """Where the passport of a deck's file lies.

    >>> passport_path(Path("house/deck.csv")).name
    'deck.passport.json'
    """
    return deck.with_name(deck.stem + SUFFIX)


def content_of(deck: Registry) -> bytes:
    """The deck's file, as enrolment writes it."""
    return ("\n".join(deck.lines()) + "\n").encode()


def issue(
    deck: Registry,
    *,
    name: str,
    file: str,
    made_at: str,
    banca21: str,
    work: Iterable[Work],
    checked: Collection[str] = (),
) -> Passport:
    """The passport of a deck; ``checked`` has the sums of the packs whose second pass agreed."""
    faces = deck.cards.values()
    ranks, suits = Counter(card.rank for card in faces), Counter(card.suit for card in faces)
    sums = sums_of_packs(deck)
    return Passport(
        deck=name,
        file=file,
        sha256=hashlib.sha256(content_of(deck)).hexdigest(),
        made_at=made_at,
        banca21=banca21,
        cards=len(deck.cards),
        white_cards=len(deck.white),
        ranks={rank.value: ranks[rank] for rank in Rank},
        suits={suit.value: suits[suit] for suit in Suit},
        packs=tuple(
            Pack(number=number, tags_sha256=each, is_checked=each in checked) for number, each in enumerate(sums, 1)
        ),
        work=tuple(work),
    )


def sums_of_packs(deck: Registry) -> tuple[str, ...]:
    """The sum of each pack's tags."""
    packs = packs_by_tag(deck)
    tags: list[list[str]] = [[] for _ in range(max(packs.values(), default=0))]
    for tag, pack in packs.items():
        tags[pack - 1].append(tag)
    return tuple(hashlib.sha256("".join(f"{tag}\n" for tag in sorted(each)).encode()).hexdigest() for each in tags)


def faults(passport: Passport, content: bytes, *, name: str = "deck") -> tuple[str, ...]:
    """In what the deck's file is not the one of its passport: sentences, none where it is."""
    found = []
    digest = hashlib.sha256(content).hexdigest()
    if digest != passport.sha256:
        found.append(f"the file's sha256 is {digest}, the passport has {passport.sha256}")
    try:
        deck = Registry.parse(content.decode("utf-8-sig").splitlines(), name=name)
    except (RegistryError, UnicodeDecodeError) as error:
        return (*found, str(error))
    due = issue(deck, name=passport.deck, file=passport.file, made_at="", banca21="", work=())
    for what, seen, written in (
        ("cards", due.cards, passport.cards),
        ("white cards", due.white_cards, passport.white_cards),
        ("packs", len(due.packs), len(passport.packs)),
        ("of each rank", due.ranks, passport.ranks),
        ("of each suit", due.suits, passport.suits),
    ):
        if seen != written:
            found.append(f"the file has {seen} {what}, the passport {written}")
    found += [
        f"the tags of pack {seen.number} are not the passport's"
        for seen, written in zip(due.packs, passport.packs, strict=False)
        if seen.tags_sha256 != written.tags_sha256
    ]
    return tuple(found)


def load(path: Path) -> Passport:
    """The passport at ``path``.

    Raises:
        PassportError: it is none.
        DeckFileError: it cannot be read.
    """
    try:
        return msgspec.json.decode(files.read(path), type=Passport)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PassportError(
            f"{path}: no pack passport ({error}): bring back the file as enrolment wrote it, or move it away"
        ) from error


def of_deck(path: Path) -> Passport | None:
    """The passport beside the deck's file ``path``, which is that deck's; ``None`` where there is none.

    Raises:
        PassportError: it is none, or another deck's; in what, and what to do.
        DeckFileError: passport or deck cannot be read.
    """
    beside = passport_path(path)
    if not beside.exists():
        return None
    passport = load(beside)
    found = faults(passport, files.read(path), name=str(path))
    if found:
        raise PassportError(
            f"{path} is not the deck of {beside}: {'; '.join(found)}: bring back the file of this passport; if the "
            "deck was changed by hand, move the passport away and check every card"
        )
    return passport


def save(deck: Registry, passport: Passport, path: Path) -> None:
    """Write the deck's file and the passport beside it; a power cut never leaves the passport of another deck.

    Raises:
        DeckFileError: one cannot be written.
    """
    beside = passport_path(path)
    with files.explained(beside):
        beside.unlink(missing_ok=True)
        files.sync_folder(beside.parent)
    files.write(path, content_of(deck))
    files.write(beside, msgspec.json.format(msgspec.json.encode(passport), indent=2) + b"\n")


def words(passport: Passport) -> list[str]:
    """What a person reads of it."""
    checked = sum(pack.is_checked for pack in passport.packs)
    whites = f", {passport.white_cards} white" if passport.white_cards else ""
    return [
        f"pack passport of {passport.deck}: {packs_in_words(len(passport.packs))}, {passport.cards} cards{whites}; "
        f"{'/'.join(map(str, sorted(set(passport.ranks.values()))))} of each rank, "
        f"{'/'.join(map(str, sorted(set(passport.suits.values()))))} of each suit; "
        f"second pass agreed for {checked} of {packs_in_words(len(passport.packs))}",
        *(f"{each.at}  {each.did} by {each.by}, reader {each.reader}" for each in passport.work),
        f"sha256 of {passport.file}: {passport.sha256}",
        f"banca21 {passport.banca21}, {passport.made_at}",
    ]
