"""A service in a process of its own, as people run it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

RUN = "import sys; from grognard.cli import main; sys.argv[0] = 'grognard'; main()"


class Serving:
    """`grognard serve` on a port of its own; it can be killed and started again on it."""

    def __init__(self, db: Path, beside: Path | None = None) -> None:
        self.db = db
        self.beside = beside
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.begin()
        self.ready()

    def begin(self) -> None:
        env = dict(os.environ)
        if self.beside is not None:
            env["PYTHONPATH"] = os.pathsep.join(
                filter(None, [str(self.beside), env.get("PYTHONPATH", "")])
            )
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", "--no-open", "--port", str(self.port),
             "--db", str(self.db)],
            stdout=subprocess.PIPE, text=True, env=env,
        )  # fmt: skip

    def ready(self) -> None:
        """It says where it is."""
        assert self.process is not None
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, f"grognard serve said {said!r}"
        self.port = int(found.group(1))

    def kill(self) -> None:
        """As if the power had failed."""
        self._end(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: int) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
