"""``banca21 log``: the journal looked into, taken along, proved, backed up and restored.

Each subcommand is imported only when it is asked for: a verification should not wait for what lists coups.
"""

import importlib
from typing import Final

import click

PARTS: Final = {
    "list": ("deploy.commands.log_list", "list_coups"),
    "show": ("deploy.commands.log_show", "show"),
    "passport": ("deploy.commands.log_passport", "shoe_passport"),
    "export": ("deploy.commands.log_export", "export"),
    "verify": ("deploy.commands.log_proof", "verify"),
    "backup": ("deploy.commands.log_proof", "backup"),
    "restore": ("deploy.commands.log_proof", "restore"),
}
"""Each subcommand's module, and its name there."""


class Parts(click.Group):
    """The subcommands, found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Their names."""
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The one of this name."""
        if cmd_name not in PARTS:
            return None
        module, name = PARTS[cmd_name]
        part: click.Command = getattr(importlib.import_module(module), name)
        return part


@click.group(cls=Parts)
def log() -> None:
    """Look into the journal: what was dealt, decided and paid; take it along, prove it, back it up."""
