"""A table drawn by hand: kept, sent as a link, and played on."""

import pytest

from tests.journeys.hands import ASKED, card

pytestmark = pytest.mark.slow


def pieces(page):
    return page.locator(".pieces .piece[aria-pressed]").count()


def at(page, x, y):
    """Where a point of the table is on the screen: its ground is drawn in inches."""
    box = page.locator("rect[fill='url(#ground)']").bounding_box()
    wide = float(page.get_by_role("spinbutton", name="Wide").input_value())
    deep = float(page.get_by_role("spinbutton", name="Deep").input_value())
    return (
        box["x"] + box["width"] * x / wide,
        box["y"] + box["height"] * (1 - y / deep),
    )


def drag(page, start, end):
    page.mouse.move(*at(page, *start))
    page.mouse.down()
    page.mouse.move(*at(page, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    page.mouse.move(*at(page, *end))
    page.mouse.up()


def test_drawn_kept_sent_and_played_on(serving, somebody, picture):
    page = somebody()
    page.goto(serving.url)
    card(page).get_by_role("link", name="Draw a table").click()
    page.get_by_label("Kind of terrain").select_option("Woods")
    page.get_by_role("spinbutton", name="Wide").fill("36")
    page.get_by_role("spinbutton", name="Deep").fill("36")
    page.get_by_role("spinbutton", name="Deep").press("Enter")

    page.get_by_role("button", name="Round").click()
    drag(page, (6, 14), (14, 22))
    page.get_by_label("Kind of terrain").select_option("Building")
    page.get_by_role("button", name="Block").click()
    drag(page, (20, 16), (24, 20))
    page.get_by_role("button", name="Outline").click()
    for corner in ((28, 14), (32, 14), (32, 18)):
        page.mouse.click(*at(page, *corner))
    page.keyboard.press("Enter")
    assert pieces(page) == 3
    page.get_by_role("button", name="Mirror all").click()
    assert pieces(page) == 6
    page.get_by_role("button", name="Undo").click()
    assert pieces(page) == 3

    # The last one away again; the block half an inch to the right, by the keyboard.
    page.locator(".pieces .piece").nth(2).click()
    page.keyboard.press("Delete")
    assert pieces(page) == 2
    page.locator(".pieces .piece").nth(1).click()
    page.keyboard.press("ArrowRight")
    assert "23, 18" in page.locator(".pieces .piece").nth(1).inner_text()
    picture(page, "terrain")

    page.get_by_role("textbox", name="Name").fill("Two groves")
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("is kept in this browser").wait_for()
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_role("status").filter(has_text="link").wait_for()
    page.get_by_role("button", name="Play on it").click()
    page.get_by_role("button", name="To battle").wait_for()
    sent = page.url
    page.wait_for_function(
        "() => [...document.querySelectorAll('select')].some(s => s.value === '0')"
    )
    picture(page, "new")
    page.get_by_role("button", name="To battle").click()
    page.wait_for_selector(ASKED)
    assert page.locator(".terrain").count() == 2
    wood = page.get_by_role("img", name="woods").first
    assert wood.count() == 1

    # A friend opens the same address and has the same table.
    friend = somebody()
    friend.goto(sent)
    friend.get_by_role("button", name="To battle").wait_for()
    friend.get_by_role("button", name="Change this table").click()
    friend.wait_for_selector(".pieces .piece")
    assert pieces(friend) == 2
    assert friend.get_by_role("textbox", name="Name").input_value() == "Two groves"


def test_the_table_of_a_match_is_drawn_on(serving, somebody):
    page = somebody()
    page.goto(serving.url)
    card(page).get_by_role("button", name="Two at this screen").click()
    page.wait_for_selector(ASKED)
    there = page.locator(".terrain").count()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Draw on this table").click()
    page.wait_for_selector(".pieces .piece[aria-pressed]")
    assert pieces(page) == there > 0


def test_what_the_system_cannot_play_on_is_refused_in_words(serving, somebody):
    page = somebody()
    page.goto(f"{serving.url}/new/forge_of_war")
    page.get_by_label("Table").select_option(label="laid so, of another size")
    page.get_by_label("Inches wide").fill("12")
    page.get_by_label("Inches deep").fill("12")
    page.get_by_role("button", name="To battle").click()
    page.get_by_role("alert").wait_for()
