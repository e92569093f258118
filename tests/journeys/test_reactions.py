"""Who is asked again and again while another acts may say: not again this turn."""

import pytest

from tests.journeys.hands import ASKED, OVER, Mouse

pytestmark = pytest.mark.slow


class Seats(Mouse):
    """Both of them, at one screen."""

    def asked(self):
        """The question, once something is asked at all."""
        self.page.wait_for_selector(f"{ASKED}, {OVER}")
        return self.page.locator(".orders h2").inner_text() if not self.over else ""

    def say(self, option):
        seq = self.seq
        self.choose(option)
        self.gone_on(seq)


def test_not_again_this_turn(watched, somebody, picture):
    page = somebody()
    page.goto(watched.url)
    card = page.get_by_role("listitem").filter(has_text="A sentry on a road")
    card.get_by_role("button", name="Two at this screen").click()
    hands = Seats(page)
    never = page.get_by_label("don’t ask me again this turn")
    standing = page.locator(".standing")

    # Whose turn it is is not asked that; a reaction may be answered once, and asked again.
    assert hands.asked() == "Step 1"
    assert never.count() == 0
    hands.say(0)
    assert hands.asked() == "Somebody moves"
    assert "while First player acts" in page.locator(".orders .who").inner_text()
    hands.say(0)
    assert hands.asked() == "Step 2"
    hands.say(0)
    assert hands.asked() == "Somebody moves"
    hands.say(0)

    # Not again in the second turn: the second step is answered by itself, a reload or not.
    assert hands.asked() == "Step 1"
    hands.say(0)
    never.check()
    hands.say(1)
    assert "shoot" in standing.inner_text()
    picture(page, "table-standing")
    page.reload()
    assert hands.asked() == "Step 2"
    assert standing.count() == 1
    hands.say(0)
    # The third turn has begun: it is asked again.
    page.wait_for_function("() => document.querySelector('.rail .turn')?.textContent.includes('3')")
    assert hands.asked() == "Step 1"
    assert standing.count() == 0
    shots = page.locator(".log .did", has_text="shoot")
    assert shots.count() == 2
    hands.say(0)
    assert hands.asked() == "Somebody moves"

    # And who thinks better of it is asked at once.
    never.check()
    hands.say(0)
    standing.get_by_role("button", name="Ask again").click()
    assert hands.asked() == "Step 2"
    hands.say(0)
    assert hands.asked() == "Somebody moves"
    hands.say(0)
    page.wait_for_selector(OVER)


def test_what_is_taken_back_is_asked_again(watched, somebody):
    """Undo is no loop: the answer that gave itself is not given again."""
    page = somebody()
    page.goto(watched.url)
    card = page.get_by_role("listitem").filter(has_text="A sentry on a road")
    card.get_by_role("button", name="Two at this screen").click()
    hands = Seats(page)
    assert hands.asked() == "Step 1"
    hands.say(0)
    page.get_by_label("don’t ask me again this turn").check()
    hands.say(0)
    assert hands.asked() == "Step 2"
    seq = hands.seq
    page.keyboard.press("u")
    hands.gone_on(seq)
    assert hands.asked() == "Somebody moves"
    assert page.locator(".standing").count() == 0
