"""What lies beside an export that is no report: the chain's head as it was then, and how the file is checked."""

from typing import Literal

from ui.digest import words
from ui.reports.checking import BACKUP, CHAIN, VERIFY, record_of
from ui.reports.language import said_in
from ui.reports.report import Cover
from ui.reports.times import clock_of, day_of
from ui.texts import text

OF_FORM = {"jsonl": "report.check.lines", "csv": "report.check.csv"}
"""What is said of each form."""


def beside(cover: Cover, name: str, sha256: str, form: Literal["csv", "jsonl"], language: str) -> str:
    """The text in ``language`` for the file ``name`` with that digest, in hex: lines of UTF-8.

    Raises:
        KeyError: no such language.
        NotBuiltError: its texts have not been built.
    """
    with said_in(language):
        at = f"{day_of(cover.at)} {clock_of(cover.at)} UTC"
        lines = [
            f"{text('report.table', table=cover.table)} \u00b7 {name}",
            text("report.made", at=at, version=cover.version),
            "",
            text("report.check.head", seq=cover.seq),
            f"    {cover.line}",
            text("report.check.words"),
            *(f"    {' '.join(words(cover.hash)[start : start + 8])}" for start in range(0, 24, 8)),
            "",
            text("report.check.why"),
            text("report.check.file"),
            f"    echo '{sha256}  {name}' | sha256sum --check",
            text(OF_FORM[form]),
            "",
            *_step("backup", BACKUP),
            *_step("record", record_of(cover)),
            *_step("verify", VERIFY),
            *_step("chain", CHAIN),
            text("report.check.checkpoints"),
        ]
    return "\n".join(lines).replace("\u200b", "") + "\n"


def _step(code: str, command: str) -> list[str]:
    return [text(f"report.check.{code}"), *(f"    {line}" for line in command.splitlines()), ""]
