import subprocess
import sys
import wave
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from ui.choices import Cue
from ui.sounds import LOUD, RATE, TONES, Sounds, samples, silent, write

PLAYED = """
import logging, tempfile, time
from pathlib import Path
from ui.app import configure
from ui.options import Screen
configure(Screen(socket=Path("none"), is_offscreen=True))
logging.basicConfig(level=logging.WARNING)
from ui.choices import Cue
from ui.sounds import Sounds
sounds = Sounds()
sounds.load()
sounds.load()
assert not list(Path(tempfile.gettempdir()).iterdir())
print(*sorted(sounds._loaded))
for each in (Cue.PAY, Cue.TROUBLE, Cue.WHITE_CARD):
    sounds.play(each)
print(*[each for each in sounds._loaded if sounds._loaded[each].state == "play"])
sounds.close()
sounds.play(Cue.PAY)
"""


def played(driver: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """A process of its own: SDL's sound is opened once a process."""
    environment = {"SDL_AUDIODRIVER": driver, "TMPDIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", PLAYED], env=environment, capture_output=True, text=True, check=True, timeout=30
    )


def warnings(done: "subprocess.CompletedProcess[str]") -> list[str]:
    return [line for line in done.stderr.splitlines() if not line.startswith("INFO")]


def test_the_sounds_are_loaded_and_the_gravest_one_is_heard(tmp_path: Path) -> None:
    done = played("dummy", tmp_path)
    assert done.stdout.splitlines() == ["pay trouble white_card", "trouble"]
    assert warnings(done) == []


def test_a_device_that_cannot_be_opened_is_said_once_and_is_no_crash(tmp_path: Path) -> None:
    done = played("nonsense", tmp_path)
    assert done.stdout.split() == []
    *of_kivy, ours = warnings(done)
    assert ours.endswith("no sound: the sound device cannot be opened")
    assert len(of_kivy) == 2


def test_where_there_is_no_device_nothing_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert silent(tmp_path / "none") == "this machine has no sound device"
    monkeypatch.setattr("ui.sounds.silent", lambda: "this machine has no sound device")
    monkeypatch.setattr("ui.sounds._loaded", lambda *_: pytest.fail("tried"))
    sounds = Sounds()
    sounds.load()
    sounds.play(Cue.TROUBLE)
    sounds.close()


def test_a_device_that_is_there_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "pcmC0D0p").touch()
    assert silent(tmp_path) == ""


def test_the_sounds_are_told_apart_by_rhythm_alone_and_by_pitch_alone() -> None:
    for one, other in combinations(TONES.values(), 2):
        assert [tone.lasts_s for tone in one] != [tone.lasts_s for tone in other]
        assert not {tone.hz for tone in one if tone.hz} & {tone.hz for tone in other if tone.hz}
    longest = {each: max(tone.lasts_s for tone in tones if tone.hz) for each, tones in TONES.items()}
    count = {each: sum(tone.hz > 0 for tone in tones) for each, tones in TONES.items()}
    assert (count[Cue.TROUBLE], longest[Cue.TROUBLE]) == (3, 0.10)
    assert len(TONES) == 3
    assert all(sum(tone.lasts_s for tone in tones) <= 0.8 for tones in TONES.values())


@pytest.mark.parametrize("each", Cue)
def test_a_sound_is_loud_enough_never_too_loud_and_does_not_click(each: Cue) -> None:
    made = samples(TONES[each])
    assert 0.95 * LOUD < max(map(abs, made)) / 32767 <= LOUD
    assert made[0] == made[-1] == 0
    steepest = max(abs(later - earlier) for earlier, later in pairwise(made))
    highest = max(tone.hz for tone in TONES[each])
    assert steepest < 1.1 * 32767 * LOUD * 2 * 3.1416 * highest / RATE


def test_the_file_is_what_every_player_knows(tmp_path: Path) -> None:
    write(TONES[Cue.PAY], tmp_path / "pay.wav")
    with wave.open(str(tmp_path / "pay.wav")) as file:
        assert file.getparams()[:3] == (1, 2, RATE)
        assert file.getnframes() / RATE == pytest.approx(0.41, abs=0.001)
