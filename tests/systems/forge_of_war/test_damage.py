"""Chapter 10.7: the damage table, what is lost, wounds; by the dice, without a table.

A hull of Professional training (three markers), two weapons and no wounds unless said otherwise.
"""

from fractions import Fraction
from typing import Any

import pytest

from grognard.odds.asking import ask
from grognard.odds.chances import outcomes
from grognard.odds.exact import Exact
from grognard.rules import machine
from grognard.rules.dice import Bin
from grognard.rules.effects import Choose, Effect, Roll, Rules, sort
from grognard.rules.explained import Explained
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.damage import (
    NONE,
    PROPULSION,
    WOUND,
    Damage,
    Hull,
    batter,
    blow_damage,
    limits_of,
    margins,
    onslaught,
    take_damage,
    take_light,
    what_matters,
)
from grognard.systems.forge_of_war.melee import Blow
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import Shot, to_hit
from tests.systems.forge_of_war.field import Unexpected

clause = pytest.mark.clause
S = Settings()


def hull(**fields: Any) -> Hull:
    values: dict[str, Any] = {
        "player": 1, "markers": 0, "most": 3, "wounds": 0, "weapons": ("cannon", "machine gun"),
    }  # fmt: skip
    return Hull(**{**values, **fields})


def run(rule: Rules[Any], *answers: Any) -> Any:
    """The result of a procedure: faces for rolls, values for choices, in order."""
    given = list(answers)

    def answer(effect: Effect) -> Any:
        if not given:
            raise Unexpected(f"{effect!r} is asked")
        wanted = given.pop(0)
        if isinstance(effect, Roll):
            return effect.reading.read(wanted)
        assert isinstance(effect, Choose)
        index = next(i for i, o in enumerate(effect.options) if o.value == wanted)
        assert not effect.refuse(index), effect.options[index].refusal
        return index

    result = machine.run(rule, answer)
    assert not given, f"not asked for: {given}"
    return result


def hits(value: int, *faces: int, **settings: Any) -> Damage:
    return run(margins(len(faces), value, Settings(**settings), "to hit", 0, None), list(faces))


def taken(d: Damage, h: Hull, *answers: Any, **settings: Any) -> Hull:
    return run(take_damage(d, h, Settings(**settings)), *answers)


# ---------------------------------------------------------------- the dice


@clause("FOW-10.7-02", "FOW-10.7-03", "FOW-10.7-04", "FOW-10.7-05", "FOW-10.7-06", "FOW-10.7-07",
        "FOW-10.7-08")  # fmt: skip
@pytest.mark.parametrize(
    ("face", "row"),
    [
        (6, Damage(light=1)),
        (5, Damage(light_twice=1)),
        (4, Damage(moderate=1)),
        (3, Damage(moderate_twice=1)),
        (2, Damage(destroyed=1)),
        (1, Damage(destroyed=1)),
        (7, NONE),
        (10, NONE),
    ],
)
def test_the_table_for_a_hit_value_of_six(face: int, row: Damage) -> None:
    assert hits(6, face) == row


def test_hit_values_beyond_the_die() -> None:  # FOW-GAP-78
    assert hits(11, 10, 1) == Damage(light_twice=1, destroyed=1)
    assert hits(11, 10, 1, hit_value="capped") == Damage(light=1, destroyed=1)
    assert hits(2, 2, 1, 3) == Damage(light=1, light_twice=1)


def test_a_hit_by_a_one_rolled_again_has_no_margin() -> None:  # FOW-GAP-47
    ones = run(margins(3, -1, S, "to hit", 0, None), [1, 1, 5], [9, 10])
    assert ones == Damage(light=1)
    counted = Settings(reroll_margin="counted")
    again = run(margins(3, -1, counted, "to hit", 0, None), [1, 1, 2], [9, 5])
    assert again == Damage(light=1, destroyed=1)
    assert run(margins(1, -1, counted, "to hit", 0, None), [2]) == NONE


def test_a_ten_may_always_miss() -> None:  # FOW-GAP-04
    assert hits(10, 10, natural_ten="all_rolls") == NONE
    assert hits(10, 10) == Damage(light=1)


@clause("FOW-10.7-01")
def test_weapons_of_no_value_do_nothing() -> None:
    rpg = Shot(1, sv=9, av=7, wv=0)
    assert run(batter((rpg,), S), [1]) == NONE
    # 9 - 7 + 1: hit value 3, so a 1 is two under it.
    assert run(batter((rpg._replace(wv=1),), S), [1]) == Damage(moderate=1)


@clause("FOW-10.7-17")
@pytest.mark.parametrize(("av", "value"), [(7, 6), (8, 5), (6, 7)])
def test_the_missile_of_the_example(av: int, value: int) -> None:
    """7 - (7 - 6) = 6 at the side, 5 in front, 7 behind: only that is the example's seven."""
    shot = Shot(1, sv=7, av=av, wv=6)
    assert Explained("to hit", to_hit, (shot, S)).value == value
    assert run(batter((shot,), S), [value]) == Damage(light=1)
    assert run(batter((shot,), S), [value - 2]) == Damage(moderate=1)
    assert run(batter((shot,), S), [value - 4]) == Damage(destroyed=1)


@clause("FOW-10.7-18")
def test_the_carrier_of_the_example_gives_up_two_weapons() -> None:
    assert hits(7, 4) == Damage(moderate_twice=1)
    assert hits(6, 4) == Damage(moderate=1)
    after = taken(hits(7, 4), hull(), 0, 1)
    assert (after.left(), after.immobile, after.destroyed) == ([], False, False)


# ---------------------------------------------------------------- what it does


@clause("FOW-10.7-09")
def test_light_damage_is_markers_and_then_moderate() -> None:
    assert taken(Damage(light=1), hull()).markers == 1
    assert taken(Damage(light_twice=1), hull()).markers == 2
    # Two markers of three: the second of the two light damages is a moderate one.
    after = taken(Damage(light_twice=1), hull(markers=2), 0)
    assert (after.markers, after.left()) == (3, [1])
    ignored = taken(Damage(light_twice=1), hull(markers=3), vehicle_overflow="ignored")
    assert ignored == hull(markers=3)  # FOW-GAP-90


@clause("FOW-10.7-11")
def test_the_owner_says_what_is_lost() -> None:
    assert taken(Damage(moderate=1), hull(), 1).left() == [0]
    assert taken(Damage(moderate=1), hull(), PROPULSION).immobile
    assert taken(Damage(moderate=1), hull(wounds=1), WOUND) == hull()
    with pytest.raises(StopIteration):
        taken(Damage(moderate=1), hull(), WOUND)


@clause("FOW-10.7-12")
def test_nothing_is_lost_twice() -> None:
    with pytest.raises(AssertionError, match=r"FOW-10[.]7-12"):
        taken(Damage(moderate_twice=1), hull(), PROPULSION, PROPULSION)
    with pytest.raises(AssertionError, match=r"FOW-10[.]7-12"):
        taken(Damage(moderate=1), hull(lost=1), 0)


def test_with_nothing_left_to_lose_it_is_destroyed() -> None:  # FOW-GAP-48
    bare = hull(lost=3, immobile=True)
    assert taken(Damage(moderate=1), bare).destroyed
    assert taken(Damage(moderate=1), bare, nothing_left="ignored") == bare
    assert taken(Damage(light=1), bare._replace(markers=3)).destroyed


@clause("FOW-10.7-13")
def test_each_wound_cancels_one_result_of_any_kind() -> None:
    """FOW-GAP-49: an x2 result is two results."""
    assert taken(Damage(destroyed=1), hull(wounds=1), True) == hull()
    assert taken(Damage(destroyed=1), hull(wounds=1), False).destroyed
    assert taken(Damage(destroyed=2), hull(wounds=1)).destroyed
    assert taken(Damage(destroyed=1), hull()).destroyed
    after = taken(Damage(moderate_twice=1), hull(wounds=1), WOUND, PROPULSION)
    assert (after.wounds, after.immobile) == (0, True)
    after = taken(Damage(light_twice=1), hull(wounds=1), 1)
    assert (after.wounds, after.markers) == (0, 1)
    assert taken(Damage(light_twice=1), hull(wounds=1), 0) == hull(wounds=1, markers=2)


def test_other_readings_of_wounds() -> None:  # FOW-GAP-49
    one = hull(wounds=1)
    assert taken(Damage(destroyed=1), one, wounds_cancel="not_destruction").destroyed
    assert taken(Damage(light=1), one, wounds_cancel="moderate") == hull(wounds=1, markers=1)
    assert taken(Damage(moderate=1), one, WOUND, wounds_cancel="moderate") == hull()


@clause("FOW-10.7-08", "FOW-10.7-13")
def test_the_worst_comes_first() -> None:
    """A wound saves it from destruction; the moderate damage then finds none left."""
    after = taken(Damage(moderate=1, destroyed=1), hull(wounds=1), True, PROPULSION)
    assert (after.wounds, after.immobile, after.destroyed) == (0, True, False)


def test_light_damage_by_itself() -> None:
    assert run(take_light(3, hull(), S)).markers == 3


# ---------------------------------------------------------------- odds


def chance(outcome: str, **values: Any) -> dict[int, Any]:
    answer = ask(SYSTEM, "vehicle-attack", values, None, "first", rational=True)
    return next(dict(d.chances) for o, d in answer.outcomes if o.name == outcome)


@clause("FOW-10.7-08", "FOW-10.3-02", "FOW-10.3-03")
@pytest.mark.parametrize(("side", "kills"), [("front", 1), ("side", 2), ("rear", 3)])
def test_the_chance_to_destroy_by_facing(side: str, kills: int) -> None:
    """SV 7, WV 6: hit values 5, 6 and 7; faces of at least four under it kill."""
    dead = chance("destroyed", side=side, wounds=0)
    assert dead == {0: Fraction(10 - kills, 10), 1: Fraction(kills, 10)}


def test_mixed_weapons_add_up() -> None:
    """A missile (hit value 6, kills with 1 and 2) and two dice of WV 2 (7 - 7 + 2: never)."""
    dead = chance("destroyed", wounds=0, more_dice=2, more_wv=2)
    assert dead[1] == Fraction(2, 10)
    # Hit value 5 of WV 5 kills with a 1: not (0.8 x 0.9).
    assert chance("destroyed", wounds=0, more_dice=1, more_wv=5)[1] == 1 - Fraction(72, 100)


def test_the_rear_has_no_less_than_no_armour() -> None:
    with pytest.raises(Exception, match=r"FOW-10[.]3-03"):
        chance("destroyed", av=1, facing=2)


@pytest.mark.parametrize("wounds", [0, 2])
@pytest.mark.parametrize(
    "reading",
    [
        {},
        {"nothing_left": "ignored"},
        {"vehicle_overflow": "ignored"},
        {"wounds_cancel": "moderate"},
        {"wounds_cancel": "not_destruction"},
    ],
)
def test_what_matters_of_much_damage_does_the_same(wounds: int, reading: dict[str, Any]) -> None:
    """Nothing that is dropped would have changed what is left of the hull, whatever its owner
    gives up: always the first, or always the last of what he may."""
    s = Settings(**reading)
    for n in range(2**10):
        d = Damage(n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 3, n >> 8)
        for h in (hull(wounds=wounds), hull(wounds=wounds, markers=2, lost=1, immobile=True)):
            less = what_matters(d, limits_of(h, s))
            assert sum(less) <= d.hits + d.light_twice + d.moderate_twice
            for pick in (0, -1):
                full, short = (
                    machine.run(take_damage(x, h, s), lambda e, pick=pick: e.allowed()[pick])
                    for x in (d, less)
                )
                assert full == short, (d, less)


@pytest.mark.parametrize("nothing_left", ["destroyed", "ignored"])
def test_what_matters_may_be_told_hit_by_hit(nothing_left: str) -> None:
    """What was dropped on the way would not have mattered at the end either."""
    s = Settings(nothing_left=nothing_left)
    one_hit = [Damage(*[int(row == n) for n in range(5)]) for row in range(5)]
    for h in (hull(), hull(wounds=1, markers=2), hull(lost=3, immobile=True, wounds=1)):
        limits = limits_of(h, s)
        for n in range(2**10):
            d = Damage(n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 3, n >> 8)
            for hit in one_hit:
                by_turns = what_matters(what_matters(d, limits).more(hit), limits)
                assert by_turns == what_matters(d.more(hit), limits)


@pytest.mark.parametrize(("dice", "more"), [(1, 0), (5, 0), (3, 2)])
def test_the_odds_of_many_dice_are_those_of_their_numbers_by_row(dice: int, more: int) -> None:
    """Hit values 6 and 4: by the number of dice in each row, as a player would count them."""
    h = hull(wounds=1)
    limits = limits_of(h, S)
    pools = [(dice, 6), (more, 4)]
    expected = {NONE: Fraction(1)}
    for n, value in pools:
        bins = tuple(Bin("", max(1, value - m), value - m) for m in range(4))
        rows = outcomes(sort(n, 10, (*bins, Bin("", 1, value - 4)), "x"), rational=True)
        so_far, expected = expected, {}
        for before, p in so_far.items():
            for found, q in rows:
                d = before.more(Damage(*found))
                expected[d] = expected.get(d, Fraction(0)) + p * q
    merged: dict[Damage, Fraction] = {}
    for d, p in expected.items():
        least = what_matters(d, limits)
        merged[least] = merged.get(least, Fraction(0)) + p
    shots = tuple(Shot(n, value, wv=1) for n, value in pools)
    found = Exact(rational=True).of(onslaught, shots, (), limits, S, 0)
    assert dict(found.chances) == merged


@clause("FOW-3.1-05")
def test_attacks_of_the_whole_unit_at_a_vehicle() -> None:  # FOW-GAP-09
    blow = Blow(10, 6, av=1, weapon=1, foe_fv=6, attacks=2)
    for reading, dice in (("each", 10), ("unit", 2), ("extra", 15)):
        roll = blow_damage(blow, True, Settings(attacks=reading))
        assert isinstance(roll, Roll)
        assert roll.pool == dice


def test_many_dice_are_no_matter() -> None:
    """Twenty dice of two weapons and nine systems to lose."""
    dead = chance("destroyed", wounds=0, dice=12, more_dice=8, more_wv=1, weapons=9, sv=9)
    # SV 9 at AV 7: hit value 8 of WV 6 kills with 1 to 4; 9 - 7 + 1 = 3 never does by itself.
    assert dead[1] > 1 - Fraction(6, 10) ** 12
