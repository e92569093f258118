"""Bots think apart: each answer in a thread of its own, and never for longer than it may.

A thread cannot be stopped. One that dawdles is left behind, holding a copy of the game that
nobody looks at again, and until it has come to an end the rules choose for its seat.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any


class Thought:
    """What came of it: an answer, or why there is none."""

    def __init__(self, answer: Any, why: str = "") -> None:
        self.answer = answer
        self.why = why


class Thinking:
    """At most so many bots at once, each for so many seconds."""

    def __init__(self, seconds: float, most: int = 4) -> None:
        self.seconds = seconds
        self._room = asyncio.Semaphore(most)
        self._dawdling: dict[Any, threading.Thread] = {}

    async def ask(self, who: Any, name: str, think: Callable[[], Any]) -> Thought:
        """The answer of `think`; `who` is the seat that it thinks for."""
        late = self._dawdling.get(who)
        if late is not None:
            if late.is_alive():
                return Thought(None, f"{name} is still busy with an earlier question")
            del self._dawdling[who]
        async with self._room:
            loop = asyncio.get_running_loop()
            found: asyncio.Future[Thought] = loop.create_future()

            def tell(thought: Thought) -> None:
                if not found.done():
                    found.set_result(thought)

            def run() -> None:
                try:
                    thought = Thought(think())
                except Exception as error:  # somebody else's bot may raise anything
                    thought = Thought(None, f"{name} failed: {type(error).__name__}: {error}"[:300])
                try:
                    loop.call_soon_threadsafe(tell, thought)
                except RuntimeError:
                    pass  # too late: nobody is there any more

            thread = threading.Thread(target=run, name=f"bot {name}", daemon=True)
            thread.start()
            try:
                return await asyncio.wait_for(asyncio.shield(found), self.seconds)
            except TimeoutError:
                self._dawdling[who] = thread
                return Thought(None, f"{name} took longer than {self.seconds:g} seconds")
