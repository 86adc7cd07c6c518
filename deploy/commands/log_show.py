"""``banca21 log show``: one coup step by step."""

from pathlib import Path

import click

from deploy.commands.log_options import journal_options
from deploy.log_access import index_of, log_at
from deploy.proof import stop, stopping
from engine.journal.files import FilesReader
from engine.journal.found import Filters, FoundCoup
from engine.journal.index_file import Reached
from engine.journal.search import Index
from engine.log.showing import as_json, headline, in_json, in_words, is_told, listed, result_words

NOT_FOUND = 1
"""Exit status: there is no such coup."""

NOT_SETTLED = "coup {number} is not settled yet: its records from {first} on, without its cards"
NOT_TOLD = "coup {number}: the log does not tell all of its cards yet; its records, without what the law made of them"


@click.command()
@journal_options
@click.argument("coup", type=click.IntRange(min=1), required=False)
@click.option("--shoe", type=click.IntRange(min=1), help="Of this shoe, where the number was dealt more than once.")
@click.option("--seq", type=click.IntRange(min=1), help="The coup that this record is of.")
@click.option("--json", "machine", is_flag=True, help="One JSON object for each record.")
def show(journal: Path, coup: int | None, shoe: int | None, seq: int | None, machine: bool) -> None:
    """Show a coup step by step: each record, what the law made of it, what was due and by which article.

    Its cards are those that the log tells of once it is settled. Of a coup that is not, only the records are listed.
    """
    if (coup is None) == (seq is None):
        raise click.UsageError("give the coup's number, or --seq with one of its records")
    with stopping(), log_at(journal) as log, index_of(log) as index:
        found = _numbered(index, coup, shoe) if coup is not None else index.coup_of(seq or 0)
        if found is not None:
            _tell(log, found, machine=machine)
        elif _is_open(index.reached, log, coup, shoe, seq):
            _tell_open(log, index.reached, machine=machine)
        else:
            stop(_no_such(index, log, coup, seq), NOT_FOUND)


def _numbered(index: Index, number: int, shoe: int | None) -> FoundCoup | None:
    found = index.coups(Filters(coup=number, shoe=shoe), limit=3)
    if len(found) > 1:
        places = " or ".join(f"--seq {coup.first} (shoe {coup.shoe}, {coup.ended_at[:19]})" for coup in found)
        stop(f"coup {number} was dealt more than once, since the table was opened with other rules: give {places}", 2)
    return found[0] if found else None


def _is_open(reached: Reached, log: FilesReader, coup: int | None, shoe: int | None, seq: int | None) -> bool:
    head = log.head
    if seq is not None:
        return head is not None and reached.first <= seq <= head.seq
    return coup == reached.coup and shoe in (None, reached.shoe)


def _no_such(index: Index, log: FilesReader, coup: int | None, seq: int | None) -> str:
    head, reached, newest = log.head, index.reached, index.coups(Filters(), limit=1)
    if seq is not None:
        last = head.seq if head is not None else 0
        return f"record {seq} is of no coup that the log tells of; its records are {log.origin.seq + 1} to {last}"
    over = f"the last that is over is {newest[0].number}, shoe {newest[0].shoe}" if newest else "none is over"
    return f"no coup {coup} here: {over}, and {reached.coup} is the open or coming one; see banca21 log list"


def _tell(log: FilesReader, coup: FoundCoup, *, machine: bool) -> None:
    is_played = is_told(log, coup)
    if not is_played:
        click.echo(NOT_TOLD.format(number=coup.number), err=True)
        _list(log, coup.first, coup.last, machine=machine)
    elif machine:
        for line in in_json(log, coup):
            click.echo(line)
    else:
        dealer = f", dealer {coup.dealer}" if coup.dealer is not None else ""
        click.echo(f"coup {coup.number}, shoe {coup.shoe}{dealer}, {coup.began_at[:19]}Z to {coup.ended_at[:19]}Z")
        for words in in_words(log, coup):
            click.echo(words)
    if not machine and (not is_played or coup.told > coup.last):
        click.echo(f"as record {coup.told} told it last:\n" + "\n".join(result_words(coup)))


def _tell_open(log: FilesReader, reached: Reached, *, machine: bool) -> None:
    head = log.head
    click.echo(NOT_SETTLED.format(number=reached.coup, first=reached.first), err=True)
    _list(log, reached.first, head.seq if head is not None else 0, machine=machine)


def _list(log: FilesReader, first: int, last: int, *, machine: bool) -> None:
    for logged in listed(log, first, last):
        click.echo(as_json(logged) if machine else headline(logged))
