"""Whole battles on the screen: by mouse, by keyboard, two people at one table, two far apart."""

import subprocess
import sys

import pytest

from tests.journeys.conftest import ROOT
from tests.journeys.hands import ASKED, Keys, Mouse, card

pytestmark = pytest.mark.slow
SWIFT = "localStorage.setItem('grognard.dice', 'off')"


def sit_down(page, url, button="Play the machine"):
    """The start page, and one click more."""
    page.goto(url)
    card(page).get_by_role("button", name=button).click()
    page.wait_for_selector(ASKED)


def set_up(page, url, second, turns=2):
    """The long way: a short battle, set up in detail."""
    page.goto(url)
    card(page).get_by_role("link", name="Set up in detail").click()
    page.get_by_label("Who").nth(1).select_option(label=second)
    for n, name in enumerate(("Ann", "Bob")):
        field = page.get_by_label("Name").nth(n)
        if field.is_enabled():
            field.fill(name)
    page.get_by_label("Search the house rules").fill("game length")
    page.get_by_label("Game length").fill(str(turns))
    page.get_by_role("button", name="To battle").click()
    page.wait_for_selector(".page[data-seq]")


def the_end(page):
    """What is said when it is over: the result, what it cost, the dice, and that they were fair."""
    end = page.get_by_role("region", name="The end")
    end.wait_for()
    luck = end.get_by_role("table")
    luck.wait_for()
    assert luck.get_by_role("row").count() > 2
    end.get_by_role("button", name="Verify every die").click()
    end.get_by_text("agree with the commitment").wait_for()
    with page.expect_download() as download:
        end.get_by_role("link", name="Download the record").click()
    subprocess.run(
        [sys.executable, ROOT / "docs/verify_record.py", download.value.path()], check=True
    )
    return end


def test_a_quick_battle_against_the_machine_by_mouse(serving, somebody, picture):
    page = somebody()
    page.goto(serving.url)
    card(page).get_by_role("button", name="Play the machine").wait_for()
    picture(page, "start")
    sit_down(page, serving.url)
    picture(page, "table-deployment")
    hands = Mouse(page, seed=1)
    while hands.wait() and not page.locator(".tray").count():
        hands.answer()
    picture(page, "table-dice")
    page.locator(".tray").click(timeout=2_000) if page.locator(".tray").count() else None
    page.evaluate(SWIFT)
    page.reload()
    hands.battle()
    assert hands.moved, "nothing was ever dragged anywhere"
    assert {"attempt", "action", "move"} <= hands.kinds
    the_end(page)
    picture(page, "table-end")


def test_another_by_keyboard_alone(serving, somebody):
    page = somebody()
    page.add_init_script(SWIFT)
    page.goto(serving.url)
    card(page).get_by_role("button", name="Play the machine").wait_for()
    # The first of the main buttons is reached with the Tab key.
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Play the machine":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(ASKED)
    hands = Keys(page, seed=2)
    hands.battle()
    assert hands.moved
    end = page.get_by_role("region", name="The end")
    end.wait_for()
    hands.tab_to(".end .verify")
    hands.press("Enter")
    end.get_by_text("agree with the commitment").wait_for()


def test_two_at_one_screen_with_undo(serving, somebody):
    page = somebody()
    page.add_init_script(SWIFT)
    set_up(page, serving.url, "I, at this screen")
    hands = Mouse(page, seed=3)
    seen = set()
    undone = 0
    while hands.wait():
        seen.add(page.locator(".orders .who").inner_text())
        before = (hands.seq, page.locator(".orders h2").inner_text())
        hands.answer()
        if undone < 3 and hands.wait():
            seq = hands.seq
            page.keyboard.press("u")
            hands.gone_on(seq)
            assert hands.wait()
            if page.locator(".orders h2").inner_text() == before[1]:
                undone += 1
    assert {s.split(",")[0] for s in seen} == {"Ann", "Bob"}
    assert undone == 3
    undos = page.evaluate(
        """async () => (await (await fetch('/api/matches/' + location.pathname.split('/')[2]
            + '/events')).json()).events.filter(e => e.what.type === 'undo').length"""
    )
    assert undos >= 3
    the_end(page)


def test_two_far_apart_with_a_reload_and_a_server_that_dies(serving, somebody, picture):
    ann, bob = somebody(), somebody()
    for page in (ann, bob):
        page.add_init_script(SWIFT)
    set_up(ann, serving.url, "a friend, by a link")
    link = ann.get_by_label("Link for player 2")
    link.wait_for()
    picture(ann, "table-open")
    bob.goto(link.input_value())
    bob.get_by_label("Your name at the table").fill("Bob")
    picture(bob, "join")
    bob.get_by_role("button", name="Sit down").click()
    hands = {"ann": Mouse(ann, seed=4), "bob": Mouse(bob, seed=5)}
    for page in (ann, bob):
        page.wait_for_selector(".page[data-link=live]")
    for page in (ann, bob):
        page.wait_for_function("() => Number(document.querySelector('.page')?.dataset.seq) > 0")
    answers, reloaded, killed = 0, False, False
    who, other = hands["ann"], hands["bob"]
    while True:
        # Whoever has just answered knows whether it is his turn again.
        if not who.page.locator(ASKED).count():
            who, other = (who, other) if who.over else (other, who)
        if not who.wait():
            break
        who.answer()
        answers += 1
        if answers == 12:
            bob.reload()
            bob.wait_for_selector(".page[data-link=live]")
            reloaded = True
        if answers == 20:
            seq = ann.get_attribute(".page", "data-seq")
            serving.kill()
            for page in (ann, bob):
                page.wait_for_selector(".page[data-link=lost]")
            assert ann.get_by_text("Reconnecting").is_visible()
            serving.start()
            for page in (ann, bob):
                page.wait_for_selector(".page[data-link=live]")
            assert ann.get_attribute(".page", "data-seq") == seq
            killed = True
    assert reloaded
    assert killed
    for page in (ann, bob):
        page.wait_for_selector(".page[data-over=yes]")
    same = "[...document.querySelectorAll('.log li')].map(l => l.textContent.trim())"
    assert ann.evaluate(same) == bob.evaluate(same)
