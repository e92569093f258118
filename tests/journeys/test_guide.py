"""The guided first battle: one does what it says, and has seen all of the table in the end."""

import pytest

from tests.journeys.hands import ASKED, OPTION, Mouse, card

pytestmark = pytest.mark.slow
ALWAYS = {"table", "rail", "choose", "put", "undo", "why", "odds", "move", "dice", "rule", "end"}


class Pupil(Mouse):
    """Does what the guide says; where it says nothing, plays on."""

    def __init__(self, page):
        super().__init__(page, seed=5)
        self.shown: list[str] = []

    def step(self):
        found = self.page.locator(".guide")
        return found.get_attribute("data-step") or ""

    def follow(self):
        """One thing that the guide wants; whether it was an answer to the match."""
        step = self.step()
        if step and (not self.shown or self.shown[-1] != step):
            self.shown.append(step)
        page = self.page
        on = page.locator(".guide").get_by_role("button", name="Go on")
        if on.count():
            on.click()
        elif step == "undo":
            seq = self.seq
            page.locator(".undo").click()
            self.gone_on(seq)
        elif step == "why":
            page.locator(f"{OPTION}.refused").first.hover()
        elif step == "odds":
            odds = page.locator(f"{OPTION}:not(.refused)", has_text="odds").first
            odds.hover()
            page.locator(".odds").wait_for()
        elif step == "rule":
            page.locator(".log .clause").last.click()
            page.locator("dialog .says").wait_for()
            page.keyboard.press("Escape")
        else:
            self.answer()
            return
        page.wait_for_function(
            "step => document.querySelector('.guide')?.dataset.step !== step", arg=step
        )


def test_everything_is_shown_by_doing_it(serving, somebody, picture):
    page = somebody()
    page.add_init_script("localStorage.setItem('grognard.dice', 'off')")
    page.goto(serving.url)
    card(page).get_by_role("link", name="A guided battle").click()
    page.get_by_role("button", name="Begin").wait_for()
    picture(page, "learn")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(ASKED)
    pupil = Pupil(page)
    page.wait_for_selector(".guide[data-step=table]")
    picture(page, "guide")
    while pupil.wait():
        pupil.follow()
    page.wait_for_selector(".guide[data-step=end]")
    pupil.follow()
    assert set(pupil.shown) >= ALWAYS, ALWAYS - set(pupil.shown)
    # And the system said something of its own, with its rules.
    assert {"own:attempt", "own:action", "own:FOW-4.1-15"} <= set(pupil.shown)
