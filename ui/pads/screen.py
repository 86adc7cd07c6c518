"""How this screen is: its language, the hand that touches it, light, sounds."""

from typing import Final

from msgspec import structs

from ui.choices import DIM_AFTER_S, LEAST_BRIGHTNESS, Choices, Cue, Language
from ui.pads.keys import Made
from ui.shown import Button, Pad
from ui.texts import LANGUAGES, text, unbuilt
from ui.theme import Tone

STEP: Final = 20
"""Percent of the light that one touch adds or takes."""


def screen(choices: Choices) -> Made:
    """Three rows of keys; what is chosen is picked."""
    languages = tuple(_language(choices, code, name) for code, name in LANGUAGES.items())
    sounds = tuple(_sound(choices, cue) for cue in Cue)
    left = choices.hand == "left"
    hand = Button(
        "hand",
        text("key.hand.left" if left else "key.hand.right"),
        chooses=structs.replace(choices, hand="right" if left else "left"),
    )
    light = (_light(choices, -STEP, "minus"), _light(choices, STEP, "plus"), _dims(choices), hand)
    return Pad(
        text("pad.screen"), text("pad.screen.light", percent=choices.brightness), rows=(languages, sounds, light)
    ), None


def _language(choices: Choices, code: str, name: str) -> Button:
    spoken: Language = code  # type: ignore[assignment]  # one of them
    if unbuilt(code) is not None:
        return Button(f"language:{code}", code, Tone.ASK, is_open=False, reason=text("reason.not_built"))
    return Button(
        f"language:{code}", name, Tone.ASK, chooses=structs.replace(choices, language=spoken),
        is_picked=choices.language == code,
    )  # fmt: skip


def _sound(choices: Choices, cue: Cue) -> Button:
    is_on = cue in choices.sounds
    return Button(
        f"sound:{cue}", text(f"key.sound.{cue}"), Tone.ASK, chooses=choices.switched(cue), is_picked=is_on,
        sign="check" if is_on else "cross",
    )  # fmt: skip


def _light(choices: Choices, by: int, sign: str) -> Button:
    then = min(100, max(LEAST_BRIGHTNESS, choices.brightness + by))
    words = text("key.brighter" if by > 0 else "key.darker")
    return Button(
        f"light:{sign}", words, chooses=structs.replace(choices, brightness=then),
        is_open=then != choices.brightness, sign=sign,
    )  # fmt: skip


def _dims(choices: Choices) -> Button:
    """How long the table rests before the light goes down, one after the other."""
    at = DIM_AFTER_S.index(choices.dim_after_s)
    then = DIM_AFTER_S[(at + 1) % len(DIM_AFTER_S)]
    words = text("key.dims", seconds=choices.dim_after_s) if choices.dim_after_s else text("key.dims.never")
    return Button("dims", words, chooses=structs.replace(choices, dim_after_s=then))
