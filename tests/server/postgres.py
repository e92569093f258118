"""A PostgreSQL of our own: in a temporary folder, on a socket there, ended by its process id."""

from __future__ import annotations

import collections
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

HOW = "sudo apt install postgresql"
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests, which lose nothing by a power cut."""


def program(name: str, needs: Callable[[str, str], str] | None = None) -> str:
    """Debian keeps them where no PATH looks."""
    found = shutil.which(name)
    if found is None:
        places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
        found = str(places[-1]) if places else None
    if found is None:
        if needs is None:
            raise FileNotFoundError(f"{name} is not on this machine; {HOW} brings it")
        return needs(name, HOW)
    return found


@contextlib.contextmanager
def cluster(
    needs: Callable[[str, str], str] | None = None, settings: tuple[str, ...] = QUICK
) -> Iterator[str]:
    """Its URL, without a database."""
    initdb, postgres = program("initdb", needs), program("postgres", needs)
    user = "postgres" if os.name == "posix" and os.geteuid() == 0 else None  # it refuses root
    folder = Path(tempfile.mkdtemp(prefix="grognard-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    try:
        subprocess.run(
            [initdb, "-D", data, "-U", "grognard", "-A", "trust", "-E", "UTF8", "--no-sync"],
            cwd=folder, user=user, check=True, capture_output=True,
        )  # fmt: skip
        options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}"]
        for setting in settings:
            options += ["-c", setting]
        server = subprocess.Popen(
            [postgres, "-D", data, *options],
            cwd=folder, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
        assert server.stderr is not None
        with server.stderr as log:
            said = b""
            for line in log:
                said += line
                if b"ready to accept connections" in line:
                    break
            else:
                raise RuntimeError(said.decode("utf-8", "replace"))
            reader = threading.Thread(target=collections.deque, args=(log, 0))  # or it would stall
            reader.start()
            try:
                yield f"postgresql://grognard@/postgres?host={folder}"
            finally:
                server.send_signal(signal.SIGINT)  # no waiting for those still connected
                server.wait(30)
                reader.join(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def database(url: str, name: str) -> str:
    """A new one in this cluster."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return url.replace("/postgres?", f"/{name}?")
