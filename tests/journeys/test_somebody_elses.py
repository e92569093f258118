"""Somebody else's rule system, from its wheel: it is played in the browser like any other."""

import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.journeys.conftest import ROOT
from tests.journeys.hands import ASKED, Keys, Mouse
from tests.journeys.serving import Serving

pytestmark = pytest.mark.slow
PROJECT = ROOT / "tests" / "toys" / "wheel"
TITLE = "Two squads on a road"


@pytest.fixture
def serving(built, tmp_path):
    """A service beside which the wheel is installed."""
    shutil.copytree(PROJECT, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist"],
        cwd=tmp_path / "project",
        check=True,
        capture_output=True,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    served = Serving(tmp_path / "matches.db", beside=tmp_path / "site")
    yield served
    served.stop()


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_it_is_played_to_the_end(serving, somebody, picture, hands):
    page = somebody()
    page.add_init_script("localStorage.setItem('grognard.dice', 'off')")
    page.goto(serving.url)
    card = page.get_by_role("listitem").filter(has_text=TITLE)
    card.get_by_role("button", name="Play the machine").click()
    page.wait_for_selector(ASKED)
    playing = hands(page, seed=2)
    playing.battle(most=60)
    assert {"action", "advance"} <= playing.kinds
    end = page.get_by_role("region", name="The end")
    end.wait_for()
    picture(page, f"somebody-elses-{hands.__name__.lower()}")


def test_what_it_asks_is_explained(serving, somebody):
    """Odds, numbers with their parts, clauses and refusals come from the wheel alone."""
    page = somebody()
    page.goto(serving.url)
    card = page.get_by_role("listitem").filter(has_text=TITLE)
    card.get_by_role("button", name="Two at this screen").click()
    page.wait_for_selector(ASKED)
    page.locator(".option.refused").click(force=True)
    why = page.locator(".why")
    # Squads begin at 2" and at 28" of the road; the range is 18".
    assert '26.0" away' in why.inner_text()
    why.get_by_role("button", name="Rule SKT-3-01").click()
    page.get_by_text("each man throws a d6").wait_for()
    page.keyboard.press("Escape")
    for _ in range(2):
        hands = Keys(page)
        page.wait_for_selector(ASKED)
        seq = hands.seq
        hands.choose(1)
        hands.gone_on(seq)
        # 4" along the road, by numbers
        seq = hands.seq
        page.get_by_text("By numbers").click()
        x = page.get_by_label("x", exact=True)
        x.fill(str(float(x.input_value()) + (4 if _ == 0 else -4)))
        page.get_by_role("button", name="Point there").click()
        page.locator(".orders .confirm:enabled").click()
        hands.gone_on(seq)
    # 18" now: five men with 2 or less on a d6 each.
    page.wait_for_selector(ASKED)
    page.locator(".option").first.hover()
    page.locator(".odds .value").wait_for()
    assert page.locator(".odds .value").inner_text() == "2"
    assert "base" in page.locator(".odds").inner_text()
    assert page.locator(".odds rect").count() == 6


def test_its_odds_and_rules_have_pages(serving, somebody):
    page = somebody()
    page.goto(f"{serving.url}/calc")
    page.get_by_role("link", name="One squad shoots at another").click()
    page.get_by_label("inches to the target", exact=True).fill("6")
    page.get_by_label("the squad has aimed").check()
    # Each of five men takes one with 4/6 * 5/6.
    page.locator("figure dd b").filter(has_text="2.78").wait_for()
    page.get_by_label("Play a disputed rule otherwise").select_option(label="what stops a hit")
    page.get_by_label("helmets: compared with").select_option("never")
    # And with 4/6 where no helmet helps.
    page.locator("figure dd b").filter(has_text="3.33").wait_for()
    page.goto(f"{serving.url}/rules/skirmish_toy?q=helmet")
    page.locator("article#SKT-GAP-02").get_by_text("what stops a hit").wait_for()
