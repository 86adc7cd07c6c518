"""The command ``banca21``: each part is imported only when it is asked for, so that none slows down another."""

import importlib
from typing import Final

import click

PARTS: Final = {
    "bench": "deploy.commands.bench",
    "core": "deploy.commands.core",
    "demo": "deploy.commands.demo",
    "doctor": "deploy.commands.doctor",
    "enrol": "deploy.commands.enrol",
    "log": "deploy.commands.log",
    "practise": "deploy.commands.practise",
    "replay": "deploy.commands.replay",
    "run": "deploy.commands.run",
    "say": "deploy.commands.say",
    "screen": "deploy.commands.screen",
    "staff": "deploy.commands.staff",
    "support": "deploy.commands.support",
    "watch": "deploy.commands.watch",
}
"""Each subcommand's module, which holds a click command of the same name."""


class Parts(click.Group):
    """The subcommands, found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Their names."""
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The one of this name."""
        if cmd_name not in PARTS:
            return None
        part: click.Command = getattr(importlib.import_module(PARTS[cmd_name]), cmd_name)
        return part


@click.group(cls=Parts, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="banca21")
def main() -> None:
    """A dealer assistant for a live blackjack table, after Macau's Portaria 57/83/M."""
