"""``python -m deploy`` is ``banca21``."""

from deploy.command import main

main(prog_name="banca21")
