"""The subcommands of ``banca21``, one a module."""
