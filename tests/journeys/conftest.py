"""Journeys: the table as people use it, in a real Chromium.

Pictures of every screen go to build/screens; look at them after a change of how things look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.server import frontend
from tests.journeys.serving import Serving

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "build" / "screens"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 844, "height": 390}
POINT = "[grognard.systems]\nwatched = tests.toys.interrupting:SYSTEM\n"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def built() -> None:
    """The browser table as the sources are now."""
    frontend.ensure()


@pytest.fixture(scope="module")
def chromium(needs: Callable[[str, str], str]) -> Iterator[Any]:
    """For one module only: while it is there an event loop runs, and tests with loops of their own
    could not follow.
    """
    from playwright.sync_api import sync_playwright

    path = needs("chromium", "sudo apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def serving(built: None, tmp_path: Path) -> Iterator[Serving]:
    served = Serving(tmp_path / "matches.db")
    yield served
    served.stop()


@pytest.fixture
def watched(built: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A service with a system in which two questions a turn are reactions."""
    info = tmp_path / "site" / "watched-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: watched\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINT)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    served = Serving(tmp_path / "matches.db", beside=tmp_path / "site")
    yield served
    served.stop()


@pytest.fixture
def somebody(chromium: Any) -> Iterator[Callable[..., Any]]:
    """`somebody()` is a page in a browser of its own; whatever goes wrong in it fails the test."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def page(**options: Any) -> Any:
        options = {"viewport": DESK, "reduced_motion": "reduce", **options}
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(20_000)
        found = context.new_page()
        found.on("pageerror", lambda error: wrong.append(str(error)))
        return found

    yield page
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.fixture
def picture(faultless: Callable[[Any], None]) -> Callable[[Any, str], None]:
    """Keep a screen as it looks on a desk and on a phone held sideways, by day and by night.

    What is worth a picture is worth axe's look, too.
    """

    def take(page: Any, name: str) -> None:
        SCREENS.mkdir(parents=True, exist_ok=True)
        before = page.viewport_size
        for size, light in ((DESK, "light"), (PHONE, "light"), (DESK, "dark"), (PHONE, "dark")):
            page.emulate_media(color_scheme=light)
            page.set_viewport_size(size)
            night = "-night" if light == "dark" else ""
            page.screenshot(path=SCREENS / f"{name}-{size['width']}x{size['height']}{night}.png")
            if (size is DESK) == (light == "light"):
                faultless(page)
        page.emulate_media(color_scheme="null")
        page.set_viewport_size(before)

    return take


@pytest.fixture(scope="session")
def faultless(built: None) -> Callable[[Any], None]:
    """Have a page looked over by axe-core: nothing that keeps anybody out."""
    web = ROOT / "web"  # where the installed package lies there may be none
    with frontend.alone(frontend.STATIC):
        frontend.fetch(*frontend.npm(), web)
    axe = (web / "node_modules/axe-core/axe.min.js").read_text("utf-8")

    def look(page: Any) -> None:
        page.evaluate(axe)
        found = page.evaluate(
            """async () => (await axe.run()).violations
                .filter(v => ['serious', 'critical'].includes(v.impact))
                .map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 200) + n.failureSummary)
                    .join(' | ')}`)
            """
        )
        assert not found, "\n".join(found)

    return look
