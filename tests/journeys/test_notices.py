"""Who does something else meanwhile hears that it is his turn, if he wants to."""

import pytest

from tests.journeys.hands import ASKED, Mouse

pytestmark = pytest.mark.slow
AWAY = """
    window.told = []
    window.away = false
    window.Notification = class {
        static permission = 'default'
        static async requestPermission() { return (Notification.permission = 'granted') }
        constructor(title, more) { told.push([title, more.body]) }
    }
    Object.defineProperty(document, 'hidden', { get: () => away })
"""


def test_a_notice_when_it_is_my_turn(watched, somebody):
    ann, bob = somebody(), somebody()
    bob.add_init_script(AWAY)
    ann.goto(watched.url)
    card = ann.get_by_role("listitem").filter(has_text="A sentry on a road")
    card.get_by_role("button", name="Invite a friend").click()
    link = ann.get_by_label("Link for player 2")
    link.wait_for()
    bob.goto(link.input_value())
    bob.get_by_label("Your name at the table").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_selector(".page[data-link=live]")

    def step(page):
        page.wait_for_selector(ASKED)
        hands = Mouse(page)
        seq = hands.seq
        hands.choose(0)
        hands.gone_on(seq)

    # Not asked for: only the title says it.
    bob.evaluate("away = true")
    step(ann)
    bob.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert bob.evaluate("told") == []
    bob.evaluate("away = false")
    bob.get_by_role("button", name="Menu").click()
    bob.get_by_label("Notify me when it is my turn").check()
    bob.keyboard.press("Escape")
    step(bob)
    assert not bob.title().startswith("●")

    # Asked for, and he looks: nothing. Away: once for each question.
    step(ann)
    bob.wait_for_selector(ASKED)
    assert bob.evaluate("told") == []
    step(bob)
    bob.evaluate("away = true")
    step(ann)
    bob.wait_for_function("() => told.length === 1")
    assert bob.evaluate("told[0][1]") == "Somebody moves"
