"""Chapter 12: stances. Numbers are those of the clauses, or added up beside the test."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rules.explained import Explained
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.actions import STANCE, Action
from grognard.systems.forge_of_war.attempts import RALLY, Attempt
from grognard.systems.forge_of_war.movement import March, allowance
from grognard.systems.forge_of_war.retreat import default_action, withdraw
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.stance import CAUTIOUS, HIDING, NORMAL, refuse_stance
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.volley import Shot, to_hit
from tests.systems.forge_of_war.field import Game, alone, battle, named, row, unit
from tests.systems.forge_of_war.ways import activation


def field(*, enemy: Any = None, stance: int = NORMAL, **more: Any) -> Battle:
    """Five riflemen in the south, five more 15\" to their north."""
    settings = {k: v for k, v in more.items() if k in Settings.__dataclass_fields__}
    fields = {k: v for k, v in more.items() if k not in settings}
    return battle(
        unit(0, "Scouts", *row(10, 10, 5), weapon="Assault Rifle", state={"stance": stance},
             **fields),
        enemy or unit(1, "Enemy", *row(10, 26, 5), weapon="Assault Rifle"),
        **{"stance": True, **settings},
    )  # fmt: skip


def into(stance: int) -> Action:
    return Action(STANCE, stance=stance)


@pytest.mark.clause("FOW-12-01")
def test_switched_off_nobody_takes_a_stance_and_all_begin_upright() -> None:
    b = field(stance_changes="once")
    assert {u.stance for u in b.units} == {NORMAL}
    off = battle(unit(0, "Scouts", *row(10, 10, 5)), unit(1, "Enemy", (10, 30)))
    assert not activation(off, "Scouts").has(into(HIDING))
    refusal = refuse_stance(off, named(off, "Scouts"), HIDING, 2, 0)
    assert refusal is not None
    assert refusal.clause == "FOW-12-01"
    assert activation(b, "Scouts").refusal(into(HIDING)) is None


@pytest.mark.clause("FOW-12-02")
@pytest.mark.parametrize(
    ("fields", "may"),
    [({"av": 4}, True), ({"av": 5}, False), ({"av": 1, "type": "cavalry"}, False)],
)
def test_only_infantry_of_av_4_or_less(fields: dict[str, Any], may: bool) -> None:
    refusal = activation(field(**fields), "Scouts").refusal(into(HIDING))
    assert (refusal is None) == may
    if refusal is not None:
        assert refusal.clause == "FOW-12-02"


def need(b: Battle, shooter: str, target: str) -> tuple[int, dict[str, int]]:
    """The number that this unit needs against that one."""
    game = activation(b, shooter).choose(f"shoot at {target}")
    game.choose("it will not move")
    return game.need(), game.parts()


@pytest.mark.clause("FOW-12-03", "FOW-12-04", "FOW-12-09")
@pytest.mark.parametrize(("stance", "more"), [(NORMAL, 0), (CAUTIOUS, 1), (HIDING, 2)])
def test_a_stance_is_armour_against_fire(stance: int, more: int) -> None:
    """15\" off, over half range: 7 - 1 AV - 1 range, and rifles of WV 1 cancel one point."""
    target = unit(1, "Enemy", *row(10, 26, 5), av=1, state={"stance": stance})
    number, parts = need(field(enemy=target), "Scouts", "Enemy")
    assert number == 6 - more
    assert parts.get(f"FOW-12-0{4 if stance == CAUTIOUS else 9}", 0) == -more


@pytest.mark.clause("FOW-12-04", "FOW-12-09")
def test_weapon_values_cancel_a_stance_like_armour_or_not() -> None:
    """SV 7 against AV 1 + 2 with WV 2: 7 - 3 + 2; not cancelled 7 - 3 + 1."""
    shot = Shot(1, sv=7, av=1, wv=2, stance=2)
    assert Explained("", to_hit, (shot, Settings())).value == 6
    assert Explained("", to_hit, (shot, Settings(stance_armour="kept"))).value == 5


@pytest.mark.clause("FOW-12-05")
def test_cautious_troops_shoot_worse() -> None:
    number, parts = need(field(stance=CAUTIOUS), "Scouts", "Enemy")
    assert number == 6 - 1
    assert parts["FOW-12-05"] == -1


@pytest.mark.clause("FOW-12-06")
@pytest.mark.parametrize(("inches", "clause"), [(3.0, ""), (4.0, "FOW-6.1-02")])
def test_cautious_troops_move_three_inches(inches: float, clause: str) -> None:
    b = field(stance=CAUTIOUS)
    game = activation(b, "Scouts").choose("move 3")
    legs = game._shift(0, inches)
    refusals = game._place().refuse(legs)
    assert [r.clause for r in refusals] == ([clause] if clause else [])
    # FOW-GAP-56: for each move action; FOW-GAP-66: the ground halves what is left.
    assert allowance(b, named(b, "Scouts")) == 3.0
    game.by(0, 3).choose("move 3").by(0, 3)


@pytest.mark.clause("FOW-12-06")
def test_a_jump_is_a_move_like_any_other() -> None:
    b = field(stance=CAUTIOUS, jump=True)
    assert March(b, named(b, "Scouts"), jump=True).inches == 3.0
    assert March(field(jump=True), named(field(jump=True), "Scouts"), jump=True).inches == 12.0
    assert activation(b, "Scouts").has('jump 3"')


@pytest.mark.clause("FOW-12-06")
def test_the_cautious_withdraw_at_their_own_pace() -> None:
    """Two moves of 3\" straight away from the enemy in the north."""
    b = field(stance=CAUTIOUS)
    Game(b, alone(withdraw, named(b, "Scouts")))
    assert named(b, "Scouts").y[0] == pytest.approx(4.0, abs=1 / 16)


@pytest.mark.clause("FOW-12-07")
def test_cautious_troops_stand_up_when_they_are_charged() -> None:
    b = battle(
        unit(0, "Brutes", *row(10, 10, 3), fv=6),
        unit(1, "Scouts", *row(10, 14, 3), fv=6, av=1, state={"stance": CAUTIOUS}),
        stance=True,
    )
    game = activation(b, "Brutes").choose("charge Scouts").go(10, 14)
    assert game.need() == 5  # FV 6 - AV 1: no stance counts, and none is left
    assert game.unit("Scouts").stance == NORMAL
    refusal = refuse_stance(game.b, game.unit("Scouts"), HIDING, 2, 0)
    assert refusal is not None
    assert refusal.clause == "FOW-12-07"


@pytest.mark.clause("FOW-12-08")
def test_leaving_caution_costs_one_of_the_two_actions() -> None:
    game = activation(field(stance=CAUTIOUS), "Scouts").choose(into(NORMAL)).choose("move 6")
    game.by(0, 1)
    assert game.done, "it has no third action, and no second change of stance"
    game = activation(field(), "Scouts").choose(into(CAUTIOUS))
    assert game.unit("Scouts").stance == CAUTIOUS
    game.choose("shoot at Enemy")
    assert game.need() == 5
    moved = activation(field(), "Scouts").choose("move 6").by(0, 1)
    assert moved.refusal(into(CAUTIOUS)) is None
    assert moved.choose(into(CAUTIOUS)).done


@pytest.mark.clause("FOW-12-08")
def test_a_failed_roll_leaves_the_cautious_as_they_are() -> None:
    game = Game(field(stance=CAUTIOUS)).choose("Scouts: activate").roll(10)
    game.choose("stay")
    assert game.asks("attempt")  # no stance was asked about
    assert game.unit("Scouts").stance == CAUTIOUS
    refusal = refuse_stance(game.b, game.unit("Scouts"), HIDING, 0, 0)
    assert refusal is not None
    assert refusal.clause == "FOW-12-08"


@pytest.mark.clause("FOW-12-10")
def test_who_hides_does_not_shoot() -> None:
    game = activation(field(stance=HIDING), "Scouts")
    refusal = game.refusal("shoot at Enemy")
    assert refusal is not None
    assert refusal.clause == "FOW-12-10"
    assert game.choose(into(NORMAL)).refusal("shoot at Enemy") is None


@pytest.mark.clause("FOW-12-11")
@pytest.mark.parametrize(("stance", "need"), [(NORMAL, 4), (HIDING, 5)])
def test_who_hides_rallies_better(stance: int, need: int) -> None:
    """CV 6 with 2 D-markers, an enemy in sight."""
    b = field(stance=stance, cv=6)
    named(b, "Scouts").markers = 2
    again = b.clone()
    game = Game(b).choose(Attempt(0, RALLY))
    assert game.need() == need
    assert game.parts().get("FOW-12-11", 0) == need - 4
    # Activating is another test: CV 6 - 2 whatever the stance.
    assert Game(again).choose("Scouts: activate").need() == 4


@pytest.mark.clause("FOW-12-12")
@pytest.mark.parametrize(("setting", "need"), [(False, 7), (True, 5)])
def test_the_hiding_are_easy_prey_in_the_first_round(setting: bool, need: int) -> None:
    """FV 6 - AV 1 + 2; with FOW-GAP-56 read the other way 2 less for their stance."""
    b = battle(
        unit(0, "Brutes", (10, 10), (12, 10), fv=6),
        unit(1, "Scouts", (10, 14), (12, 14), fv=6, av=1, state={"stance": HIDING}),
        stance=True,
        stance_in_combat=setting,
    )
    game = activation(b, "Brutes").choose("charge Scouts").go(10, 14)
    assert game.need() == need
    assert game.parts()["FOW-12-12"] == 2
    game.roll(10, 10)
    assert game.need() == 5  # they strike back at 6 - 1 as ever
    game.roll(10, 10)
    assert game.unit("Scouts").stance == NORMAL  # FOW-GAP-56: it ends after the initial round
    b = game.b
    b.active = 1
    again = Game(b.clone()).choose("Scouts: fight on")
    assert again.need() == 5
    again.roll(10, 10)
    assert again.need() == 5  # and the Brutes have no more than 6 - 1 now


@pytest.mark.clause("FOW-12-13")
def test_hiding_is_free_and_bars_moves() -> None:
    game = activation(field(), "Scouts").choose("move 6").by(0, 0.5).choose("move 6").by(0, 0.5)
    game.asks("stance")
    game.choose(HIDING)
    assert game.done
    assert game.unit("Scouts").stance == HIDING
    low = activation(field(stance=HIDING), "Scouts")
    for what in ("move 6", "charge Enemy"):
        if low.has(what):
            refusal = low.refusal(what)
            assert refusal is not None
            assert refusal.clause == "FOW-12-13"
    low.choose(into(NORMAL)).choose("move 6").by(0, 1).choose("move 6").by(0, 1)
    assert low.done


@pytest.mark.clause("FOW-12-13")
@pytest.mark.parametrize(("often", "may"), [("once", False), ("freely", True)])
def test_one_change_an_activation_or_any_number(often: str, may: bool) -> None:
    game = activation(field(stance=HIDING, stance_changes=often), "Scouts").choose(into(NORMAL))
    refusal = game.refusal(into(HIDING))
    assert (refusal is None) == may
    if refusal is not None:
        assert refusal.clause == "FOW-GAP-56"


@pytest.mark.clause("FOW-12-13", "FOW-4.3-05")
def test_a_unit_that_failed_lies_low_besides_its_move() -> None:
    game = Game(field()).choose("Scouts: activate").roll(10).choose("straight back")
    assert game.unit("Scouts").y[0] == pytest.approx(4.0, abs=1 / 16)
    game.choose(HIDING)
    assert game.unit("Scouts").stance == HIDING


@pytest.mark.clause("FOW-12-13", "FOW-4.3-05")
def test_or_instead_of_its_move() -> None:
    game = Game(field(hide_after_failing="instead")).choose("Scouts: activate").roll(10)
    game.choose("straight back")
    assert game.asks("attempt")
    game = Game(field(hide_after_failing="instead")).choose("Scouts: activate").roll(10)
    game.choose("stay").choose(HIDING)
    assert game.unit("Scouts").stance == HIDING


@pytest.mark.clause("FOW-12-13")
def test_the_hiding_get_up_to_go_back_and_stay_up() -> None:
    """One change of stance: leaving it for the move is the one."""
    b = field(stance=HIDING)
    game = Game(b, alone(default_action, named(b, "Scouts"))).choose("straight back")
    assert game.done
    assert game.unit("Scouts").stance == NORMAL
    assert game.unit("Scouts").y[0] == pytest.approx(4.0, abs=1 / 16)
    b = field(stance=HIDING)
    Game(b, alone(withdraw, named(b, "Scouts")))
    assert named(b, "Scouts").stance == NORMAL


@pytest.mark.clause("FOW-12-14")
def test_everybody_is_shown_every_stance() -> None:
    b = field(stance=HIDING)
    for seat in (0, 1, None):
        views = b.view(seat)["units"]
        assert "hiding" in views[0]["badges"]
        assert "normal" not in views[1]["badges"]
    named(b, "Enemy").stance = CAUTIOUS
    assert "cautious" in b.view(0)["units"][1]["badges"]


def test_a_stance_is_part_of_the_state_and_of_nothing_when_it_is_normal() -> None:
    b = field(stance=HIDING)
    plain = b.to_dict()
    assert "stance" not in plain["units"][1]
    again = b.clone()
    named(again, "Scouts").stance = NORMAL
    again.fill(plain)
    assert named(again, "Scouts").stance == HIDING


def test_who_joins_a_fight_later_stands_up_too() -> None:
    b = battle(
        unit(0, "Brutes", (10, 10), (12, 10)),
        unit(1, "Scouts", (10, 11), (12, 13), state={"stance": HIDING}),
        stance=True,
    )
    game = Game(b).choose("Brutes: fight on").stay().stay()
    assert game.unit("Scouts").stance == NORMAL


def test_questions_know_of_stances() -> None:
    """By the sums above: 5 for caution, 7 - 3 + 1 with a rifle at a target that hides."""
    from grognard.odds.asking import ask

    answer = ask(SYSTEM, "shooting", {"cautious": "yes"})
    assert answer.numbers[0].value == 7 - 1 + 1 - 1
    answer = ask(SYSTEM, "shooting", {"stance": "hiding"})
    assert answer.numbers[0].value == 7 - 3 + 1
    assert ask(SYSTEM, "rally", {"hiding": "yes"}).numbers[0].value == 7 - 1 + 1
    assert ask(SYSTEM, "close-combat", {"foe_hiding": "yes"}).numbers[0].value == 6 - 1 + 2
