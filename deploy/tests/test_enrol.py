"""``banca21 enrol tags`` as a process, with the simulated shoe's firmware on a pty; and what wrong use is told."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue

import pytest
from click.testing import CliRunner

from deploy.commands.enrol import enrol
from deploy.demo_table import Setting, settings_text
from engine.cards import Card
from firmware_bridge.enrolment import passport
from firmware_bridge.registry import Registry
from firmware_bridge.simulated_shoe import SimulatedShoe, unread

TAGS = [f"E00401FF{number:08X}" for number in range(120)]
FACES = [card.face for card in Card.pack()]
ONE_PACK = Registry.numbered(1)
SERIAL = "SIM-0"
WAIT_S = 20
"""A test that waits so long has failed."""


class Dealer:
    """Passes cards, types keys and reads what is said."""

    def __init__(self, folder: Path, shoe: SimulatedShoe, *options: str) -> None:
        self._shoe = shoe
        self._said: Queue[str | None] = Queue()
        self.transcript: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy", "enrol", "tags", *options],
            env=os.environ | {"BANCA21_CONFIG": str(folder / "banca21.toml")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            text=True,
            bufsize=1,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._said.put(line.rstrip("\n"))
        self._said.put(None)

    def hears(self, words: str) -> str:
        """The next line with these words in it."""
        while True:
            try:
                line = self._said.get(timeout=WAIT_S)
            except Empty:
                line = None
            if line is None:
                pytest.fail(f"{words!r} was not said; what was: {self.transcript}")
            self.transcript.append(line)
            if words in line:
                return line

    def connects(self) -> "Dealer":
        self.hears(f"shoe {SERIAL} is connected")
        return self

    def passes(self, tag: str, words: str) -> str:
        """Pass a card and hear these words."""
        self._shoe.load([tag])
        self._shoe.pull()
        return self.hears(words)

    def types(self, keys: str, words: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(keys + "\n")
        return self.hears(words)

    def enrols(self, begin: int, end: int, tags: Sequence[str] = TAGS) -> None:
        """Pass the cards of a pack from one place to another and answer what is asked."""
        for number in range(begin, end):
            self.passes(tags[number], f"{FACES[number]} enrolled")
            if number % 13 == 12:
                self.hears("Look at the card")
                self.types("", "confirmed")

    def ends(self, status: int) -> None:
        assert self.process.stdin is not None
        assert self.process.wait(WAIT_S) == status, self.transcript
        self.process.stdin.close()


Begin = Callable[..., Dealer]


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[SimulatedShoe]:
    (tmp_path / "banca21.toml").write_text(settings_text(Setting(seed=1), SERIAL))
    with SimulatedShoe(tmp_path / "shoe", serial=SERIAL) as shoe:
        yield shoe


@pytest.fixture
def begin(tmp_path: Path, shoe: SimulatedShoe) -> Iterator[Begin]:
    """Starts the command; what still runs is killed at the end."""
    dealers: list[Dealer] = []

    def start(*options: str) -> Dealer:
        dealers.append(Dealer(tmp_path, shoe, *options))
        return dealers[-1]

    yield start
    for dealer in dealers:
        dealer.process.kill()
        dealer.process.wait(WAIT_S)


def a_deck(path: Path, deck: Registry = ONE_PACK) -> None:
    passport.save(
        deck,
        passport.issue(deck, name="house", file=path.name, made_at="2026-01-31T12:00:00.000Z", banca21="0", work=()),
        path,
    )


def test_one_pack_from_the_first_card_to_its_passport(tmp_path: Path, begin: Begin) -> None:
    """With an unread card, one seen before, a take-back, a stop, a power cut and a second pass."""
    first = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    first.enrols(0, 20)
    first.passes(unread(TAGS[20]), "passed unread: put it back")
    first.passes(f"{TAGS[20]}+{TAGS[21]}", "two cards passed at once")
    first.passes(TAGS[3], "refused: this tag is enrolled already, as 4S of pack 1")
    first.passes(TAGS[19], "7H is still at the reader")
    first.types("b 2", "taken back: 7H 6H")
    first.enrols(18, 22)
    first.types("q", "stopped: 22 of 52 are kept, TH is due next; start again to go on")
    first.ends(1)
    assert not (tmp_path / "deck.csv").exists()

    second = begin("--out", "deck.csv", "--by", "Bento")
    second.hears("continued: 22 of 52 are enrolled, 9H last")
    second.connects().types("", "confirmed")
    second.enrols(22, 30)
    second.process.kill()
    second.ends(-signal.SIGKILL)

    third = begin("--out", "deck.csv", "--by", "Bento")
    third.hears("continued: 30 of 52 are enrolled, 4D last")
    third.connects().types("", "confirmed")
    third.enrols(30, 52)
    third.hears("c = check pack 1 by a second pass")
    third.types("c", "second pass of pack 1")
    for tag, face in zip(TAGS[:52], FACES, strict=False):
        third.passes(tag, f"{face} of pack 1 is there")
    third.hears("the second pass agreed")
    third.types("", "pack passport of deck: 1 pack, 52 cards")
    third.ends(0)

    assert dict(Registry.load(tmp_path / "deck.csv").cards) == dict(zip(TAGS, Card.pack(), strict=False))
    made = passport.of_deck(tmp_path / "deck.csv")
    assert made is not None
    assert [each.by for each in made.work] == ["Ana", "Bento", "Bento"]
    assert made.work[0].reader.startswith(f"{SERIAL}, firmware ")
    assert made.work[0].port.endswith("/shoe")
    assert made.packs[0].is_checked
    assert not (tmp_path / "deck.csv.part").exists()


def test_a_slip_is_seen_in_the_second_pass_and_taken_back(tmp_path: Path, begin: Begin) -> None:
    """6H and 7H lay the wrong way round when they were enrolled."""
    slipped = [*TAGS[:18], TAGS[19], TAGS[18], *TAGS[20:52]]
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    dealer.enrols(0, 52, slipped)
    dealer.types("c", "second pass")
    for tag, face in zip(TAGS[:18], FACES, strict=False):
        dealer.passes(tag, f"{face} of pack 1 is there")
    dealer.passes(TAGS[18], "order slipped: this is 7H, 6H was due")
    dealer.hears("b 34 takes them back")
    dealer.types("b 34", "taken back: KC")
    dealer.enrols(18, 52)
    dealer.types("", "second pass agreed for 0 of 1 pack")
    dealer.ends(0)
    assert dict(Registry.load(tmp_path / "deck.csv").cards) == dict(zip(TAGS, Card.pack(), strict=False))


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_what_was_enrolled(begin: Begin, ending: signal.Signals) -> None:
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    dealer.enrols(0, 3)
    dealer.process.send_signal(ending)
    dealer.hears("stopped: 3 of 52 are kept")
    dealer.ends(1)
    begin("--out", "deck.csv", "--by", "Ana").hears("continued: 3 of 52")


def test_the_end_of_the_keys_stops_and_keeps(begin: Begin) -> None:
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    dealer.enrols(0, 3)
    assert dealer.process.stdin is not None
    dealer.process.stdin.close()
    dealer.hears("stopped: 3 of 52 are kept")
    dealer.ends(1)


def test_a_card_that_left_while_nobody_listened_is_not_taken(begin: Begin, shoe: SimulatedShoe) -> None:
    shoe.load(TAGS[5:7])
    shoe.pull()
    shoe.pull()
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana")
    dealer.hears("a card that left the shoe before it was heard was not taken")
    dealer.connects()
    dealer.enrols(0, 1)
    dealer.types("q", "1 of 52 are kept")


def test_a_shoe_that_was_unplugged_is_told_and_goes_on(begin: Begin, shoe: SimulatedShoe) -> None:
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    dealer.enrols(0, 3)
    shoe.unplug()
    dealer.hears("reader: ")
    shoe.plug()
    dealer.connects()
    dealer.enrols(3, 5)
    dealer.types("q", "5 of 52 are kept")


def test_a_pass_that_the_shoe_counted_and_never_told_is_asked_about(begin: Begin, shoe: SimulatedShoe) -> None:
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    dealer.enrols(0, 3)
    shoe.load(TAGS[3:12])
    time.sleep(0.5)  # what was enrolled is acknowledged, so that eight may be on the wire
    os.kill(dealer.process.pid, signal.SIGSTOP)
    for _ in range(9):  # eight are on the wire, the ninth waits in the shoe and dies with it
        shoe.pull()
    shoe.restart()
    os.kill(dealer.process.pid, signal.SIGCONT)
    dealer.hears("JS enrolled")
    dealer.hears("cards may be missing")
    dealer.hears("is it the JACK OF SPADES?")
    dealer.passes(TAGS[11], "passed before the question was answered")
    dealer.types("", "confirmed")
    dealer.passes(TAGS[11], "QS enrolled")


def test_a_pack_and_a_white_card_are_added_in_an_order_of_their_own(tmp_path: Path, begin: Begin) -> None:
    a_deck(tmp_path / "deck.csv")
    (tmp_path / "order.txt").write_text("\n".join(reversed(FACES)))
    dealer = begin("--add", "deck.csv", "--packs", "1", "--by", "Ana", "--white", "--order", "order.txt").connects()
    dealer.passes(next(iter(ONE_PACK.cards)), "refused: this tag is enrolled already, as AS of pack 1")
    for number, face in enumerate(reversed(FACES)):
        dealer.passes(TAGS[number], f"{face} enrolled")
        if number % 13 == 12:
            dealer.types("", "confirmed")
    dealer.passes(TAGS[52], "white enrolled")
    dealer.types("", "confirmed")
    dealer.types("", "pack passport of house: 2 packs, 104 cards, 1 white")
    dealer.ends(0)
    deck = Registry.load(tmp_path / "deck.csv")
    assert [deck.cards[tag].face for tag in TAGS[:52]] == FACES[::-1]
    assert deck.white == {TAGS[52]}


def test_a_worn_card_is_replaced(tmp_path: Path, begin: Begin) -> None:
    a_deck(tmp_path / "deck.csv")
    dealer = begin("--add", "deck.csv", "--replace", "7h", "--by", "Ana").connects()
    dealer.passes(TAGS[0], "the new 7H was read")
    dealer.types("", "seven of hearts: confirmed")
    dealer.hears("replacement of 7H of pack 1 by Ana, reader SIM-0")
    dealer.ends(0)
    assert Registry.load(tmp_path / "deck.csv").cards[TAGS[0]] is Card.parse("7H")
    assert passport.of_deck(tmp_path / "deck.csv") is not None


def test_a_replacement_that_was_stopped_changes_nothing(tmp_path: Path, begin: Begin) -> None:
    a_deck(tmp_path / "deck.csv")
    before = (tmp_path / "deck.csv").read_bytes()
    dealer = begin("--add", "deck.csv", "--replace", "7H", "--by", "Ana").connects()
    dealer.passes(TAGS[0], "the new 7H was read")
    dealer.types("q", "the deck is as it was")
    dealer.ends(1)
    assert (tmp_path / "deck.csv").read_bytes() == before


def test_a_check_in_any_order_tells_what_is_missing(tmp_path: Path, begin: Begin) -> None:
    a_deck(tmp_path / "deck.csv")
    dealer = begin("--check", "deck.csv")
    dealer.hears("deck.csv is the deck of its passport")
    dealer.connects()
    for tag, card in list(ONE_PACK.cards.items())[:1:-1]:
        dealer.passes(tag, f"{card.face} of pack 1 is there")
    dealer.passes(TAGS[0], "not enrolled in this deck: take this card out")
    dealer.types("q", "missing, 2 of 52:")
    dealer.hears("  2S of pack 1")
    dealer.hears(f"tag {TAGS[0]} is not enrolled and passed 1 ×")
    dealer.ends(1)


def test_a_check_in_order_sees_a_slip_and_ends_with_the_last_card(tmp_path: Path, begin: Begin) -> None:
    a_deck(tmp_path / "deck.csv")
    tags = list(ONE_PACK.cards)
    dealer = begin("--check", "deck.csv", "--in-order").connects()
    for number, tag in enumerate(tags):
        if number == 18:
            dealer.passes(tags[19], "order slipped: this is 7H, 6H was due")
            dealer.types("", "the check goes on")
        dealer.passes(tag, f"{FACES[number]} of pack 1 is there")
    dealer.hears("every card passed")
    dealer.ends(0)


def test_a_second_enrolment_of_the_same_file_is_refused(begin: Begin) -> None:
    begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    second = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana")
    second.hears("deck.csv.part: another enrolment writes this file")
    second.ends(2)


def test_a_port_that_another_program_holds_is_told(tmp_path: Path, begin: Begin) -> None:
    a_deck(tmp_path / "deck.csv")
    begin("--check", "deck.csv").connects()
    begin("--check", "deck.csv").hears("another program holds")


def test_a_disk_that_takes_no_more_ends_it_with_what_to_do(begin: Begin) -> None:
    dealer = begin("--out", "deck.csv", "--packs", "1", "--by", "Ana").connects()
    dealer.enrols(0, 2)
    subprocess.run(["prlimit", f"--pid={dealer.process.pid}", "--fsize=100"], check=True)
    dealer.passes(TAGS[2], "deck.csv.part: File too large")
    dealer.ends(2)
    begin("--out", "deck.csv", "--by", "Ana").hears("continued: 2 of 52")


def test_a_reader_of_tags_without_shoe_enrols_too(tmp_path: Path, shoe: SimulatedShoe) -> None:
    """An RDM6300 keeps nothing and has no gate: a tag that it told often enough is a card."""
    host, reader = os.openpty()
    tty.setraw(reader)
    (tmp_path / "reader").symlink_to(os.ttyname(reader))
    text = settings_text(Setting(seed=1), SERIAL).replace(f'serial = "{SERIAL}"\n', 'reader = "rdm6300"\n')
    (tmp_path / "banca21.toml").write_text(text.replace('port = "shoe"', 'port = "reader"'))
    dealer = Dealer(tmp_path, shoe, "--out", "deck.csv", "--packs", "1", "--by", "Ana")
    dealer.hears("RDM6300 (it only speaks when a tag is there) is connected")
    os.write(host, b"\x0201000734E0D2\x03" * 5)
    dealer.hears("AS enrolled")
    os.write(host, b"\x020D00319CD070\x03" * 5)
    dealer.hears("2S enrolled")
    dealer.types("q", "2 of 52 are kept")
    dealer.ends(1)
    assert '"reader":"RDM6300 (it only speaks' in (tmp_path / "deck.csv.part").read_text()
    os.close(host)
    os.close(reader)


# Wrong use and wrong files

USE = ["--out", "deck.csv", "--by", "Ana"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "give --out, --add or --check, and a file"),
        (["--out", "deck.csv"], "--by is missing"),
        (["--out", "deck.csv", "--by", ""], "--by is missing"),
        ([*USE, "--check", "deck.csv"], "--check stands alone"),
        ([*USE, "--in-order"], "--in-order belongs to --check"),
        ([*USE, "--replace", "7H"], "--replace belongs to --add"),
        ([*USE, "--add", "house.csv", "--replace", "7H"], "leave out --out"),
        ([*USE, "--tag", "E004"], "--tag belongs to --replace"),
        (["--check", "house.csv", "--white"], "--packs and --white belong to an enrolment"),
        (["--check", "house.csv", "--other", "house.csv"], "--other and --name belong to an enrolment"),
        ([*USE, "--packs", "0"], "--packs 0 is for --add and --white"),
        ([*USE, "--packs", "six"], "'six' is not a valid integer"),
        ([*USE, "--order", "none.txt"], "none.txt: No such file or directory"),
        ([*USE, "--order", "bad.txt"], "bad.txt, line 2: 'QX' is no card"),
        ([*USE, "--other", "none.csv"], "none.csv: No such file or directory"),
        (["--out", "house.csv", "--by", "Ana"], "house.csv: another deck lies there already"),
        (["--out", "no/deck.csv", "--by", "Ana"], "deck.csv.part: No such file or directory"),
        (["--add", "none.csv", "--by", "Ana"], "none.csv: No such file or directory"),
        (["--add", "house.csv", "--replace", "XX", "--by", "Ana"], "'XX' is no card"),
        (["--add", "house.csv", "--replace", "7H", "--tag", "FF", "--by", "Ana"], "the deck has no 7H with the tag FF"),
        (
            ["--add", "begun.csv", "--replace", "7H", "--by", "Ana"],
            "begun.csv.part: an enrolment into begun.csv is not",
        ),
        (["--check", "short.csv"], "51 cards are no 1 × 52: 1 packs without 1 × KC"),
        (["--check", "changed.csv"], "changed.csv is not the deck of"),
        (["--add", "changed.csv", "--by", "Ana"], "changed.csv is not the deck of"),
        (["--check", "spoilt.csv"], "spoilt.passport.json: no pack passport"),
    ],
)
def test_wrong_use_and_wrong_files_are_told_and_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    a_deck(Path("house.csv"))
    a_deck(Path("begun.csv"))
    Path("begun.csv.part").touch()
    a_deck(Path("changed.csv"))
    Path("changed.csv").write_text("\n".join(Registry.numbered(2).lines()))
    a_deck(Path("spoilt.csv"))
    Path("spoilt.passport.json").write_text(json.dumps({"deck": "spoilt"}))
    Path("short.csv").write_text("\n".join(ONE_PACK.lines()[:-1]))
    Path("bad.txt").write_text("KS\nQX\n")
    Path("banca21.toml").write_text(settings_text(Setting(seed=1), SERIAL))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = CliRunner().invoke(enrol, ["tags", "--config", "banca21.toml", *options], env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert words in result.output
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda text: text.replace('port = "shoe"\n', 'reader = "none"\n').replace(f'serial = "{SERIAL}"\n', ""),
            "shoe.port",
        ),
        (lambda text: text.replace("[table]", "[tisch]"), "tisch"),
    ],
)
def test_settings_that_cannot_enrol_are_told(tmp_path: Path, change: Callable[[str], str], words: str) -> None:
    config = tmp_path / "banca21.toml"
    config.write_text(change(settings_text(Setting(seed=1), SERIAL)))
    result = CliRunner().invoke(enrol, ["tags", "--config", str(config), "--out", str(tmp_path / "d.csv"), "--by", "A"])
    assert result.exit_code == 2
    assert words in result.output
