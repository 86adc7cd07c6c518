"""``banca21 bench torture`` as a command, each kind of torture some times; all of it is for the command itself."""

import json
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.thorough

FEW = {
    "deaths": 160,
    "kills": 40,
    "cuts": 100,
    "drops": 150 if shutil.which("strace") is not None else 0,  # which alone sees what is written
    "flips": 300,
    "wal_flips": 150,
    "edits": 1,
}


@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_and_no_damage_goes_undetected() -> None:
    options = [word for name, times in FEW.items() for word in (f"--{name.replace('_', '-')}", str(times))]
    command = [sys.executable, "-m", "deploy", "bench", "torture", "--seed", "3", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or done.stdout[-2000:]
    found = json.loads(done.stdout)
    assert found["is_sound"]
    tried = {row["kind"]: row["tried"] for row in (*found["survived"], *found["detected"])}
    assert tried["SIGKILL at a random time"] == FEW["kills"]
    assert tried.get("unsynced writes dropped", 0) == FEW["drops"]
    assert tried["a bit of the file"] == FEW["flips"]
    assert sum(row["acknowledged"] for row in found["survived"]) > 10_000
    assert sum(row["undetected"] for row in found["detected"]) == 0
