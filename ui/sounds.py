"""The three sounds, each with a switch: made here of sines, and played.

They are told apart by rhythm alone and by pitch alone: three short low tones, two long ones falling, a short and a long
one rising. When which of them sounds is :mod:`ui.cues`'s.
"""

import logging
import math
import os
import tempfile
import wave
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ui.choices import Cue
from ui.cues import Heard
from ui.situation import Situation

RATE: Final = 22050
"""Samples a second, of 16 bits, one channel."""
LOUD: Final = 0.6
"""Of the loudest that there is."""
SOFT_S: Final = 0.008
"""How long a tone takes to come and to go: one that is cut off clicks."""
SOUND_DEVICES: Final = Path("/dev/snd")
"""Where Linux has them."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tone:
    """A sine, or silence where ``hz`` is 0."""

    hz: int
    lasts_s: float


TONES: Final[Mapping[Cue, tuple[Tone, ...]]] = {
    Cue.TROUBLE: (Tone(466, 0.10), Tone(0, 0.08), Tone(466, 0.10), Tone(0, 0.08), Tone(466, 0.10)),
    Cue.WHITE_CARD: (Tone(784, 0.30), Tone(0, 0.10), Tone(622, 0.30)),
    Cue.PAY: (Tone(1047, 0.09), Tone(0, 0.04), Tone(1397, 0.28)),
}
"""What each sound is made of."""


def samples(tones: tuple[Tone, ...]) -> "array[int]":
    """``tones`` one after the other, 16 bits each."""
    made = array("h")
    for tone in tones:
        made.extend(_wave(tone))
    return made


def _wave(tone: Tone) -> list[int]:
    count, edge = round(tone.lasts_s * RATE), round(SOFT_S * RATE)
    if not tone.hz:
        return [0] * count
    turn, high = 2 * math.pi * tone.hz / RATE, 32767 * LOUD
    made = [high * math.sin(turn * at) for at in range(count)]
    for at in range(edge):
        made[at] *= at / edge
        made[-1 - at] *= at / edge
    return [round(each) for each in made]


def write(tones: tuple[Tone, ...], path: Path) -> None:
    """``tones`` as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples(tones).tobytes())


class Sounds:
    """The sounds, for Kivy's thread. Where nothing can sound, nothing is tried again or said twice."""

    def __init__(self) -> None:
        self._heard = Heard()
        self._loaded: dict[Cue, Any] = {}
        self._is_tried = False

    def load(self) -> None:
        """Make the sounds and open the sound device, the first time. It takes 40 ms: not before the first frame."""
        if self._is_tried:
            return
        self._is_tried = True
        why = silent()
        if why:
            _LOG.info("no sound: %s", why)
            return
        with tempfile.TemporaryDirectory(prefix="banca21-sounds-") as folder:
            for each, tones in TONES.items():
                sound = _loaded(tones, Path(folder, f"{each}.wav"))
                if sound is None:
                    _LOG.warning("no sound: the sound device cannot be opened")
                    self._loaded.clear()
                    return
                self._loaded[each] = sound

    def hear(self, situation: Situation, now_s: float) -> None:
        """Play what sounds, if anything, now that ``situation`` is shown."""
        self._heard = self._heard.after(situation, now_s)
        if self._heard.cue is not None:
            self.play(self._heard.cue)

    def play(self, each: Cue) -> None:
        """Play it, unless a graver one sounds; a lesser one ends."""
        if each not in self._loaded:
            return
        order = list(Cue)
        sounding = [other for other in self._loaded if self._loaded[other].state == "play"]
        if any(order.index(other) < order.index(each) for other in sounding):
            return
        for other in sounding:
            self._loaded[other].stop()
        self._loaded[each].play()

    def close(self) -> None:
        """End whatever sounds."""
        for sound in self._loaded.values():
            sound.stop()
            sound.unload()
        self._loaded.clear()


def silent(devices: Path = SOUND_DEVICES) -> str:
    """Why there is nothing to play on; empty: there is. SDL takes 12 ms to find out, and a dozen lines to say so."""
    if os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER"):
        return ""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and Path(runtime, "pulse/native").exists():
        return ""
    players = list(devices.glob("pcmC*p"))
    if not players:
        return "this machine has no sound device"
    if not any(os.access(player, os.W_OK) for player in players):
        return "the sound device is not this user's: put the screen's user in the group audio"
    return ""


def _loaded(tones: tuple[Tone, ...], path: Path) -> Any:
    """Kivy's sound, whole in memory; ``None``: it cannot sound."""
    from kivy.core.audio import SoundLoader

    write(tones, path)
    sound = SoundLoader.load(str(path))
    return sound if sound is not None and sound.length > 0 else None
