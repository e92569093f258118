"""The tools beside the table: odds of what one types in, the rule index, the army builder."""

import json
import re

import pytest

from grognard.play.registry import find_system, system_names
from grognard.rules.clauses import load_index

pytestmark = pytest.mark.slow
SHOOTING = "/calc/forge_of_war/shooting"


def mean(page, name):
    """What a chart says it comes to on average."""
    chart = page.locator("figure").filter(has=page.get_by_role("heading", name=name, exact=True))
    return [float(said) for said in chart.locator("dd b").all_inner_texts()]


def worked_out(page):
    page.wait_for_selector("section[aria-busy=false] figure")


def judged(page):
    """The bench is quiet: what is changed has been priced and judged."""
    page.wait_for_selector(".bench[data-busy=no] [data-total]")
    return int(page.locator("[data-total]").inner_text())


def bench(page, url):
    """A new force of the first catalogue."""
    page.goto(f"{url}/armies")
    page.get_by_role("button", name="Build a force").first.click()
    page.wait_for_selector(".bench[data-busy=no]")


def adds(page, name):
    """One more of a catalogue's entries, and what its price tag said."""
    button = page.get_by_role("region", name="Catalogue").get_by_role("button", name=name).first
    tag = button.locator(".tag").inner_text()
    before = judged(page) if page.locator(".units .unit").count() else 0
    button.click()
    page.wait_for_function(
        "n => Number(document.querySelector('[data-total]').textContent) > n", arg=before
    )
    assert judged(page) == before + int(tag), name
    return int(tag)


# -- odds -----------------------------------------------------------------------------------------


def test_odds_as_one_types(serving, somebody, picture, faultless):
    page = somebody()
    page.goto(f"{serving.url}/calc")
    page.get_by_role("link", name=re.compile("What will this fire do")).click()
    worked_out(page)
    # SV 7, armour 1, a weapon good against it: 7 or less on d10, ten dice.
    assert mean(page, "hits") == [7.0]
    page.get_by_label("D-markers on the shooters", exact=True).fill("2")
    page.wait_for_function("() => document.querySelector('figure dd b')?.textContent === '5.00'")
    assert mean(page, "hits") == [5.0]
    assert "figures that shoot" in page.locator("form").inner_text()
    picture(page, "odds")
    faultless(page)

    # The address carries the inputs.
    again = somebody()
    again.goto(page.url)
    worked_out(again)
    assert mean(again, "hits") == [5.0]
    assert again.get_by_label("D-markers on the shooters", exact=True).input_value() == "2"

    # A number says where it comes from.
    page.get_by_role("button", name="Rule FOW-8.3-04").click()
    page.get_by_role("dialog").get_by_role("link", name="Open it among the rules").click()
    page.wait_for_selector("article.whole")
    assert page.url.endswith("/rules/forge_of_war/FOW-8.3-04")


def test_what_cannot_be_says_why(serving, somebody):
    page = somebody()
    page.goto(f"{serving.url}{SHOOTING}?figures=0")
    page.get_by_role("alert").wait_for()
    assert "figures" in page.get_by_role("alert").inner_text()
    page.get_by_role("button", name="Start over").click()
    worked_out(page)


def test_two_readings_beside_each_other(serving, somebody, picture, faultless):
    """Whichever reading matters is found by trying them all."""
    page = somebody()
    page.goto(f"{serving.url}/calc/forge_of_war/close-combat")
    worked_out(page)
    before = page.locator("figure").count()
    page.get_by_role("button", name="Which readings matter here?").click()
    page.locator(".found button, form p:has-text('No other reading')").first.wait_for()
    found = page.locator(".found button")
    assert found.count(), "no reading of any rule changes a close combat"
    found.first.click()
    page.wait_for_function("() => document.querySelectorAll('figure .of-1').length > 0")
    assert page.locator("figure").count() == before
    assert "vs." in page.url
    picture(page, "odds-compared")
    faultless(page)


@pytest.mark.parametrize("system", system_names())
def test_every_question_opens_with_an_answer(serving, somebody, system):
    page = somebody()
    for question in find_system(system).questions:
        page.goto(f"{serving.url}/calc/{system}/{question.name}")
        worked_out(page)
        assert page.get_by_role("heading", name=question.title).is_visible()
        assert page.locator("figure").count() == len(question.outcomes)
        assert not page.get_by_role("alert").count()


def test_odds_at_the_table_lead_to_the_calculator(serving, somebody):
    """With the situation filled in: what it says there is what the table said."""
    from tests.journeys.hands import Mouse, card

    page = somebody()
    page.add_init_script("localStorage.setItem('grognard.dice', 'off')")
    page.goto(serving.url)
    card(page).get_by_role("button", name="Two at this screen").click()
    hands = Mouse(page, seed=1)
    link = page.get_by_role("link", name="Change it in the calculator")
    while hands.wait():
        told = page.locator(".option:has(.hint)").filter(has_text="odds")
        if told.count():
            page.mouse.move(5, 5)
            told.first.hover()
            link.first.wait_for()
            break
        hands.answer()
    card = page.locator(".odds").first
    need = card.locator(".value").first.inner_text()
    with page.context.expect_page() as opened:
        link.first.click()
    calculator = opened.value
    worked_out(calculator)
    assert calculator.locator(".numbers .value").first.inner_text() == need


# -- rules ----------------------------------------------------------------------------------------


def test_the_rule_index(serving, somebody, picture, faultless):
    page = somebody()
    page.goto(f"{serving.url}/rules")
    page.get_by_role("link", name="Forge of War").first.click()
    page.locator("summary").filter(has_text="11 Covering Fire").click()
    page.get_by_role("link", name="11 Covering Fire", exact=True).click()
    page.get_by_role("heading", name="11 Covering Fire").wait_for()
    clauses = load_index(find_system("forge_of_war").clauses).clauses.values()
    here = [clause.id for clause in clauses if clause.heading == "11 Covering Fire"]
    assert page.locator("article .id").all_inner_texts() == here
    page.get_by_role("link", name="11.1 Duration of Covering Fire ›").click()
    page.get_by_role("heading", name="11.1 Duration of Covering Fire").wait_for()
    picture(page, "rules")
    faultless(page)
    page.get_by_label("Search").fill("within 2 inches of each other")
    page.locator("article#FOW-GAP-16").wait_for()
    page.locator("article#FOW-GAP-16 .id").click()
    page.wait_for_selector("article.whole")
    said = page.locator("article.whole").inner_text()
    assert "cohesion" in said
    assert "every pair" in said
    assert page.get_by_role("link", name="FOW-3.5-01").count()
    picture(page, "rules-gap")
    faultless(page)
    page.go_back()
    page.goto(f"{serving.url}/rules/forge_of_war/FOW-99")
    page.get_by_role("heading", name="No rule FOW-99").wait_for()


# -- armies ---------------------------------------------------------------------------------------


def test_a_force_from_nothing_to_the_table(serving, somebody, picture, faultless, tmp_path):
    page = somebody(accept_downloads=True)
    bench(page, serving.url)
    # 5 x (6 + 5), and 5 x (9 + 6).
    assert adds(page, "Line Infantry Troops") == 55
    assert adds(page, "Marines") == 75
    page.get_by_label("Name", exact=True).first.fill("Night Watch")

    # An option says what it would cost, and costs that.
    page.locator(".units .unit").first.click()
    unit = page.get_by_role("region", name="Line Infantry Troops")
    row = unit.locator(".choice").filter(has_text="Heavy Machine Gun")
    tag = int(row.locator(".tag").inner_text())
    row.get_by_role("button", name="one more").click()
    page.wait_for_function("n => document.querySelector('[data-total]').textContent == n",
                           arg=str(130 + tag))  # fmt: skip
    picture(page, "armies-unit")
    faultless(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.querySelector('[data-total]').textContent === '130'")

    # Nobody commands it: the repair is one click.
    assert page.get_by_role("button", name="To the table").is_disabled()
    page.get_by_role("tab", name="Check (1)").click()
    assert "FOW-GAP-63" in page.get_by_role("tabpanel").inner_text()
    picture(page, "armies-check")
    page.locator(".breach .button").click()
    page.get_by_text("✓ legal", exact=True).wait_for()
    page.get_by_role("tab", name="Ledger").click()
    assert "5 x Assault Rifle at 5" in page.get_by_role("tabpanel").inner_text()
    picture(page, "armies-ledger")
    faultless(page)

    # To a file and back.
    page.get_by_role("button", name="Save as a file").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="TOML").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "Night-Watch.toml"
    assert 'entry = "marines"' in file.read_text("utf-8")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Armies").last.click()
    page.get_by_label("Open a file").set_input_files(file)
    page.wait_for_selector(".bench")
    assert judged(page) == 130
    page.get_by_role("link", name="Armies").last.click()
    page.locator(".kept li").nth(1).wait_for()
    picture(page, "armies")
    faultless(page)
    bad = tmp_path / "bad.toml"
    bad.write_text('system = "forge_of_war"\n\nunits = 3\n')
    page.get_by_label("Open a file").set_input_files(bad)
    page.get_by_role("alert").wait_for()
    assert "bad.toml, line 3: units" in page.get_by_role("alert").inner_text()

    # On paper, and to the table.
    page.get_by_role("link", name="Print").first.click()
    page.locator(".cards section").nth(1).wait_for()
    page.get_by_label("templates").check()
    width = (
        page.locator("figure").filter(has_text='3" blast').locator("svg").bounding_box()["width"]
    )
    assert width == 3 * 96
    picture(page, "armies-print")
    faultless(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="As PDF").click()
    assert saved.value.suggested_filename == "Night-Watch.pdf"
    page.goto(f"{serving.url}/new/forge_of_war")
    page.get_by_label("Force").first.select_option(label="Night Watch")
    page.go_back()
    page.get_by_role("link", name="Night Watch").click()
    page.get_by_role("button", name="To the table").click()
    picture(page, "armies-to-the-table")
    faultless(page)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".page[data-seq]")
    match = page.url.rpartition("/m/")[2].split("#")[0]
    said = page.request.get(f"{serving.url}/api/matches/{match}").json()
    mine = [u["name"] for u in said["state"]["view"]["units"] if u["player"] == 0]
    assert mine == ["Line Infantry Troops", "Marines"]


def test_a_force_by_keyboard_alone(serving, somebody):
    page = somebody()
    page.goto(f"{serving.url}/armies")
    page.get_by_role("button", name="Build a force").first.wait_for()

    def reach(words):
        for _ in range(120):
            page.keyboard.press("Tab")
            said = page.evaluate(
                "(document.activeElement.getAttribute('aria-label') ?? "
                "document.activeElement.textContent).trim()"
            )
            if said.startswith(words):
                return
        raise AssertionError(f"{words!r} is not reached with the Tab key")

    reach("Build a force")
    page.keyboard.press("Enter")
    page.wait_for_selector(".bench[data-busy=no]")
    reach("Search the catalogue")
    page.keyboard.type("marines")
    reach("Marines")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-total]').textContent === '75'")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelector('[data-total]').textContent === '0'")
    page.keyboard.press("Control+y")
    page.wait_for_function("() => document.querySelector('[data-total]').textContent === '75'")
    page.evaluate("document.activeElement.blur()")
    reach("Add")
    page.keyboard.press("ArrowRight")
    assert "Force Commander" in page.get_by_role("tabpanel").inner_text()
    reach("name Marines Force Commander")
    page.keyboard.press("Enter")
    page.get_by_text("✓ legal", exact=True).wait_for()


def test_two_forces_compared(serving, somebody, picture, faultless):
    page = somebody()
    bench(page, serving.url)
    adds(page, "Marines")
    page.get_by_role("button", name="Duplicate").click()
    page.wait_for_function("() => document.querySelector('.title').value.endsWith('a copy')")
    adds(page, "Marines")
    page.get_by_role("link", name="Compare").click()
    page.get_by_label("The second", exact=True).wait_for()
    first = page.get_by_label("The first", exact=True).input_value()
    other = [
        o.get_attribute("value")
        for o in page.get_by_label("The second", exact=True).locator("option").all()
    ]
    page.get_by_label("The second", exact=True).select_option(next(v for v in other if v != first))
    page.get_by_role("region", name="Second").get_by_text("−75").wait_for()
    assert "Marines 2" in page.locator("table").inner_text()
    picture(page, "armies-compared")
    faultless(page)


def test_what_this_browser_kept_is_never_run(serving, somebody):
    """Odd things in the browser's store are passed over; plain data stays plain."""
    page = somebody()
    page.goto(f"{serving.url}/armies")
    force = {"system": "forge_of_war", "name": "<img src=x onerror=alert(1)>", "units": "none"}
    kept = [{"id": "x", "system": "forge_of_war", "design": "", "force": force, "total": 1}, 7]
    page.evaluate("kept => localStorage.setItem('grognard.armies', kept)", json.dumps(kept))
    page.reload()
    page.locator(".kept li").wait_for()
    assert page.locator(".kept li").count() == 1
    assert not page.locator(".kept img").count()
    page.locator(".kept a").first.click()
    page.get_by_role("tab", name=re.compile("Check")).click()
    page.get_by_text("This cannot be read").wait_for()


def picks(page, label, words):
    """Chooses one of several, and holds the price to what was said beforehand."""
    select = page.get_by_label(label, exact=True)
    option = select.locator("option").filter(has_text=re.compile(rf"^{re.escape(words)} \("))
    option.wait_for(state="attached")
    before = judged(page)
    tag = option.inner_text().rpartition("(")[2].rstrip(")").replace("−", "-").replace("±", "")
    select.select_option(option.get_attribute("value"))
    said = f"{before + int(tag)}"
    page.wait_for_function(
        "said => document.querySelector('[data-total]').textContent === said && "
        "document.querySelector('.bench').dataset.busy === 'no'",
        arg=said,
    )


def test_a_weapon_of_ones_own(serving, somebody, picture, faultless):
    page = somebody()
    page.goto(f"{serving.url}/armies")
    card = page.locator("li.card").filter(has=page.get_by_text("Attack", exact=True))
    card.get_by_role("button", name="Design one").click()
    page.wait_for_selector(".bench[data-busy=no]")
    picks(page, "POW (0: the bearer's)", "5")
    picks(page, "range", "12/24/35")
    # 6 for POW 5 and 1 for the range: 7, of which 40% go off.
    assert judged(page) == 4
    ledger = page.get_by_role("tabpanel").inner_text()
    assert "4.2, nearest" in ledger
    picks(page, "knockdown", "0")
    picture(page, "armies-design")
    faultless(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.querySelector('[data-total]').textContent === '4'")


def test_a_force_list_and_an_army_of_it(serving, somebody, picture, faultless):
    page = somebody()
    page.goto(f"{serving.url}/armies")
    card = page.locator("li.card").filter(has=page.get_by_text("Force list", exact=True))
    card.get_by_role("button", name="Design one").click()
    page.wait_for_selector(".bench[data-busy=no]")
    page.get_by_role("button", name="Add: Vehicle").click()
    page.wait_for_selector(".bench[data-busy=no]")
    page.get_by_text("New vehicle", exact=True).wait_for()
    picture(page, "armies-force-list")
    faultless(page)
    page.get_by_role("button", name="Build an army of it").click()
    page.get_by_role("region", name="Catalogue").get_by_text("New squad").wait_for()
    tag = adds(page, "New squad")
    assert tag > 0
    assert adds(page, "New squad") == tag
    assert page.locator(".units .unit .name").all_inner_texts() == ["New squad", "New squad 2"]
    picture(page, "armies-own-list")
    faultless(page)
