"""One settings file, and every mistake in it told at once."""

import hashlib
import re
from pathlib import Path

import msgspec
import pytest

from deploy.core import opening
from deploy.settings import LONGEST_SOCKET, PeopleSettings, Settings, SettingsError, TableSettings, load
from engine.chips import Chips
from engine.rules import TableRules
from ui.choices import Choices, Cue

SAMPLE = Path(__file__).parents[1] / "banca21.toml"
LEAST = """
[table]
name = "BJ-07"
[shoe]
port = "/dev/shoe"
deck = "deck.csv"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def told(file: Path, text: str) -> list[str]:
    """The lines told of a file of this text, without its name."""
    file.write_text(text)
    with pytest.raises(SettingsError) as refusal:
        load(file)
    lines = str(refusal.value).splitlines()
    assert all(line.startswith(f"{file}: ") for line in lines)
    return [line.removeprefix(f"{file}: ") for line in lines]


def test_the_sample_loads() -> None:
    settings = load(SAMPLE)
    assert settings.table.name == "BJ-01"
    assert settings.table.rules == TableRules()
    assert settings.screen.size == (800, 480)


def test_the_sample_names_every_rule_with_its_default(file: Path) -> None:
    text = re.sub(r"^# (?=[a-z]+\w* = )", "", SAMPLE.read_text(), flags=re.MULTILINE)
    text, rest = text.split("[shoe]")
    text += "[shoe]" + re.sub(r"^(?!port|deck)", "# ", rest.split("[panel]")[0], flags=re.MULTILINE)
    for name in msgspec.structs.fields(TableRules):
        assert re.search(rf"^{name.name} = ", text, flags=re.MULTILINE), name.name
    file.write_text(text)
    rules = load(file).table.rules
    assert msgspec.structs.replace(rules, min_wager=None, max_wager=None) == TableRules()


def test_what_is_left_out_takes_its_default(file: Path) -> None:
    file.write_text(LEAST)
    settings = load(file)
    assert settings.table == TableSettings(name="BJ-07")
    assert settings.shoe.serial is None
    assert settings.journal.path == Path("/var/lib/banca21/journal.db")
    assert settings.core.socket == Path("/run/banca21/core.sock")
    assert (settings.screen.px_per_mm, settings.screen.fullscreen) == (5.2, True)


def test_rules_and_players_are_read(file: Path) -> None:
    file.write_text(
        LEAST.replace(
            '"BJ-07"', '"BJ-07"\nrules = {decks = 8, dealer_soft_17 = "draw"}\nplayers = {1 = "Ana", 7 = "陳大文"}'
        )
    )
    table = load(file).table
    assert table.rules == TableRules(decks=8, dealer_soft_17="draw")
    assert table.players == {1: "Ana", 7: "陳大文"}


def test_relative_paths_are_relative_to_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(LEAST + '[journal]\npath = "log/journal.db"\n')
    monkeypatch.chdir(file.parent)
    settings = load(Path(file.name))
    assert settings.shoe.deck == file.parent / "deck.csv"
    assert settings.journal.path == file.parent / "log/journal.db"
    assert settings.shoe.port == Path("/dev/shoe")


def test_users_and_people_are_left_out_or_read(file: Path) -> None:
    file.write_text(LEAST)
    settings = load(file)
    assert (settings.core.user, settings.core.group, settings.core.technicians) == (None, None, ())
    assert (settings.screen.user, settings.people, settings.journal.key) == (None, None, None)
    journal = settings.journal
    assert (journal.checkpoints, journal.rotate_days, journal.keep_days, journal.room_mib) == (None, 31, 400, 64)
    file.write_text(
        LEAST + '[core]\nuser = "daemon"\ngroup = "daemon"\n[journal]\nkey = "k"\ncheckpoints = "c"\n'
        '[people]\nstaff = "s"\nattempts = "/a"\npepper = "p"\n[screen]\nuser = "daemon"\n'
    )
    settings = load(file)
    assert (settings.core.user, settings.core.group, settings.screen.user) == ("daemon", "daemon", "daemon")
    assert (settings.journal.key, settings.journal.checkpoints) == (file.parent / "k", file.parent / "c")
    assert settings.people == PeopleSettings(staff=file.parent / "s", attempts=Path("/a"), pepper=file.parent / "p")


def test_reports_go_where_sticks_are_mounted_or_where_it_is_said(file: Path) -> None:
    file.write_text(LEAST)
    assert load(file).reports.folder == Path("/media/banca21")
    file.write_text(LEAST + '[reports]\nfolder = "usb"\n')
    assert load(file).reports.folder == file.parent / "usb"


def test_a_screen_is_as_the_house_wants_it_until_people_choose(file: Path) -> None:
    file.write_text(LEAST)
    screen = load(file).screen
    assert (screen.chosen, screen.choices) == (Choices(), Path("/var/lib/banca21-screen/choices.json"))
    file.write_text(
        LEAST + '[screen]\nlanguage = "th"\nhand = "left"\nbrightness = 60\ndim_after_s = 0\nsounds = ["pay", "pay"]\n'
        'choices = "kept/choices.json"\n'
    )
    screen = load(file).screen
    chosen = Choices(language="th", hand="left", brightness=60, dim_after_s=0, sounds=frozenset({Cue.PAY}))
    assert (screen.chosen, screen.choices) == (chosen, file.parent / "kept/choices.json")


def test_the_sample_names_how_a_screen_is_with_its_defaults(file: Path) -> None:
    screen = SAMPLE.read_text().split("[screen]")[1].split("# [people]")[0]
    lines = [line.removeprefix("# ") for line in screen.splitlines() if re.match(r"# [a-z_]+ = ", line)]
    keys = [line for line in lines if not line.startswith("user")]
    assert {line.split()[0] for line in keys} == {*Choices.__struct_fields__, "choices"}
    file.write_text(LEAST + "[screen]\n" + "\n".join(keys))
    settings = load(file).screen
    assert (settings.chosen, settings.choices) == (Choices(), Path("/var/lib/banca21-screen/choices.json"))


def test_the_digest_is_that_of_the_files_bytes(file: Path) -> None:
    file.write_text(LEAST)
    assert load(file).digest == hashlib.sha256(LEAST.encode()).hexdigest()


def test_settings_are_frozen(file: Path) -> None:
    file.write_text(LEAST)
    settings = load(file)
    with pytest.raises(ValueError, match="frozen"):
        settings.table = TableSettings(name="BJ-08")
    with pytest.raises(TypeError):
        settings.table.players[1] = "Ana"  # type: ignore[index]


def test_settings_are_also_made_without_a_file(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {
            "table": {"name": "demo", "rules": TableRules(decks=2), "players": {1: "Ana"}},
            "shoe": {"port": tmp_path / "pty", "deck": tmp_path / "deck.csv"},
        }
    )
    assert settings.table.rules.decks == 2
    assert settings.shoe.port == tmp_path / "pty"
    assert settings.digest == ""


def test_three_mistakes_are_told_at_once(file: Path) -> None:
    lines = told(file, '[table]\nname = "BJ-07"\nrules = {decks = 9}\n[shoe]\nprot = "/dev/shoe"\ndeck = "deck.csv"\n')
    assert lines == [
        "table.rules.decks: 9 packs in a shoe; give 2 to 8 (article 1b)",
        'shoe.port: missing; give the shoe\'s serial device, such as "/dev/serial/by-id/usb-…"',
        "shoe.prot: unknown key; write port",
    ]


NAME = 'give the table\'s name, 1 to 24 characters, such as "BJ-01"'
SIZE = "give width and height in pixels, such as [800, 480]"
NO_USER = "make the user first (adduser --system NAME), or give the name of one who is here"
NO_GROUP = "make the group first (addgroup --system NAME), or give the name of one that is here"
CORE_USER = 'give the user that the core runs as, such as "banca21-core", or leave it out'
TECHNICIANS = 'give the technicians\' user names as a list: ["anna"]'
GROUP = "give the group of all users that may connect, or the core's socket is for its own user alone"
PEPPER = "give the file of the pepper, for the eyes of the core's user alone: openssl rand -hex 32"
DENSITY = "give pixels per millimetre of the display, such as 5.2"
DIMS = "give seconds, one of 0, 30, 60, 120, 300, 600; 0: never"
SOUNDS = "give a list of those that are on, of trouble, white_card, pay, or []"
STICKS = "give the folder at which sticks are mounted, or one of the folders directly in it"
CHOICES = "give the file, in a folder of the screen's user, that keeps what people chose on the screen"


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("name = ''", f'table.name: ""; {NAME}'),
        ("name = 7", f"table.name: 7; {NAME}"),
        ("name = 'BJ-01 '", f'table.name: "BJ-01 "; {NAME}'),
        ('name = "BJ\\n01"', f'table.name: "BJ\\n01"; {NAME}'),
        (f"name = '{'B' * 25}'", f'table.name: "{"B" * 25}"; {NAME}'),
        ("name = 1979-05-27", f'table.name: "1979-05-27"; {NAME}'),
        ("rules = 3", "table.rules: 3; write the rules as a table, [table.rules]"),
        ("rules.deck = 6", "table.rules.deck: unknown key; write decks"),
        ("rules.decks = '6'", 'table.rules.decks: "6"; give a whole number'),
        ("rules.min_wager = 1.5", "table.rules.min_wager: 1.5; give a whole number"),
        ("rules.bonus = 'none'", 'table.rules.bonus: "none"; give "replace" or "add"'),
        ("rules.stop_on_21 = 0", "table.rules.stop_on_21: 0; give true or false"),
        ("rules = {equipment = 'box', decks = 1}", 'table.rules.equipment: "box"; give "shoe" or "metal_box"'),
        ("players = ['Ana']", 'table.players: ["Ana"]; write the players as a table, [table.players], box = name'),
        ("players = {8 = 'Ana'}", "table.players.8: no such box; give a box from 1 to 7"),
        ("players = {01 = 'Ana'}", "table.players.01: no such box; give a box from 1 to 7"),
        ("rules.boxes = 6\nplayers = {7 = 'Ana'}", "table.players.7: no such box; give a box from 1 to 6"),
        ("players = {1 = ''}", 'table.players.1: ""; give a name of 1 to 24 characters'),
        ("players = {1 = 'A', 2 = 'A'}", 'table.players.2: "A" sits at another box too; seat each player once'),
        ("[shoe]\nport = ' '", 'shoe.port: " "; give the shoe\'s serial device, such as "/dev/serial/by-id/usb-…"'),
        (
            "[shoe]\ndeck = 3",
            'shoe.deck: 3; give the CSV file of the enrolled tags: a line "tag,card", then one for each card',
        ),
        (
            "[shoe]\nserial = 42",
            "shoe.serial: 42; give the serial number that the shoe reports, as text, or leave it out to take any shoe",
        ),
        ("[journal]\npath = ''", 'journal.path: ""; give the journal\'s file'),
        ("[core]\nsocket = true", "core.socket: true; give the path of the core's socket"),
        (
            f"[core]\nsocket = '/{'s' * LONGEST_SOCKET}'",
            "core.socket: 108 bytes long; give a path of at most 107 bytes",
        ),
        ("[core]\nuser = 'no-such-user'", f'core.user: "no-such-user": no such user; {NO_USER}'),
        ("[core]\nuser = ''", f'core.user: ""; {CORE_USER}'),
        ("[core]\nuser = 0", f"core.user: 0; {CORE_USER}"),
        ('[core]\nuser = "a\\u0000"', f'core.user: "a\\u0000": no such user; {NO_USER}'),
        ("[core]\ngroup = 'no-such-group'", f'core.group: "no-such-group": no such group; {NO_GROUP}'),
        ("[core]\ntechnicians = 'root'", f'core.technicians: "root"; {TECHNICIANS}'),
        ("[core]\ngroup = 'root'\ntechnicians = ['root', 3]", f'core.technicians: ["root", 3]; {TECHNICIANS}'),
        (
            "[core]\ngroup = 'root'\nwatchers = ['root', 'no-such-user']",
            f'core.watchers: "no-such-user": no such user; {NO_USER}',
        ),
        (
            "[core]\ngroup = 'root'\ntechnicians = ['root']\nwatchers = ['root']",
            'core.watchers: "root" is named by core.technicians too; give each user one role',
        ),
        (
            "[core]\ngroup = 'daemon'\ntechnicians = ['nobody']",
            'core.technicians: "nobody" is not in the group "daemon"; run: adduser nobody daemon',
        ),
        (
            "[core]\ngroup = 'daemon'\nuser = 'nobody'",
            'core.user: "nobody" is not in the group "daemon"; run: adduser nobody daemon',
        ),
        ("[core]\nwatchers = ['daemon']", f"core.group: missing; {GROUP}"),
        ("[screen]\nuser = 'daemon'", f"core.group: missing; {GROUP}"),
        ("[journal]\nkey = 'k'", "journal.checkpoints: missing; give it with journal.key, or leave both out"),
        ("[journal]\ncheckpoints = 'c'", "journal.key: missing; give it with journal.checkpoints, or leave both out"),
        (
            "[journal]\nrotate_days = 0",
            "journal.rotate_days: 0; give the days after which a new file begins, 1 to 3660",
        ),
        (
            "[journal]\nrotate_days = 60\nkeep_days = 59",
            "journal.keep_days: 59, but a file is 60 days old when the next begins; keep more",
        ),
        (
            "[journal]\nkeep_days = 36501",
            "journal.keep_days: 36501; give the days that a file is kept, rotate_days to 36500",
        ),
        (
            "[journal]\nroom_mib = 15",
            "journal.room_mib: 15; give the MiB that must be free for a coup to begin, 16 to 100000",
        ),
        ("[people]\nstaff = 's'\nattempts = 'a'", f"people.pepper: missing; {PEPPER}"),
        ("[reports]\nfolder = 5", f"reports.folder: 5; {STICKS}"),
        ("[reports]\nfolder = ''", 'reports.folder: ""; ' + STICKS),
        ("[reports]\nfoldr = 'a'", "reports.foldr: unknown key; write folder"),
        ("[[people]]", "people: [{}]; write it as a table, [people]"),
        ("[screen]\nsize = [800]", f"screen.size: [800]; {SIZE}"),
        ("[screen]\nsize = ['800', 0]", f'screen.size: ["800", 0]; {SIZE}'),
        ("[screen]\npx_per_mm = 0.0", f"screen.px_per_mm: 0.0; {DENSITY}"),
        ("[screen]\npx_per_mm = inf", f"screen.px_per_mm: Infinity; {DENSITY}"),
        ("[screen]\nfullscreen = 1", "screen.fullscreen: 1; give true or false"),
        ("[screen]\nlanguage = 'zh'", 'screen.language: "zh"; give one of en, zh_Hant, pt, th, in quotes'),
        ("[screen]\nhand = 'both'", 'screen.hand: "both"; give "right" or "left"'),
        ("[screen]\nbrightness = 19", "screen.brightness: 19; give percent from 20 to 100"),
        ("[screen]\nbrightness = true", "screen.brightness: true; give percent from 20 to 100"),
        ("[screen]\ndim_after_s = 29", f"screen.dim_after_s: 29; {DIMS}"),
        ("[screen]\ndim_after_s = false", f"screen.dim_after_s: false; {DIMS}"),
        ("[screen]\nsounds = 'pay'", f'screen.sounds: "pay"; {SOUNDS}'),
        ("[screen]\nsounds = ['pay', 'gong']", f'screen.sounds: ["pay", "gong"]; {SOUNDS}'),
        ("[screen]\nsounds = [[]]", f"screen.sounds: [[]]; {SOUNDS}"),
        ("[screen]\nchoices = 3", f"screen.choices: 3; {CHOICES}"),
        (
            "[screen]\nwidth = 800",
            "screen.width: unknown key; leave it out; known here: brightness, choices, dim_after_s, fullscreen, "
            "hand, language, px_per_mm, size, sounds, user",
        ),
        ("[scren]", "scren: unknown key; write screen"),
        ("[[screen]]", "screen: [{}]; write it as a table, [screen]"),
        (
            "[sources]",
            "sources: unknown key; leave it out; known here: core, journal, panel, people, reports, screen, shoe, "
            "table",
        ),
    ],
)
def test_a_mistake_is_told_with_its_key_and_remedy(file: Path, given: str, line: str) -> None:
    """What is not given is sound: the mistake is the only line."""
    assert told(file, with_the_least(given)) == [line]


def with_the_least(given: str) -> str:
    """A file of the keys that must be there, with those ``given`` (of [table], if none is named) in their place."""
    sound = {"table": "name = 'BJ-07'", "shoe": "port = '/dev/shoe'\ndeck = 'deck.csv'"}
    if not given.startswith("["):
        given = f"[table]\n{given}"
    header, _, wrong = given.partition("\n")
    name = header.strip("[]")
    kept = [line for line in sound.pop(name, "").splitlines() if f"\n{line.split()[0]} = " not in f"\n{wrong}"]
    rest = [f"[{section}]\n{keys}" for section, keys in sound.items()]
    return "\n".join([*rest, header, *kept, wrong])


@pytest.mark.parametrize(
    ("written", "line"),
    [
        (b"[table]\nname = \n", "line 2, column 8: not TOML: Invalid value; write key = value, text in quotes"),
        (b'name = "', "end of document: not TOML: Unterminated string; write key = value, text in quotes"),
        (b"a = 1\na = 2", "end of document: not TOML: Cannot overwrite a value; write key = value, text in quotes"),
        (b"# Caf\n# \xe9\n", "line 2: not UTF-8; save the file as UTF-8"),
    ],
)
def test_a_file_that_is_no_toml_is_told_with_its_place(file: Path, written: bytes, line: str) -> None:
    file.write_bytes(written)
    with pytest.raises(SettingsError) as refusal:
        load(file)
    assert str(refusal.value) == f"{file}: {line}"


def test_a_missing_file_is_told(file: Path) -> None:
    with pytest.raises(SettingsError) as refusal:
        load(file)
    assert str(refusal.value) == (
        f"{file}: cannot be read (No such file or directory); "
        "copy deploy/banca21.toml there and fill it in, or name another file"
    )


def test_an_empty_file_is_told_every_key_that_it_must_have(file: Path) -> None:
    assert [line.split(";")[0] for line in told(file, "")] == [
        "table.name: missing",
        "shoe.port: missing",
        "shoe.deck: missing",
    ]


@pytest.mark.parametrize(
    "mistake",
    [
        "rules = { decks = " + "9" * 5000 + " }",
        "rules = { chip_unit = 0x1" + "0" * 5000 + " }",
        "rules = { boxes = 0x" + "F" * 6000 + " }",
        "rules = " + "[" * 3000 + "]" * 3000,
    ],
    ids=["digits", "hex", "more-hex", "nested"],
)
def test_a_number_or_a_nesting_beyond_reach_is_told_in_one_sentence(tmp_path: Path, mistake: str) -> None:
    file = tmp_path / "banca21.toml"
    file.write_text(f'[table]\nname = "A"\n{mistake}\n[shoe]\nport = "a"\ndeck = "b"\n')
    with pytest.raises(SettingsError) as raised:
        load(file)
    assert len(str(raised.value).splitlines()) == 1
    assert len(str(raised.value)) < 400


def with_table(keys: str) -> str:
    return LEAST.replace('"BJ-07"', f'"BJ-07"\n{keys}')


def test_chips_and_how_wagers_are_told_are_read(file: Path) -> None:
    file.write_text(LEAST)
    assert (load(file).table.chips, load(file).table.wagers) == ((), "amounts")
    file.write_text(with_table('chips = [500, 100, 2500, 500]\nwagers = "none"'))
    settings = load(file)
    assert (settings.table.chips, settings.table.wagers) == ((100, 500, 2500), "none")
    assert opening(settings).chips == Chips((100, 500, 2500), are_told=False)
    file.write_text(with_table("chips = [50, 200]\nrules = {chip_unit = 50}"))
    assert load(file).table.chips == (50, 200)


CHIPS = "give what the chips are worth, whole avos above 0 as a list: [100, 500, 2500, 10000]"


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("chips = []", f"table.chips: []; {CHIPS}"),
        ("chips = 100", f"table.chips: 100; {CHIPS}"),
        ("chips = [100, 0]", f"table.chips: [100, 0]; {CHIPS}"),
        ("chips = [100, 1.5]", f"table.chips: [100, 1.5]; {CHIPS}"),
        ("chips = [100, true]", f"table.chips: [100, true]; {CHIPS}"),
        ("chips = [500]", "table.chips: no chip of 100, the chip_unit; add 100"),
        ("chips = [100, 250]", "table.chips: 250 is no multiple of 100, the chip_unit; give multiples of 100"),
        ('wagers = "ratios"', 'table.wagers: "ratios"; give "amounts" or "none"'),
        (
            'wagers = "none"\nrules = {min_wager = 500}',
            'table.wagers: "none", with a min_wager of 500 where no amounts are told; '
            "leave min_wager out, or let it admit wagers of 200 and 400",
        ),
        (
            'wagers = "none"\nrules = {max_wager = 200}',
            'table.wagers: "none", with a max_wager of 200 where no amounts are told; '
            "leave max_wager out, or let it admit wagers of 200 and 400",
        ),
    ],
)
def test_chips_and_wagers_that_do_not_go_with_the_rules_are_told(file: Path, keys: str, line: str) -> None:
    assert told(file, with_table(keys)) == [line]


def test_with_a_wrong_rule_the_chips_are_not_judged_by_it(file: Path) -> None:
    lines = told(file, with_table('chips = [50, 100]\nwagers = "none"\nrules = {chip_unit = 0}'))
    assert lines == ["table.rules.chip_unit: 0 avos; give a whole number of avos above 0"]
