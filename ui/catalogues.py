"""The gettext catalogues of the screen's languages: ``python -m ui.catalogues`` brings them up to date.

What is new comes in untranslated, what English says otherwise now is marked fuzzy, what is gone goes out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po

from ui.sayings import SENTENCES
from ui.texts import DOMAIN, LANGUAGES, SOURCE, TEXTS

LOCALE: Final = Path(__file__).parent / "locale"
"""The folder of the catalogues."""
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != SOURCE)
"""Languages that have a catalogue."""
WIDTH: Final = 116
"""How long a line of a catalogue becomes."""


def source() -> dict[str, str]:
    """Every sentence in English by its code, which is its context in the catalogues."""
    return dict(sorted((SENTENCES | TEXTS).items()))


def path_of(language: str) -> Path:
    """The catalogue of ``language``."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue(language: str) -> Catalog:
    """The catalogue of ``language`` as it was read."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translations(language: str) -> dict[str, str]:
    """The sentences of ``language`` by code, as far as there are any."""
    return {message.context: str(message.string) for message in catalogue(language) if message.context}


def compiled(language: str, path: Path) -> None:
    """Write what the running screen reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, catalogue(language))


def update(language: str) -> list[str]:
    """Bring the catalogue of ``language`` up to date; the codes that a translator must look at."""
    before = catalogue(language)
    kept = {message.context: message for message in before if message.context}
    lines, due = list(_header(language)), []
    for code, english in source().items():
        message = kept.get(code)
        said = str(message.string) if message is not None else ""
        is_fuzzy = message is not None and bool(said) and (message.fuzzy or message.id != english)
        if is_fuzzy or not said:
            due.append(code)
        lines += ["", *(["#, fuzzy"] if is_fuzzy else []), f'msgctxt "{code}"']
        lines += [f"{name} {normalize(words, width=WIDTH)}" for name, words in (("msgid", english), ("msgstr", said))]
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return due


def _header(language: str) -> Iterator[str]:
    yield f"# {LANGUAGES[language]}: the dealer's screen, by code. New and dead codes: python -m ui.catalogues"
    yield 'msgid ""'
    yield 'msgstr ""'
    yield f'"Language: {language}\\n"'
    yield '"MIME-Version: 1.0\\n"'
    yield '"Content-Type: text/plain; charset=UTF-8\\n"'
    yield '"Content-Transfer-Encoding: 8bit\\n"'


if __name__ == "__main__":
    for each in TRANSLATED:
        for untranslated in update(each):
            print(f"{path_of(each)}: {untranslated}")  # noqa: T201 - a command
