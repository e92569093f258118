"""A service that starts: quickly again, and without a trace in anybody's sources."""

import socket
import sys

import pytest

from tests.journeys.serving import Serving


@pytest.mark.skipif(sys.pycache_prefix is not None, reason="bytecode has its own place already")
def test_bytecode_goes_to_a_folder_of_our_own(tmp_path, monkeypatch):
    """Where Python was told to write none: the next start compiles nothing."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    kept = tmp_path / "data" / "grognard" / "bytecode"
    served = Serving(tmp_path / "matches.db")
    served.kill()
    first = {path: path.stat().st_mtime_ns for path in kept.rglob("*.pyc")}
    assert any(path.name.startswith("rooms.") for path in first)
    assert not kept.stat().st_mode & 0o077
    served.start()
    served.stop()
    again = {path: path.stat().st_mtime_ns for path in kept.rglob("*.pyc")}
    assert {path: again.get(path) for path in first} == first


def test_whoever_comes_before_it_is_ready_waits_and_is_let_in(tmp_path, monkeypatch):
    """The port is there before all else; what is asked meanwhile is answered."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    served = Serving(tmp_path / "matches.db")
    port = served.port
    served.kill()
    served.begin()
    while True:
        try:
            line = socket.create_connection(("127.0.0.1", port), timeout=60)
            break
        except OSError:
            continue
    with line:
        line.sendall(b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert line.recv(64).startswith(b"HTTP/1.1 200")
    served.ready()
    served.stop()
