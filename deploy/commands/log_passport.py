"""``banca21 log passport``: was every card of a shoe there, signed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec

from deploy.log_access import index_of, log_at
from deploy.proof import FILE, JOURNAL, ProofCommand, asked_of, stop, stopping, with_options
from engine.journal.keys import private_key
from engine.log.passport import NoPassportError, passport, text
from engine.looking import Passport

NONE_YET: Final = 1
"""Exit status: there is no passport of that shoe, or none yet; of a broken journal it is the same."""
CHECK: Final = r"""
To check it, keep all this as passport.txt and take the table's public key, as its checkpoints are proved with:
  sed '/^$/,$d' passport.txt >text
  printf "$(sed -n 's/^signature: //p' passport.txt | sed 's/../\\x&/g')" >signature
  openssl pkeyutl -verify -pubin -inkey checkpoint.pub -rawin -in text -sigfile signature"""
"""Behind a signed one; in bash."""


@click.command("passport", cls=ProofCommand)
@with_options(*JOURNAL)
@click.option("--key", type=FILE, help="The private key that signs, instead of the settings'.")
@click.option("--shoe", type=click.IntRange(min=1), help="Of this shoe, instead of the last one that is over.")
@click.option("--json", "machine", is_flag=True, help="As one JSON object.")
def shoe_passport(config: Path, journal: Path | None, key: Path | None, shoe: int | None, machine: bool) -> None:
    """Was every card of a shoe there, once for each pack?

    A shoe has its passport when the next one has begun: then all its cards are told. It is signed with the journal's
    key, if it has one. Exit status 0; 1: there is none of that shoe, or none yet, or the journal is broken;
    3: it cannot be read.
    """
    with stopping():
        asked = asked_of(config, journal)
        signing = key or asked.private
        signed_with = private_key(signing) if signing is not None else None
        with log_at(asked.journal) as log, index_of(log) as index:
            try:
                found = passport(log, index, shoe, signed_with)
            except NoPassportError as error:
                stop(str(error), NONE_YET)
    click.echo(msgspec.json.encode(found).decode() if machine else "\n".join(_lines(found)))


def _lines(found: Passport) -> Iterator[str]:
    """What is signed, an empty line, the signature, and how it is checked."""
    yield text(found)
    if found.signature:
        yield f"signature: {found.signature}"
        yield f"signer: {found.signer}"
        yield CHECK
    else:
        yield "not signed: give journal.key in the settings, or --key"
