"""Somebody's hands at the table: what people do with a mouse or a keyboard, and nothing else.

They know no rules. They read what the page offers, take one of it, and wait until the page says
that the match has gone on.
"""

from __future__ import annotations

import random
from typing import Any

ASKED = ".page[data-waits=yes]"
OVER = ".page[data-over=yes]"
OPTION = ".orders .option"


def card(page: Any, title: str = "Forge of War") -> Any:
    """What the start page offers of a system."""
    return (
        page.get_by_role("listitem").filter(has_text=title).filter(has=page.get_by_role("heading"))
    )


class Hands:
    """What mouse and keyboard have in common: reading the page."""

    def __init__(self, page: Any, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.answers = 0
        self.kinds: set[str] = set()

    @property
    def seq(self) -> int:
        return int(self.page.get_attribute(".page", "data-seq") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def wait(self) -> bool:
        """Until something is asked of us; False: it is over."""
        self.page.wait_for_selector(f"{ASKED}, {OVER}", timeout=60_000)
        return not self.over

    def gone_on(self, seq: int) -> None:
        """Until the match has gone on from there, and this page knows it."""
        self.page.wait_for_function(
            """seq => {
                const page = document.querySelector('.page')
                return page?.dataset.seq !== String(seq) && page?.dataset.sending === 'no'
            }""",
            arg=seq,
        )
        self.answers += 1

    @property
    def kind(self) -> str:
        return self.page.get_attribute(".orders", "data-kind") or ""

    def legal(self) -> list[int]:
        """The indices of what may be chosen."""
        found: list[int] = self.page.eval_on_selector_all(
            OPTION,
            "all => all.flatMap((o, n) => o.getAttribute('aria-disabled') === 'true' ? [] : [n])",
        )
        return found

    def labels(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            OPTION, "all => all.map(o => o.querySelector('span').textContent)"
        )
        return found

    def ready(self) -> bool:
        """A move was pointed at: wait for what the service says of it."""
        self.page.wait_for_function(
            "() => document.querySelector('.orders')?.dataset.busy !== 'yes'"
        )
        return bool(self.page.locator(".orders .confirm:enabled").count())

    def battle(self, most: int = 2000) -> None:
        """Until it is over."""
        while self.wait():
            assert self.answers < most, "this battle does not end"
            self.answer()

    def answer(self) -> None:
        """Whatever is asked."""
        seq = self.seq
        self.kinds.add(self.kind)
        if self.page.locator(OPTION).count():
            self.choose(self.chance.choice(self.legal()))
        else:
            self.move()
        self.gone_on(seq)

    def choose(self, option: int) -> None:
        raise NotImplementedError

    def move(self) -> None:
        raise NotImplementedError


class Mouse(Hands):
    """Clicks and drags only."""

    moved = 0

    def choose(self, option: int) -> None:
        self.page.locator(OPTION).nth(option).click()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for step in range(1, 5):
            part = step / 4
            mouse.move(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        mouse.up()

    def middle(self, selector: str) -> tuple[float, float] | None:
        found = self.page.locator(selector).first
        box = found.bounding_box() if found.count() else None
        return None if box is None else (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def move(self) -> None:
        """Drag the unit towards a suggested place; who is not on the table is put there."""
        goals = self.page.locator(".goal")
        goal = self.chance.randrange(goals.count()) if goals.count() else -1
        if goal >= 0:
            there = self.middle(f".goal >> nth={goal}")
            leader = self.middle(".unit.leads .base")
            assert there is not None
            if leader is not None:
                self.drag(leader, there)
            else:
                self.page.mouse.click(*there)
            if self.ready():
                self.moved += 1
                self.page.locator(".orders .confirm").click()
                return
        self.page.locator(".orders .idle").click()


class Keys(Hands):
    """The keyboard alone."""

    moved = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, option: int) -> None:
        """O goes to the orders, the arrows to one of them."""
        self.press("o", *["ArrowDown"] * option, "Enter")

    def move(self) -> None:
        """T goes to the table; a number takes a suggestion, the arrows move, Enter confirms."""
        self.press("t")
        if self.page.locator(".goal").count():
            self.press(str(self.chance.randint(1, min(9, self.page.locator(".goal").count()))))
        else:
            self.press("ArrowUp")
        if self.ready():
            self.moved += 1
            self.press("Enter")
            return
        self.press("Escape", "o")
        self.tab_to(".orders .idle")
        self.press("Enter")

    def tab_to(self, selector: str) -> None:
        """Step by step, as somebody without a mouse must."""
        for _ in range(60):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"{selector} is not reached with the Tab key")
