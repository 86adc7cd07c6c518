"""The pepper, from a file or from systemd."""

import pickle
from pathlib import Path

import pytest

from engine.people import pepper
from engine.people.errors import PepperError, PrivateFileError
from engine.people.pepper import Pepper

KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


def written(path: Path, text: str, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


def is_of(key: bytes, loaded: Pepper) -> bool:
    return loaded.keyed("pin", "1042") == Pepper(key).keyed("pin", "1042")


def test_the_file_holds_it_in_hexadecimal(tmp_path: Path) -> None:
    assert is_of(KEY, pepper.load(written(tmp_path / "pepper", f"{KEY.hex()}\n")))


def test_the_credential_of_the_service_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its group bits are set where systemd gives it by an access control list."""
    (tmp_path / "credentials").mkdir()
    written(tmp_path / "credentials" / "pepper", bytes(32).hex(), mode=0o440)
    file = written(tmp_path / "pepper", KEY.hex())
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "credentials"))
    assert is_of(bytes(32), pepper.load(file))
    (tmp_path / "credentials" / "pepper").chmod(0o444)
    with pytest.raises(PrivateFileError, match="others may read"):
        pepper.load(file)


def test_a_service_without_the_credential_has_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert is_of(KEY, pepper.load(written(tmp_path / "of_the_settings", KEY.hex())))


@pytest.mark.parametrize(
    ("text", "found"),
    [("xyz", "not hexadecimal"), ("00" * 16, "16 bytes, 32 were due"), ("", "0 bytes"), ("é", "not hexadecimal")],
)
def test_what_is_no_pepper_is_told_without_repeating_it(tmp_path: Path, text: str, found: str) -> None:
    with pytest.raises(PepperError, match=found) as told:
        pepper.load(written(tmp_path / "pepper", text))
    assert "openssl rand -hex 32" in str(told.value)
    assert told.value.__cause__ is None


def test_a_missing_pepper_and_one_that_others_read(tmp_path: Path) -> None:
    with pytest.raises(PepperError, match="missing"):
        pepper.load(tmp_path / "pepper")
    with pytest.raises(PrivateFileError, match="others may read"):
        pepper.load(written(tmp_path / "pepper", KEY.hex(), mode=0o640))


def test_it_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "pepper"
    pepper.make(path)
    first = path.read_text()
    pepper.make(path)
    assert path.read_text() == first
    assert is_of(bytes.fromhex(first), pepper.load(path))


def test_purposes_and_parts_are_kept_apart() -> None:
    made = {
        Pepper(KEY).keyed(*parts)
        for parts in [
            ("pin", "1042", "730146"),
            ("tag", "1042", "730146"),
            ("pin", "1042730146"),
            ("pin", "10427", "30146"),
        ]
    }
    assert len(made) == 4


def test_it_says_nothing() -> None:
    secret = Pepper(KEY)
    assert f"{secret} {secret!r} {secret:>40}" == "## Pepper(##) ##"
    with pytest.raises(TypeError, match="hidden"):
        pickle.dumps(secret)
