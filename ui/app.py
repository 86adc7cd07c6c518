"""The screen's process: Kivy's settings, one touch provider, and what passes between the socket and the drawing."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from ui.options import Screen

NO_KIVY_HOME: Final = Path(tempfile.gettempdir()) / f"banca21-screen-{os.getpid()}"
"""Kivy's own folder, which is never made: a stray configuration there would change the input."""
FRAMES_A_SECOND: Final = 60
"""How often touches are looked for; a frame is drawn only when something changed."""


def run(screen: Screen) -> str:
    """Show the table until the window is closed or the process is told to stop; what is wrong with the settings."""
    configure(screen)
    from ui.running import run_table

    return run_table(screen)


def configure(screen: Screen) -> None:
    """Settle Kivy's environment and settings, before anything of Kivy is imported."""
    if "kivy" in sys.modules and "banca21" not in os.environ.get("KIVY_HOME", ""):
        raise RuntimeError("kivy was imported before its settings: call ui.app.configure first")
    os.environ.update(_environment())
    if screen.is_offscreen:
        os.environ.pop("DISPLAY", None)
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from kivy.config import Config

    for section, settings in _settings(screen).items():
        for name, value in settings.items():
            Config.set(section, name, value)
    _set_one_touch_provider(Config, screen.touch)


def _environment() -> dict[str, str]:
    return {
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_ENV_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_HOME": str(NO_KIVY_HOME),
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_WINDOW": "sdl2",
        "KIVY_TEXT": "sdl2",
        "KIVY_IMAGE": "sdl2",
        "KIVY_AUDIO": "sdl2",
        "KIVY_CLIPBOARD": "dummy",
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_DPI": "96",
    }


def _settings(screen: Screen) -> dict[str, dict[str, str]]:
    width, height = screen.size
    return {
        "kivy": {"exit_on_escape": "0", "kivy_clock": "interrupt", "log_level": "warning", "desktop": "0"},
        "graphics": {
            "width": str(width),
            "height": str(height),
            "fullscreen": "1" if screen.is_fullscreen else "0",
            "borderless": "1",
            "resizable": "0",
            "multisamples": "0",
            "maxfps": str(FRAMES_A_SECOND),
            "show_cursor": "0",
            "position": "custom",
            "left": "0",
            "top": "0",
        },
    }


def _set_one_touch_provider(config: Any, provider: str) -> None:
    for name in list(config.options("input")):
        config.remove_option("input", name)
    config.set("input", "touch" if provider.startswith("mtdev") else "mouse", provider)
