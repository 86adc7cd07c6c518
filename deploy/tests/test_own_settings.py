"""What a screen reads of the settings before its first frame is what the whole check would give it, or nothing."""

import operator
import string
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from deploy.commands import screen as command
from deploy.demo_table import Setting, settings_text
from deploy.own_settings import OwnSettings, own_settings
from deploy.settings import SettingsError, load
from ui.choices import Cue
from ui.options import Screen

SAMPLE = (Path(__file__).parents[1] / "banca21.toml").read_text()
LEAST = '[table]\nname = "BJ-07"\n[shoe]\nreader = "none"\n'
TOLD = "table.rules.decks: 60 packs in a shoe; give 2 to 8 (article 1b)"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own") / "table.toml"


def whole(file: Path) -> OwnSettings:
    """What a screen needs, by the whole check."""
    settings = load(file)
    screen = Screen(
        socket=settings.core.socket,
        size=settings.screen.size,
        px_per_mm=settings.screen.px_per_mm,
        is_fullscreen=settings.screen.fullscreen,
        chosen=settings.screen.chosen,
        choices=settings.screen.choices,
    )
    return OwnSettings(settings.screen.user or settings.core.user, screen, file.read_bytes())


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE,
        SAMPLE.replace('"/run/banca21/', '"').replace('# choices = "/var/lib/', 'choices = "'),
        LEAST,
        settings_text(Setting(1)),
        settings_text(Setting(2, size=(720, 1280))),
        f'{LEAST}[core]\nuser = "daemon"\ngroup = "daemon"\n[screen]\npx_per_mm = 8\nsounds = []\nbrightness = 20',
    ],
    ids=["sample", "relative", "least", "demo", "upright", "chosen"],
)
def test_it_is_what_the_whole_check_gives(file: Path, text: str) -> None:
    file.write_text(text)
    assert own_settings(file) == whole(file)


def test_relative_paths_are_relative_to_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(f'{LEAST}[core]\nsocket = "core.sock"\n')
    monkeypatch.chdir(file.parent)
    own = own_settings(Path(file.name))
    assert own is not None
    assert own == whole(Path(file.name))
    assert own.screen.socket == file.parent / "core.sock"


def toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{key} = {toml(each)}' for key, each in value.items())}}}"
        case _:
            return repr(value)


texts = st.text(string.ascii_letters + " ./-é", min_size=1, max_size=12)
simple = st.booleans() | st.integers(-1, 200) | st.floats() | texts | st.sampled_from(["", " ", "\\u0000", "x" * 110])
anything = simple | st.lists(simple, max_size=3) | st.dictionaries(st.sampled_from("ab"), simple, max_size=1)
CORE: Mapping[str, st.SearchStrategy[Any]] = {"socket": texts, "user": st.just("daemon")}
SCREEN: Mapping[str, st.SearchStrategy[Any]] = {
    "size": st.lists(st.integers(1, 2000), min_size=2, max_size=2),
    "px_per_mm": st.floats(0.1, 100) | st.integers(1, 100),
    "fullscreen": st.booleans(),
    "user": st.just("daemon"),
    "language": st.sampled_from(["en", "zh_Hant", "pt", "th"]),
    "hand": st.sampled_from(["right", "left"]),
    "brightness": st.integers(20, 100),
    "dim_after_s": st.sampled_from([0, 30, 60, 120, 300, 600]),
    "sounds": st.lists(st.sampled_from([*map(str, Cue)]), max_size=4),
    "choices": texts,
}
NEARLY: Final = (0, 0.0, False, 30.0, 19, 101, 100.5, [800.0, 480], [800], "no-such-user", "zh", ["gong"])
"""Values that are easily taken for right ones."""


def section(keys: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Some keys of a section; every other time one of them, or an unknown one, holds anything."""
    wrong = st.dictionaries(
        st.sampled_from([*keys, "width"]), st.sampled_from(NEARLY) | anything, min_size=1, max_size=1
    )
    return st.builds(operator.or_, st.fixed_dictionaries({}, optional=dict(keys)), st.just({}) | wrong)


@given(core=section(CORE), screen=section(SCREEN))
def test_whatever_is_written_it_is_the_same_or_nothing_where_a_mistake_is(
    file: Path, core: dict[str, Any], screen: dict[str, Any]
) -> None:
    group = '\ngroup = "daemon"' if "daemon" in [core.get("user"), screen.get("user")] else ""
    keys = "".join(f"\n{key} = {toml(value)}" for key, value in core.items())
    file.write_text(f"screen = {toml(screen)}\n{LEAST}[core]{keys}{group}\n")
    try:
        due = whole(file)
    except SettingsError:
        assert own_settings(file) is None
    else:
        assert own_settings(file) == due


@pytest.mark.parametrize(
    "text",
    ["", f"{LEAST}[table.rules]\ndecks = 60", f"{LEAST}[core]\ntechnicians = 3", f'{LEAST}[journal]\nkey = "k"'],
    ids=["empty", "rules", "technicians", "journal"],
)
def test_mistakes_elsewhere_are_found_behind_it(file: Path, text: str) -> None:
    file.write_text(text)
    assert own_settings(file) is not None
    with pytest.raises(SettingsError):
        load(file)


@pytest.mark.parametrize(
    "text",
    ["[scren]", "[[screen]]", "[core]\nscoket = 3", "[screen", "a = " + "[" * 9999, "a = " + "9" * 9999],
)
def test_what_it_cannot_be_sure_of_it_leaves_to_the_whole_check(file: Path, text: str) -> None:
    file.write_text(LEAST + text)
    assert own_settings(file) is None
    file.write_bytes(b"# \xff")
    assert own_settings(file) is None
    assert own_settings(file.parent / "none.toml") is None


def started(monkeypatch: pytest.MonkeyPatch, file: Path, text: str) -> tuple[Screen, int, str]:
    """What ``banca21 screen`` shows first, and its end, where the check behind the first frame is all that happens."""
    shown: list[Screen] = []

    def run(screen: Screen) -> str:
        shown.append(screen)
        return screen.errors or (screen.check() if screen.check is not None else "")

    file.write_text(text)
    monkeypatch.setattr(command, "run", run)
    done = CliRunner().invoke(command.screen, ["--offscreen", "--config", str(file)])
    return shown[0], done.exit_code, done.stderr


def test_mistakes_of_its_own_are_shown_first_and_others_found_behind(
    monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    told = f"{file}: {TOLD}"
    shown, status, said = started(monkeypatch, file, LEAST)
    assert (shown.errors, status, said) == ("", 0, "")
    shown, status, said = started(monkeypatch, file, f"{LEAST}[table.rules]\ndecks = 60")
    assert (shown.errors, status, said) == ("", 2, f"{told}\n")
    shown, status, said = started(monkeypatch, file, f"{LEAST}[table.rules]\ndecks = 60\n[screen]\nhand = 3")
    assert (shown.errors.splitlines()[0], status, said) == (told, 2, f"{shown.errors}\n")


def test_what_is_checked_behind_the_first_frame_is_what_was_read(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """The screen's user may not be able to read the file, and it may have changed."""
    shown, _, _ = started(monkeypatch, file, f"{LEAST}[table.rules]\ndecks = 60")
    file.unlink()
    assert shown.check is not None
    assert shown.check() == f"{file}: {TOLD}"


def test_nothing_that_the_first_frame_need_not_wait_for_is_imported_before_it() -> None:
    code = (
        "import sys, deploy.commands.screen as command\n"
        "command.run.__globals__['configure'](command.Screen(socket=command.Path('none'), is_offscreen=True))\n"
        "import ui.running\n"
        "print(*sorted({'pydantic', 'deploy.settings', 'ui.samples', 'engine.table', 'serial'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
