"""How a report's hash is compared with the log: the commands, which are the same in every language (docs/audit.md)."""

from typing import Final

from ui.reports.report import Cover

BACKUP: Final = "banca21 log backup FOLDER"
"""Gives the auditor the log."""
VERIFY: Final = "banca21 log verify --journal FOLDER/journal.db"
"""Proves the chain with the product."""
CHAIN: Final = r"""JOURNAL=FOLDER; set -euo pipefail; export LC_ALL=C
files=$(find "$JOURNAL" -maxdepth 1 -name 'journal*.db' | awk '{ print length, $0 }' | sort -k1n -k2 | cut -d' ' -f2-)
query() { sqlite3 -readonly -separator ' ' "$@"; }
wrong() { echo "WRONG: $*" >&2; exit 1; }
bytes() { awk '{ gsub(/../, "\\x&", $2); print $1, $2 }' | while read -r name hex; do printf "$hex" >"$1/$name"; done; }
mkdir links
for file in $files; do
    query "$file" "SELECT seq, hex(coalesce(lag(hash) OVER (ORDER BY seq), (SELECT hash FROM origin)))
        || printf('%016x', seq) || hex(payload) FROM record" | bytes links
    query "$file" "SELECT lower(hex(hash)) || '  links/' || seq FROM record" >>links.sha256
done
sha256sum --check --quiet links.sha256 || wrong "the chain breaks there"
echo "the chain holds over $(wc -l <links.sha256) records"
""".strip()
"""Proves the chain without the product: the lines of docs/audit.md, a bash script; FOLDER is the backup's."""


def record_of(cover: Cover) -> str:
    """The command that shows the hash of the record that was the log's last."""
    query = f"SELECT seq, lower(hex(hash)) FROM record WHERE seq = {cover.seq}"
    return f'for file in FOLDER/journal*.db; do sqlite3 -readonly "$file" "{query}"; done'
