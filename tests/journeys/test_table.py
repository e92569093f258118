"""What the table page can do besides: each thing once, as people do it."""

import re

import pytest

from tests.journeys.conftest import PHONE
from tests.journeys.hands import ASKED, OPTION, Keys, Mouse, card

pytestmark = pytest.mark.slow
SWIFT = "localStorage.setItem('grognard.dice', 'off')"


@pytest.fixture
def table(serving, somebody):
    """Two at one screen, all set up, somebody's unit about to act."""
    page = somebody()
    page.add_init_script(SWIFT)
    page.goto(serving.url)
    card(page).get_by_role("button", name="Two at this screen").wait_for()
    made = page.evaluate(
        """async () => (await (await fetch('/api/matches', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({
                system: 'forge_of_war', forces: ['line-company', 'garrison'], seed: 3,
                seats: [{ who: 'me', name: 'Ann' }, { who: 'me', name: 'Bob' }],
            }),
        })).json()).match"""
    )
    page.goto(f"{serving.url}/m/{made}")
    page.wait_for_selector(ASKED)
    return page


class Fingers(Mouse):
    """One or two of them."""

    def __init__(self, page, seed):
        super().__init__(page, seed)
        self.line = page.context.new_cdp_session(page)

    def choose(self, option):
        self.page.locator(OPTION).nth(option).tap()

    def drag(self, start, end):
        self.touch([(start, end)])

    def touch(self, ways):
        """Each finger from its start to its end, all at once."""

        def points(part):
            return [
                {"x": x0 + (x1 - x0) * part, "y": y0 + (y1 - y0) * part, "id": n}
                for n, ((x0, y0), (x1, y1)) in enumerate(ways)
            ]

        def send(kind, found):
            self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

        for n in range(len(ways)):
            send("touchStart", points(0)[: n + 1])
        for step in range(1, 9):
            send("touchMove", points(step / 8))
        send("touchEnd", [])


def scale(transform):
    return float(re.search(r"scale\(([\d.]+)", transform).group(1))


def until(hands, kind):
    while hands.wait() and hands.kind != kind:
        hands.answer()
    assert hands.kind == kind


def test_a_move_is_dragged_measured_turned_down_and_adjusted(table, picture):
    hands = Mouse(table, seed=3)
    until(hands, "action")
    labels = hands.labels()
    seq = hands.seq
    hands.choose(next(n for n in hands.legal() if labels[n].startswith("move")))
    hands.gone_on(seq)
    assert hands.kind == "move"
    table.locator(".reach").wait_for()
    picture(table, "table-move")

    # As far as the other end of the table: it goes as far as it may, and says what stops it.
    leader = hands.middle(".unit.leads .base")
    far = hands.middle("rect[fill='url(#ground)']")
    hands.drag(leader, far)
    assert hands.ready()
    short = table.locator(".short")
    short.wait_for()
    assert re.search(r"FOW-[\d.]+-\d+", short.inner_text())
    picture(table, "table-short")
    asked = float(table.locator(".facts dd").first.inner_text().rstrip("″"))
    assert 0 < asked <= 20
    assert table.locator(".overlay .read").first.text_content().endswith("″")
    ghosts = table.locator(".ghost")
    moved = ghosts.count()
    assert moved > 1

    # One figure alone, far away from the others: refused, with its clause; back again: legal.
    table.get_by_label("Adjust single figures").check()
    last = f".ghost >> nth={moved - 1}"
    start = hands.middle(last)
    hands.drag(start, far)
    assert not hands.ready()
    alert = table.locator(".orders .refusals")
    alert.wait_for()
    assert re.search(r"FOW-[\d.]+-\d+", alert.inner_text())
    picture(table, "table-refused")
    table.get_by_role("button", name="Start over").click()
    assert table.locator(".ghost").count() == 0
    hands.drag(leader, (leader[0] + (far[0] - leader[0]) / 20, leader[1]))
    assert hands.ready()
    seq = hands.seq
    table.locator(".orders .confirm").click()
    hands.gone_on(seq)


def test_a_target_is_looked_at_before_it_is_shot_at(table, picture):
    """Pointing at the enemy on the table: what is needed, why, how likely what is, who is seen."""
    hands = Mouse(table, seed=4)
    for _ in range(60):
        until(hands, "action")
        shoot = [n for n in hands.legal() if hands.labels()[n].startswith("shoot")]
        if shoot:
            break
        seq = hands.seq
        forward = [n for n in hands.legal() if hands.labels()[n].startswith("move")]
        hands.choose((forward or hands.legal())[0])
        hands.gone_on(seq)
    assert shoot
    table.locator(OPTION).nth(shoot[0]).hover()
    key = table.evaluate("() => document.querySelector('.unit.pointed')?.dataset.key")
    assert key
    table.mouse.move(5, 5)
    free = table.evaluate(
        """key => [...document.querySelectorAll(`.unit[data-key='${key}'] .base`)].map(base => {
            const box = base.getBoundingClientRect()
            return [box.x + box.width / 2, box.y + box.height / 2]
        }).find(([x, y]) =>
            document.elementFromPoint(x, y).closest('[data-key]')?.dataset.key === key)""",
        key,
    )
    table.mouse.move(*free)
    table.locator(".detail .odds .value").first.wait_for()
    said = table.locator(".detail .odds").inner_text()
    assert "Shooting Value" in said
    assert re.search(r"FOW-8\.3-\d+", said)
    assert table.locator(".detail figure").count()
    assert table.locator(".sight").count()
    assert "may be seen" in table.locator(".detail").inner_text()
    picture(table, "table-target")
    table.set_viewport_size(PHONE)
    assert table.locator(".detail .odds .value").first.is_visible()


def test_greyed_choices_say_why(table):
    hands = Mouse(table, seed=5)
    until(hands, "action")
    grey = table.locator(f"{OPTION}.refused")
    assert grey.count()
    grey.first.click(force=True)
    why = table.locator(".why").first
    assert re.search(r"FOW-", why.inner_text())
    why.get_by_role("button").first.click()
    table.locator("dialog .says").wait_for()
    table.keyboard.press("Escape")
    # The rule can be opened among all the rules.
    why.get_by_role("button").first.click()
    table.get_by_role("link", name="Open it among the rules").click()
    table.wait_for_url("**/rules/**")


def test_the_referee_is_overruled_by_consent(serving, somebody):
    """A marker by hand: the other is asked, sees what, and agrees; another time he does not."""
    ann, bob = somebody(), somebody()
    for page in (ann, bob):
        page.add_init_script(SWIFT)
    ann.goto(serving.url)
    card(ann).get_by_role("button", name="Invite a friend").click()
    link = ann.get_by_label("Link for player 2")
    link.wait_for()
    bob.goto(link.input_value())
    bob.get_by_label("Your name at the table").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.wait_for_function("() => Number(document.querySelector('.page')?.dataset.seq) > 0")
    pair = [Mouse(ann, seed=1), Mouse(bob, seed=2)]
    # Both set up; then the one whose unit is to be tried has something to change.
    while True:
        who = next((h for h in pair if h.page.locator(ASKED).count()), None)
        if who is None:
            ann.wait_for_selector(f"{ASKED}, .waiting")
            continue
        if who.kind == "attempt":
            break
        who.answer()
    mine, other = (ann, bob) if who.page is ann else (bob, ann)

    def wish(field, value):
        mine.get_by_role("button", name="Menu").click()
        mine.get_by_role("button", name="Overrule the referee").click()
        mine.get_by_label("Search what may be changed").fill("")
        row = mine.locator(".handles form", has_text=field).first
        row.get_by_role("spinbutton").first.fill(value)
        row.get_by_role("button", name="Change").click()

    def marked():
        return mine.evaluate(
            """async () => (await (await fetch('/api/matches/' + location.pathname.split('/')[2]))
                .json()).state.view.units.map(u => u.markers)"""
        )

    before = marked()
    wish("markers", "1")
    asked = other.get_by_role("alertdialog")
    asked.wait_for()
    assert "overrule" in asked.inner_text()
    asked.get_by_role("button", name="No").click()
    asked.wait_for(state="detached")
    mine.get_by_role("alertdialog").wait_for(state="detached")
    assert marked() == before
    wish("markers", "1")
    asked.wait_for()
    asked.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        page.get_by_text("The referee is overruled").first.wait_for()
    assert sum(marked()) == sum(before) + 1

    # They talk, and one offers a draw: a click for it, and one to be sure.
    mine.get_by_role("tab", name="Talk").click()
    mine.get_by_label("Say something").fill("A draw?")
    mine.get_by_role("button", name="Say").click()
    other.get_by_role("tab", name="Talk").click()
    other.get_by_text("A draw?").wait_for()
    mine.get_by_role("button", name="Menu").click()
    mine.get_by_role("button", name="Offer a draw").click()
    mine.get_by_role("button", name="Really offer a draw?").click()
    asked.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        page.get_by_role("heading", name="A draw").wait_for()


def test_my_matches_say_whose_turn_it_is(serving, somebody, picture):
    page = somebody()
    page.goto(serving.url)
    card(page).get_by_role("button", name="Two at this screen").click()
    page.wait_for_selector(ASKED)
    assert page.title().startswith("● Your turn")
    page.goto(f"{serving.url}/matches")
    page.get_by_text("Your turn").wait_for()
    assert page.title().startswith("● Your turn")
    picture(page, "matches")
    page.get_by_role("link", name="Forge of War").first.click()
    page.wait_for_selector(ASKED)


def test_it_goes_without_a_mouse_to_see_and_to_look(table):
    """Arrow keys go from unit to unit, each says what it is; the table can be zoomed."""
    hands = Keys(table, seed=6)
    until(hands, "attempt")
    hands.press("t", "ArrowRight")
    name = table.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.search(r"\d+ of \d+ figures", name or "")
    before = table.get_attribute(".below > g", "transform")
    hands.press("+", "+")
    assert table.get_attribute(".below > g", "transform") != before
    hands.press("0")
    assert table.get_attribute(".below > g", "transform") == before


def test_a_link_is_copied_on_an_unencrypted_table_too(serving, somebody):
    """In one's own network browsers keep the clipboard from a page, but for the old way."""
    page = somebody()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(serving.url)
    card(page).get_by_role("button", name="Invite a friend").click()
    link = page.get_by_label("Link for player 2").input_value()
    assert "works on this machine only" in page.get_by_label("Open seats").inner_text()
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    page.get_by_role("tab", name="Talk").click()
    page.get_by_label("Say something").focus()
    page.keyboard.press("Control+V")
    assert page.get_by_label("Say something").input_value() == link


def test_by_touch_on_a_phone(serving, somebody):
    """Fingers tap orders, drag a unit, push the table about and stretch it."""
    page = somebody(viewport=PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(SWIFT)
    page.goto(serving.url)
    card(page).get_by_role("button", name="Two at this screen").tap()
    page.wait_for_selector(ASKED)
    hands = Fingers(page, seed=9)
    until(hands, "action")
    labels = hands.labels()
    seq = hands.seq
    hands.choose(next(n for n in hands.legal() if labels[n].startswith("move")))
    hands.gone_on(seq)
    where = page.locator(".below > g").first
    before = where.get_attribute("transform")
    leader = hands.middle(".unit.leads .base")
    middle = hands.middle(".room")
    hands.drag(leader, (leader[0] + 8, leader[1] + (8 if leader[1] < middle[1] else -8)))
    assert hands.ready()
    assert where.get_attribute("transform") == before  # the unit was dragged, not the table
    seq = hands.seq
    page.locator(".orders .confirm").tap()
    hands.gone_on(seq)

    # Two fingers stretch the table, one pushes it then.
    x, y = hands.middle("rect[fill='url(#ground)']")
    hands.touch([((x - 20, y), (x - 60, y)), ((x + 20, y), (x + 60, y))])
    stretched = where.get_attribute("transform")
    assert scale(stretched) > 1.5 * scale(before)
    hands.touch([((x, y), (x + 40, y + 20))])
    assert where.get_attribute("transform") != stretched
    assert scale(where.get_attribute("transform")) == scale(stretched)
