"""A service that starts."""

import socket

from tests.journeys.serving import Serving


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
