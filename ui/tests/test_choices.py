import logging
import os
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ui import texts
from ui.choices import LARGEST, Choices, ChoicesFile, Cue, ForeignFileError, Language, kept, understood

CHOSEN = Choices(language="pt", hand="left", brightness=60, dim_after_s=0, sounds=frozenset({Cue.TROUBLE}))
HOUSE = Choices(language="zh_Hant", dim_after_s=120)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "screen" / "choices.json"


def keep(path: Path, choices: Choices, defaults: Choices = HOUSE) -> None:
    file = ChoicesFile(path, defaults)
    file.keep(choices)
    file.close()


def test_what_is_kept_is_read_again(path: Path) -> None:
    keep(path, CHOSEN)
    assert ChoicesFile(path, HOUSE).read() == CHOSEN
    assert [each.name for each in path.parent.iterdir()] == ["choices.json"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_last_of_many_choices_is_kept(path: Path) -> None:
    file = ChoicesFile(path)
    for brightness in range(20, 101):
        file.keep(Choices(brightness=brightness))
    file.keep(CHOSEN)
    file.close()
    assert ChoicesFile(path).read() == CHOSEN


def test_what_nobody_chose_follows_the_settings(path: Path) -> None:
    keep(path, replace(HOUSE, brightness=60))
    assert path.read_text() == '{"brightness":60}\n'
    assert ChoicesFile(path, Choices(hand="left")).read() == Choices(hand="left", brightness=60)


def test_without_a_file_the_settings_are_taken(path: Path) -> None:
    assert ChoicesFile(path, HOUSE).read() == HOUSE
    assert not path.parent.exists()
    nowhere = ChoicesFile(None, HOUSE)
    nowhere.keep(CHOSEN)
    nowhere.close()
    assert nowhere.read() == HOUSE


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b'{"language": "pt"',
        b'{"language": "fr"}',
        b'{"brightness": 10}',
        b'{"brightness": true}',
        b'{"dim_after_s": 29}',
        b'{"dim_after_s": false}',
        b'{"sounds": ["gong"]}',
        b'{"sounds": null}',
        b'{"colour": "red"}',
        b'["pt"]',
        b'{"language": "\xff"}',
        b"\0" * 200,
        b"[" * LARGEST,
        b'{"language": "pt"}' + b" " * LARGEST,
    ],
)
def test_a_damaged_or_foreign_file_is_set_aside(path: Path, caplog: pytest.LogCaptureFixture, written: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(written)
    assert ChoicesFile(path, HOUSE).read() == HOUSE
    assert path.with_name("choices.json.damaged").read_bytes() == written
    assert not path.exists()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    keep(path, CHOSEN)
    assert ChoicesFile(path, HOUSE).read() == CHOSEN


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_what_is_no_file_is_set_aside_and_not_waited_for(path: Path, kind: str) -> None:
    path.parent.mkdir()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert ChoicesFile(path, HOUSE).read() == HOUSE
    keep(path, CHOSEN)
    assert ChoicesFile(path, HOUSE).read() == CHOSEN


@pytest.mark.parametrize("place", ["/proc/nowhere/choices.json", "/dev/null/choices.json"])
def test_a_folder_that_cannot_be_written_costs_the_choice_alone(place: str, caplog: pytest.LogCaptureFixture) -> None:
    keep(Path(place), CHOSEN)
    assert ChoicesFile(Path(place), HOUSE).read() == HOUSE
    assert "the choice lasts until the screen ends" in caplog.text


def test_a_disk_that_fails_leaves_the_old_file_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(path, CHOSEN)

    def fails(_opened: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    keep(path, HOUSE)
    assert ChoicesFile(path, HOUSE).read() == CHOSEN


def test_what_a_crash_left_beside_is_no_hindrance(path: Path) -> None:
    path.parent.mkdir()
    path.with_name("choices.json.new").write_text("half of it")
    keep(path, CHOSEN)
    assert ChoicesFile(path, HOUSE).read() == CHOSEN
    assert [each.name for each in path.parent.iterdir()] == ["choices.json"]


@given(st.binary(max_size=200) | st.dictionaries(st.text(), st.text() | st.integers()).map(str).map(str.encode))
def test_whatever_the_file_holds_it_is_understood_or_foreign(written: bytes) -> None:
    try:
        understood(written, HOUSE)
    except ForeignFileError:
        return


def test_every_choice_there_is_comes_back() -> None:
    for language in get_args(Language):
        for cue in Cue:
            choices = replace(CHOSEN, language=language).switched(cue)
            assert understood(kept(choices, HOUSE), HOUSE) == choices
            assert choices.switched(cue).sounds == CHOSEN.sounds


def test_every_language_of_the_texts_can_be_chosen() -> None:
    assert set(get_args(Language)) == set(texts.LANGUAGES)
