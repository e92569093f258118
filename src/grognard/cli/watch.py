"""Watching a battle: a picture after every act, and what has just happened below it."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rich.console import Console, RenderableType

from grognard.cli.draw import picture
from grognard.cli.story import Event, Story

LATEST = 7
"""So many events stay under the picture."""


class Watcher:
    """Shows events as they come; without a terminal it only tells them."""

    def __init__(self, screen: Console, story: Story, delay: float) -> None:
        self.screen = screen
        self.story = story
        self.delay = max(0.0, delay)
        self._latest: list[RenderableType] = []

    def show(self, events: Iterable[Event]) -> None:
        for event in events:
            if not self.screen.is_terminal:
                event.show(self.screen)
                if event.kind == "turn":
                    self._draw()
                continue
            self._latest = [*self._latest, event.drawn()][-LATEST:]
            if event.kind in ("answer", "turn", "end"):
                with self.screen:  # all in one write, so that nothing flickers
                    self.screen.clear()
                    self._draw()
                    for line in self._latest:
                        self.screen.print(line, no_wrap=True, overflow="ellipsis")
                time.sleep(self.delay)

    def _draw(self) -> None:
        screen = self.screen
        plain = screen.no_color or screen.color_system is None
        screen.print(
            picture(self.story.view, screen.width, screen.height - LATEST - 2, plain=plain)
        )
