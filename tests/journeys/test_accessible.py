"""No page has a serious fault in axe's eyes, by day or by night; and every control has a name."""

import pytest

from tests.journeys.conftest import DESK, PHONE, ROOT
from tests.journeys.hands import ASKED, Mouse, card

pytestmark = pytest.mark.slow
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def faults(page):
    """What axe finds serious or worse, with where."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{fault['id']} ({fault['impact']}): {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.fixture(params=["light", "dark"])
def page(request, somebody):
    found = somebody(color_scheme=request.param)
    found.add_init_script("localStorage.setItem('grognard.dice', 'off')")
    return found


PAGES = {
    "start": ("/", "Play the machine"),
    "new": ("/new/forge_of_war", "To battle"),
    "matches": ("/matches", "Open a record"),
    "join": ("/join#match=0&seat=aaaaaaaaaaaaaaaaaaaa", "Sit down"),
    "learn": ("/learn/forge_of_war", "Begin"),
    "terrain": ("/ground/forge_of_war#table=", "Play on it"),
    "nowhere": ("/nowhere", "Nothing is here"),
    "odds": ("/calc", "What are the odds?"),
    "calculator": ("/calc/forge_of_war/shooting", "on average"),
    "rules": ("/rules/forge_of_war", "Gaps and rulings"),
    "a rule": ("/rules/forge_of_war/FOW-8.3-04", "mechanic"),
    "armies": ("/armies", "Build a force"),
    "a catalogue": ("/armies/browse/forge_of_war/generic", "options"),
}


def test_pages(page, serving):
    wrong = {}
    for name, (path, shows) in PAGES.items():
        page.goto(serving.url + path)
        page.get_by_text(shows).locator("visible=true").first.wait_for()
        if found := faults(page):
            wrong[name] = found
    assert not wrong


def test_the_table_in_every_state(page, serving):
    """Choosing, moving, reading the forces, talking, in the menu, with a rule open; both sizes."""
    page.goto(serving.url)
    card(page).get_by_role("button", name="Play the machine").click()
    hands = Mouse(page, seed=1)
    wrong = {}

    def look(name):
        if found := faults(page):
            wrong[name] = found

    while hands.wait() and hands.kind != "action":
        if hands.kind == "set-up" and not hands.moved:
            look("moving")
        hands.answer()
    page.wait_for_selector(ASKED)
    page.locator(".orders .option").first.hover()
    look("choosing")
    page.set_viewport_size(PHONE)
    look("choosing on a phone")
    page.set_viewport_size(DESK)
    for tab in ("Forces", "Talk", "Log"):
        page.get_by_role("tab", name=tab).click()
        look(tab)
    page.locator(".log .clause").first.click()
    page.locator("dialog .says").wait_for()
    look("a rule")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    look("menu")
    page.get_by_role("button", name="Overrule the referee").click()
    page.get_by_role("heading", name="Overrule the referee").wait_for()
    look("overruling")
    page.goto(page.url + "?guide")
    page.locator(".guide").wait_for()
    look("guide")
    page.goto(page.url.split("?")[0] + "/replay")
    page.wait_for_selector(".page[data-behind=no]")
    look("replay")
    page.get_by_role("button", name="Go on from here").click()
    look("going on")
    assert not wrong
