"""The command as people use it: its main job without a display, its clients, and what it says of mistakes."""

import contextlib
import json
import os
import pty
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rig.table import settings


def test_the_demo_without_a_display_is_a_transcript(banca21: Callable[..., Any]) -> None:
    done = banca21("demo", "--fast", "--coups", "2", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "coup 1" in done.stdout
    assert "coup 2" in done.stdout
    assert "refused" not in done.stdout
    assert done.stderr == ""


def test_the_same_seed_deals_the_same_coups(banca21: Callable[..., Any]) -> None:
    first, second = (banca21("demo", "--fast", "--coups", "1", "--seed", "9").stdout for _ in range(2))
    results = [[line for line in text.splitlines() if line.startswith("    box")] for text in (first, second)]
    assert results[0]
    assert results[0] == results[1]


def test_watch_tells_each_event_as_one_json_object(rig: Callable[..., Any]) -> None:
    one = rig(seed=2)
    command = [sys.executable, "-m", "deploy", "watch", "--json", "--config", str(one.table.config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        first = json.loads(watching.stdout.readline())
        try:
            one.play_coups(1)
            told = [json.loads(watching.stdout.readline()) for _ in range(20)]
        finally:
            watching.terminate()
    assert first["kind"] == "update"
    assert first["event"] is None
    assert "card_out" in {message["event"] for message in told if message["kind"] == "update"}


def test_watch_ends_when_nobody_reads_it_any_more(rig: Callable[..., Any]) -> None:
    one = rig(seed=2)
    assert one.core.view
    command = [sys.executable, "-m", "deploy", "watch", "--config", str(one.table.config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline()
        watching.stdout.close()
        one.play_coups(1)
        assert watching.wait(timeout=20) != 0
        assert watching.stderr is not None
        assert watching.stderr.read() == b""


def test_the_demo_in_a_terminal_starts_a_core_that_died_again(over_ssh: dict[str, str]) -> None:
    command = [sys.executable, "-m", "deploy", "demo", "--coups", "1", "--fast", "--players", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=over_ssh) as playing:
        assert playing.stdout is not None
        while "Deal" not in playing.stdout.readline():
            pass
        (core,) = (int(pid) for pid in children(playing.pid) if "core" in command_line(int(pid)))
        os.kill(core, 9)
        rest = playing.stdout.read()
        assert playing.wait(timeout=60) == 0
    assert "coup 1" in rest


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def command_line(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def test_say_exits_1_when_it_is_refused(rig: Callable[..., Any], banca21: Callable[..., Any]) -> None:
    one = rig(seed=2)
    assert one.core.view
    refused = banca21("say", '{"type": "betting_closed"}', "--config", one.table.config)
    taken = banca21("say", '{"type": "shoe_started"}', "--config", one.table.config)
    assert (refused.returncode, taken.returncode) == (1, 0)
    assert json.loads(refused.stdout)["refused"]["article"]
    assert json.loads(taken.stdout)["refused"] is None


def test_say_without_a_core_tells_what_to_start(tmp_path: Path, banca21: Callable[..., Any]) -> None:
    config = settings(tmp_path)
    said = banca21("say", '{"type": "betting_closed"}', "--config", config)
    assert said.returncode == 2
    assert "banca21 core" in said.stderr
    assert "Traceback" not in said.stderr


def first_words(env: dict[str, str], config: Path, *command: str, until: str) -> str:
    """What a command that keeps running says on standard error until ``until`` is in it."""
    with subprocess.Popen(
        [sys.executable, "-m", "deploy", *command, "--config", str(config)],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=env,
    ) as process:
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), False)
        said, deadline = "", time.monotonic() + 20
        while until not in said and time.monotonic() < deadline:
            said += (process.stderr.read() or b"").decode()
            time.sleep(0.02)
        assert process.poll() is None, said
        process.terminate()
    return said


def test_a_port_that_is_not_there_is_told_with_its_remedy_and_the_core_stays(
    tmp_path: Path, over_ssh: dict[str, str]
) -> None:
    config = settings(tmp_path, port='"/dev/banca21-nowhere"')
    said = first_words(over_ssh, config, "core", until="/dev/banca21-nowhere")
    assert "/dev/banca21-nowhere" in said
    assert "Traceback" not in said


def test_a_port_that_is_no_serial_line_is_told_with_its_remedy(tmp_path: Path, over_ssh: dict[str, str]) -> None:
    (tmp_path / "file").write_text("")
    said = first_words(over_ssh, settings(tmp_path, port='"file"'), "core", until=str(tmp_path / "file"))
    assert str(tmp_path / "file") in said
    assert "Traceback" not in said


def test_a_journal_that_cannot_be_written_is_told_with_its_remedy_and_tried_again(
    tmp_path: Path, over_ssh: dict[str, str]
) -> None:
    (tmp_path / "journal.db").mkdir()
    said = first_words(over_ssh, settings(tmp_path), "core", until="journal.db")
    assert str(tmp_path / "journal.db") in said
    assert "Traceback" not in said


def test_three_mistakes_in_the_settings_are_told_at_once(tmp_path: Path, banca21: Callable[..., Any]) -> None:
    config = settings(tmp_path, rules="{ decks = 60 }", size="[0, 480]", name='""')
    for command in ("core", "run", "watch"):
        done = banca21(command, "--config", config)
        assert done.returncode == 2
        assert len(done.stderr.strip().splitlines()) == 3
        for key in ("table.rules.decks", "screen.size", "table.name"):
            assert key in done.stderr
        assert "Traceback" not in done.stderr


def test_a_screen_with_mistakes_in_its_settings_is_up_and_tells_them(tmp_path: Path, over_ssh: dict[str, str]) -> None:
    config = settings(tmp_path, rules="{ decks = 60 }", size="[0, 480]", name='""')
    said = first_words(over_ssh, config, "screen", "--offscreen", until="table.name")
    assert len(said.strip().splitlines()) == 3


def test_a_screen_finds_mistakes_that_are_none_of_its_own_behind_its_first_frame(
    tmp_path: Path, over_ssh: dict[str, str]
) -> None:
    config = settings(tmp_path, rules="{ decks = 60 }")
    said = first_words(over_ssh, config, "screen", "--offscreen", until="table.rules.decks")
    assert len(said.strip().splitlines()) == 1


def test_a_second_core_at_the_same_socket_is_told_so(rig: Callable[..., Any], banca21: Callable[..., Any]) -> None:
    one = rig(seed=2)
    assert one.core.view
    done = banca21("core", "--config", one.table.config)
    assert done.returncode == 2
    assert "another core" in done.stderr


def test_a_log_that_cannot_be_played_exits_2_with_file_line_and_remedy(
    tmp_path: Path, banca21: Callable[..., Any]
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"type": "table_opened", "rules": {}}\n{"type": "card_out", "card": "1H"}\n')
    done = banca21("replay", log, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{log}: line 2" in done.stderr


def test_a_log_with_other_line_ends_is_read_and_one_that_is_not_there_is_told(
    tmp_path: Path, banca21: Callable[..., Any]
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"type": "table_opened"}\r\n{"type": "shoe_started"}\r\n')
    assert len(banca21("replay", log, "--json").stdout.splitlines()) == 2
    missing = banca21("replay", tmp_path / "missing.jsonl")
    assert missing.returncode == 2
    assert "missing.jsonl: No such file or directory: give a log of events" in missing.stderr


def test_a_log_can_come_from_standard_input(banca21: Callable[..., Any]) -> None:
    done = banca21("replay", "-", "--json", stdin='{"type": "table_opened", "rules": {}}\n')
    assert json.loads(done.stdout)["due"]["do"] == "shuffle"


@pytest.mark.parametrize("command", ["bench", "core", "demo", "replay", "run", "say", "screen", "watch"])
def test_help_names_each_subcommand(banca21: Callable[..., Any], command: str) -> None:
    assert command in banca21("--help").stdout
    assert banca21(command, "--help").returncode == 0


def test_what_a_demo_started_ends_with_it_even_when_it_is_killed(over_ssh: dict[str, str]) -> None:
    command = [sys.executable, "-m", "deploy", "demo", "--coups", "50"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=over_ssh) as playing:
        assert playing.stdout is not None
        while b"Burn" not in playing.stdout.readline():
            pass
        started = children(playing.pid)
        assert len(started) == 2
        (config,) = (word for pid in started for word in command_line(int(pid)) if word.endswith("banca21.toml"))
        playing.kill()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() and "Z" not in state(pid) for pid in started):
        assert time.monotonic() < until
        time.sleep(0.02)
    shutil.rmtree(Path(config).parent)


def state(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"


def test_an_interrupt_at_the_terminal_ends_the_demo_without_a_word(over_ssh: dict[str, str]) -> None:
    terminal, slave = pty.openpty()
    command = ["setsid", "--ctty", sys.executable, "-m", "deploy", "demo", "--coups", "50"]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=over_ssh) as playing:
        os.close(slave)
        said = b""
        while b"Burn" not in said:
            said += os.read(terminal, 4096)
        os.write(terminal, b"\x03")
        assert playing.wait(timeout=20) == 130
        with contextlib.suppress(OSError):  # the terminal hangs up behind its last word
            while said_last := os.read(terminal, 4096):
                said += said_last
    os.close(terminal)
    for word in (b"Traceback", b"Aborted", b"does not answer"):
        assert word not in said


def test_a_screen_without_a_display_says_so(tmp_path: Path, banca21: Callable[..., Any]) -> None:
    done = banca21("screen", "--config", settings(tmp_path))
    assert done.returncode == 2
    assert "banca21 watch" in done.stderr


def test_the_demo_ends_all_it_started_when_it_is_told_to_end(over_ssh: dict[str, str]) -> None:
    for ending, status in ((2, 130), (15, 130)):
        terminal, slave = pty.openpty()
        command = [sys.executable, "-m", "deploy", "demo", "--coups", "50"]
        with subprocess.Popen(command, stdout=slave, stderr=slave, start_new_session=True, env=over_ssh) as playing:
            os.read(terminal, 1024)
            started = children(playing.pid)
            assert started
            playing.send_signal(ending)
            assert playing.wait(timeout=20) == status
            assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]
        os.close(slave)
        os.close(terminal)
