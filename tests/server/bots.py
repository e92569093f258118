"""A bot that never comes to an end."""

from __future__ import annotations

import threading
from typing import Any

WAKE = threading.Event()


class Sleepy:
    name = "sleepy"

    def __init__(self, seed: int = 0) -> None:
        pass

    def answer(self, session: Any, system: Any, player: int, effect: Any) -> Any:
        WAKE.wait()
