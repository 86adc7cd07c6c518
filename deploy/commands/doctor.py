"""``banca21 doctor``: the self-test of every part."""

import json
import sys
from itertools import chain
from pathlib import Path
from typing import Final

import click
import msgspec

from deploy import doctor as self_test
from deploy.commands.options import config_option, settings_or_exit
from engine.ports import Finding

SIGNS: Final = {"good": "ok  ", "note": "note", "fault": "FAIL"}


@click.command()
@config_option
@click.option("--press", is_flag=True, help="Also what only a person can see: lamps, buzzer, button, contacts.")
@click.option("--json", "machine", is_flag=True, help="One JSON object for each finding.")
def doctor(config: Path, press: bool, machine: bool) -> None:
    """Test every part and say what to do about each finding; exit status 1 if the table must not open."""
    settings = settings_or_exit(config)
    is_sound = True
    found = self_test.findings(settings)
    for finding in chain(found, self_test.by_hand(settings, _asked)) if press else found:
        is_sound = is_sound and finding.state != "fault"
        click.echo(json.dumps(msgspec.to_builtins(finding)) if machine else _told(finding))
    if not machine:
        click.echo("the table may open" if is_sound else "the table must not open: mend what is marked FAIL")
    sys.exit(0 if is_sound else 1)


def _asked(question: str) -> bool:
    return click.confirm(question, default=True, err=True)


def _told(finding: Finding) -> str:
    remedy = f"\n{'':22}→ {finding.remedy}" if finding.remedy and finding.state != "good" else ""
    return f"{SIGNS[finding.state]}  {finding.part:14}  {finding.text}{remedy}"
