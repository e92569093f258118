"""A battle looked at again: stepped through, scrubbed, played, and gone on with."""

import pytest

from tests.journeys.hands import ASKED, Keys, card

pytestmark = pytest.mark.slow
SWIFT = "localStorage.setItem('grognard.dice', 'off')"


def shown(page):
    """Which event is shown, once its table is."""
    page.wait_for_selector(".page[data-behind=no]")
    return int(page.get_attribute(".page", "data-at"))


def places(page):
    """Where every figure stands on the screen."""
    return page.eval_on_selector_all(
        ".unit[data-key]",
        "all => all.map(u => [u.dataset.key, u.querySelectorAll('.base').length])",
    )


@pytest.fixture
def fought(serving, somebody):
    """A short battle, played to its end; its page."""
    page = somebody()
    page.add_init_script(SWIFT)
    page.goto(serving.url)
    card(page).get_by_role("button", name="Play the machine").wait_for()
    made = page.evaluate(
        """async () => (await (await fetch('/api/matches', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({
                system: 'forge_of_war', settings: { game_length: 2 }, seed: 4,
                seats: [{ who: 'bot', bot: 'greedy' }, { who: 'bot', bot: 'greedy' }],
            }),
        })).json()).match"""
    )
    page.goto(f"{serving.url}/m/{made}")
    page.wait_for_selector(".page[data-over=yes]", timeout=60_000)
    page.get_by_role("region", name="The end").wait_for()
    return page


def test_scrubbed_stepped_played_and_gone_on_with(fought, picture):
    page = fought
    final = places(page)
    page.get_by_role("region", name="The end").get_by_role("link", name="Replay").click()
    page.wait_for_selector(".page[data-of]:not([data-of='0'])")
    most = int(page.get_attribute(".page", "data-of"))
    assert shown(page) == 0
    assert places(page) == []

    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(f".page[data-at='{most}']")
    assert shown(page) == most
    assert places(page) == final
    page.get_by_role("button", name="A step back").click()
    assert shown(page) == most - 1
    page.get_by_role("button", name="A step on").click()
    assert shown(page) == most

    page.get_by_label("Point of the battle").fill(str(most // 2))
    assert shown(page) == most // 2
    picture(page, "replay")
    half = places(page)
    lines = page.locator(".log li").count()
    page.reload()
    page.wait_for_selector(f".page[data-at='{most // 2}']")
    assert shown(page) == most // 2
    assert places(page) == half
    assert page.locator(".log li").count() == lines

    page.get_by_label("Turn").select_option("2")
    second = shown(page)
    assert page.get_by_text("Turn 2").first.is_visible()
    page.get_by_label("Turn").select_option("1")
    assert shown(page) < second

    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(
        "at => Number(document.querySelector('.page').dataset.at) > at + 5", arg=shown(page)
    )
    page.get_by_role("button", name="Pause").click()

    page.get_by_label("Turn").select_option("1")
    shown(page)
    there = places(page)
    page.get_by_role("button", name="Go on from here").click()
    page.get_by_role("combobox", name="Greedy", exact=True).select_option(label="I, at this screen")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(ASKED)
    assert places(page) == there
    hands = Keys(page, seed=1)
    hands.battle()


def test_a_record_from_elsewhere(fought, tmp_path):
    page = fought
    final = places(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "battle.grog"
    download.value.save_as(file)
    page.goto(page.url.split("/m/")[0])
    page.get_by_label("Open a record").set_input_files(file)
    page.wait_for_selector(".page[data-of]:not([data-of='0'])")
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(f".page[data-at='{page.get_attribute('.page', 'data-of')}']")
    shown(page)
    assert places(page) == final
    bad = tmp_path / "bad.grog"
    bad.write_text(file.read_text("utf-8").replace("greedy", "greedi", 1), "utf-8")
    page.goto(page.url.split("/m/")[0])
    page.get_by_label("Open a record").set_input_files(bad)
    page.get_by_role("alert").wait_for()
    assert "line" in page.get_by_role("alert").inner_text()
