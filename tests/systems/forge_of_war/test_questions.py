"""What players ask: every input explained and of use, and answers that hold against other means."""

import dataclasses
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest

from grognard.odds.asking import Answered, Asker, ask, find_question
from grognard.rules.questions import Given
from grognard.rules.refusal import Refused
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.settings import Settings
from grognard.table.lattice import GRID

clause = pytest.mark.clause
NAMES = [q.name for q in SYSTEM.questions]


def answered(name: str, policy: str = "first", **values: Any) -> Answered:
    return ask(SYSTEM, name, values, None, policy, rational=True)


def chances(answer: Answered, outcome: str) -> dict[int, Any]:
    return next(dict(d.chances) for o, d in answer.outcomes if o.name == outcome)


def odds(name: str, outcome: str, policy: str = "first", **values: Any) -> dict[int, Any]:
    return chances(answered(name, policy, **values), outcome)


# ---------------------------------------------------------------- how they are put


def test_these_are_asked() -> None:
    assert NAMES == [
        "activation", "rally", "disengage", "shooting", "deviation", "indirect-fire",
        "close-combat", "duel", "vehicle-attack", "bale-out", "mixed-fire", "charge-into-fire",
        "activation-chain", "taking-hits", "convert",
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_everything_is_explained(name: str) -> None:
    question = find_question(SYSTEM, name)
    assert question.title.endswith("?")
    assert question.help.endswith(".")
    assert all(o.label for o in question.outcomes)
    for field in question.givens():
        assert field.help
        assert field.refuse(field.default) is None, field.name
        if field.type is int:
            assert field.low < field.high, f"{field.name} has no range"
            assert field.refuse(int(field.high) + 1) is not None
            assert field.refuse(int(field.low) - 1) is not None
    assert answered(name).outcomes


# A situation in which each given of a question makes a difference; what stands in for it else.
TELLING: dict[str, dict[str, Any]] = {
    "activation": {"cv": 6, "markers": 1, "terrifying": True},
    "disengage": {"cv": 6, "markers": 1, "terrifying": True},
    "rally": {"cv": 7, "markers": 3, "start": 10, "figures": 2, "terrifying": True},
    "shooting": {"shooters": 6, "weight": 2, "sv": 9, "av": 3, "figures": 2, "cover": "bunker"},
    "deviation": {"sv": 6, "spotter": 6, "far": True},
    "indirect-fire": {
        "sv": 8,
        "spotter": 8,
        "far": True,
        "av": 2,
        "cover": "bunker",
        "blast": 4,
        "apart": 0.5,
        "figures": 5,
        "weight": 2,
        "target_markers": 2,
        "shells": 2,
    },
    "close-combat": {"obstacle": True, "av": 2, "figures": 4, "foe_figures": 4},
    "duel": {"obstacle": True, "av": 2, "figures": 2, "foe_figures": 2, "shielded": 2},
    "vehicle-attack": {"side": "front", "sv": 9, "wv": 5, "dice": 2, "more_dice": 2, "more_wv": 4},
    "bale-out": {"cv": 4, "markers": 1, "figures": 2, "terrifying": True},
    "mixed-fire": {
        "figures": 2, "weapon_2": "RPG (HE)", "figures_3": 1, "weapon_3": "Flame Thrower",
        "sv": 9, "distance": 6.0, "cover": "bunker", "seen": 2, "av": 3,
    },
    "charge-into-fire": {
        "obstacle": True, "av": 2, "figures": 4, "foe_figures": 4, "gunners": 1, "weight": 1,
        "sv": 8, "cover": "soft",
    },
    "activation-chain": {"units": 6, "fifth": 12, "rallying": 1},
    "taking-hits": {"hits": 4, "figures": 6, "start": 12, "markers": 1},
    "convert": {},
}  # fmt: skip
OTHERWISE: dict[tuple[str, str], Any] = {
    ("shooting", "bunker"): 6,
    ("indirect-fire", "bunker"): 5,
    ("indirect-fire", "spotter"): 4,
    ("indirect-fire", "sv"): 4,
    ("deviation", "spotter"): 4,
    ("deviation", "sv"): 4,
    ("rally", "figures"): 10,
    ("rally", "most"): 1,
    ("rally", "start"): 3,
    ("duel", "shielded"): 1,
    ("mixed-fire", "weapon"): "Shotgun (Solid shot)",
    ("mixed-fire", "weapon_2"): "RPG (HEAP)",
    ("mixed-fire", "weapon_3"): "Heavy Flame Thrower",
    ("activation-chain", "fifth"): 8,
    ("taking-hits", "start"): 7,
    ("convert", "armour"): "Carapace",
    ("convert", "weapon"): "Plasma Rifle",
}
BESIDES: dict[tuple[str, str], dict[str, Any]] = {("vehicle-attack", "added"): {"wv": 9}}


def another(name: str, field: Given, now: Any) -> Any:
    if (name, field.name) in OTHERWISE:
        return OTHERWISE[name, field.name]
    if field.choices:
        return next(c for c in field.choices if c != now)
    if field.type is bool:
        return not now
    return now + 1 if now < field.high else now - 1


@pytest.mark.parametrize("name", NAMES)
def test_every_given_matters(name: str) -> None:
    """With the settings under which it does: charging counts where there is a bonus for it."""
    question = find_question(SYSTEM, name)
    for field in question.givens():
        base = {**TELLING[name], **BESIDES.get((name, field.name), {})}
        settings = Settings(
            charge_bonus=field.name == "charging",
            terror_count="each" if field.name == "terrors" else "once",
            blast_dice="weight" if field.name == "weight" else "models",
            weapon_bonus="beyond" if field.name == "added" else "capped",
            hard_cover_armour=field.name == "hard",
            natural_ten="activation_only" if field.name == "rallying" else "cv_rolls",
        )
        results = []
        now = base.get(field.name, field.default)
        for value in (now, another(name, field, now)):
            situation = question.situation(**{**base, field.name: value})
            results.append(Asker().ask(question, situation, settings).results.chances)
        assert results[0] != results[1], field.name


# What may be asked by name: least, most, and what a question begins with, who is ten Professional
# riflemen (CV7-SV7-FV6-AV1-W1 with one die each, 3 markers at most) against ten of them, nothing
# being special. SV, CV and FV go to 10 (FOW-3.1-07), with a pistol FV is one more (FOW-16-10);
# cover from 4 up is a bunker (FOW-7.2-03); the best trained carry 5 markers (FOW-5.1-05). The
# others are as wide as any table needs.
ASKED: dict[str, tuple[float, float, float]] = {
    "cv": (1, 10, 7),
    "sv": (1, 10, 7),
    "spotter": (1, 10, 7),
    "fv": (0, 11, 6),
    "av": (0, 30, 1),
    "wv": (0, 20, 1),
    "wounds": (1, 20, 1),
    "attacks": (1, 10, 1),
    "weight": (0, 20, 1),
    "weapon": (0, 10, 0),
    "markers": (0, 20, 0),
    "most": (1, 5, 3),
    "terrors": (1, 20, 1),
    "bunker": (4, 20, 4),
    "figures": (1, 200, 10),
    "start": (1, 200, 10),
    "shooters": (0, 200, 10),
    "gunners": (0, 200, 5),
    "dice": (0, 200, 1),
}
ASKED_APART: dict[tuple[str, str], tuple[float, float, float]] = {
    ("rally", "markers"): (0, 20, 1),  # else there is nothing to rally from
    ("rally", "figures"): (1, 500, 10),
    ("rally", "start"): (1, 500, 10),
    ("shooting", "figures"): (1, 500, 10),
    ("deviation", "spotter"): (1, 10, 7),
    ("indirect-fire", "weight"): (1, 20, 3),
    ("indirect-fire", "shells"): (1, 6, 1),
    ("indirect-fire", "blast"): (1, 12, 3),
    ("indirect-fire", "apart"): (0, 2, 1),
    ("indirect-fire", "figures"): (1, 40, 10),
    ("duel", "shielded"): (1, 2, 1),
    ("vehicle-attack", "av"): (0, 30, 7),  # a carrier: AV 7(1), one wound, three weapons
    ("vehicle-attack", "facing"): (0, 10, 1),
    ("vehicle-attack", "wv"): (0, 20, 6),
    ("vehicle-attack", "more_wv"): (0, 20, 0),
    ("vehicle-attack", "added"): (0, 10, 0),
    ("vehicle-attack", "more_dice"): (0, 200, 0),
    ("vehicle-attack", "weapons"): (0, 12, 3),
    ("vehicle-attack", "wounds"): (0, 20, 1),
    ("bale-out", "figures"): (1, 100, 10),
    ("mixed-fire", "figures"): (0, 200, 7),
    ("mixed-fire", "figures_2"): (0, 200, 1),
    ("mixed-fire", "figures_3"): (0, 200, 0),
    ("mixed-fire", "distance"): (0, 240, 12),
    ("mixed-fire", "seen"): (1, 500, 10),
    ("mixed-fire", "caught"): (0, 100, 5),
    ("charge-into-fire", "weight"): (0, 20, 2),
    ("activation-chain", "units"): (1, 6, 3),
    ("activation-chain", "rallying"): (0, 6, 0),
    ("taking-hits", "hits"): (1, 60, 2),
    ("taking-hits", "need"): (-10, 16, 6),
    ("taking-hits", "cv"): (1, 12, 7),  # as a leader and a commander leave it
    ("convert", "figures"): (1, 100, 8),
} | {
    ("activation-chain", unit): (-10, 16, 7)  # what is needed, of a CV with all that it counts
    for unit in ("first", "second", "third", "fourth", "fifth", "sixth")
}


@clause("FOW-3.1-07")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_of_and_how_it_begins(name: str) -> None:
    for field in find_question(SYSTEM, name).givens():
        if field.type is bool:
            # Everybody charges in the round of a charge; nothing else is so unless it is said.
            assert field.default is (field.name == "charging"), field.name
        elif not field.choices and field.type is not str:
            word = field.name.split("_", 1)[1] if "_" in field.name else field.name
            expected = ASKED_APART.get((name, field.name)) or ASKED[word]
            assert (field.low, field.high, field.default) == expected, field.name


def test_a_situation_out_of_range_is_refused_with_what_would_do() -> None:
    with pytest.raises(Refused, match="0 to 200"):
        answered("shooting", shooters=201)
    with pytest.raises(Refused, match="none, soft, hard, purpose-built, bunker"):
        answered("shooting", cover="deep")


# ---------------------------------------------------------------- shooting


@clause("FOW-8.3-15", "FOW-8.3-02")
def test_shooters_times_weight_against_the_table() -> None:
    answer = answered("shooting", shooters=3, weight=2, sv=7, markers=1, wv=6, av=4, cover="hard",
                      far=True, moved="over 6", fast=True, near=True)  # fmt: skip
    (number,) = answer.numbers
    assert number.value == 7 - 1 - 4 + 4 - 2 - 1 - 2 - 1 + 1
    assert chances(answer, "hits") == {
        k: comb(6, k) * Fraction(1, 10) ** k * Fraction(9, 10) ** (6 - k) for k in range(7)
    }


@clause("FOW-8.3-07")
@pytest.mark.parametrize(
    ("cover", "bunker", "value"),
    [("none", 6, 8), ("soft", 6, 7), ("hard", 6, 6), ("purpose-built", 6, 5), ("bunker", 4, 4),
     ("bunker", 6, 2)],
)  # fmt: skip
def test_covers_by_name(cover: str, bunker: int, value: int) -> None:
    (number,) = answered("shooting", sv=8, av=0, cover=cover, bunker=bunker).numbers
    assert number.value == value


@clause("FOW-8.4-02")
def test_losses_are_limited_to_what_is_seen() -> None:
    """Ten certain hits on 3 visible figures of 2 wounds, 1 of 3 markers carried."""
    values = {"shooters": 10, "sv": 10, "av": 0, "figures": 3, "wounds": 2, "target_markers": 1}
    assert odds("shooting", "lost", "last", **values) == {6: 1}
    assert odds("shooting", "markers", "last", **values) == {2: 1}
    assert odds("shooting", "hits", "last", **values) == {10: 1}


@clause("FOW-5.1-01")
def test_the_policy_says_who_takes_what() -> None:
    values = {"shooters": 2, "sv": 10, "av": 0}
    assert odds("shooting", "markers", "first", **values) == {2: 1}
    assert odds("shooting", "lost", "last", **values) == {2: 1}
    # Two markers are less than two figures to the one who chooses.
    assert odds("shooting", "markers", "best", **values) == {2: 1}


@clause("FOW-14.1-05")
@pytest.mark.parametrize(
    ("figures", "long", "aimed"), [(1, 1, 0), (3, 2, 0), (5, 3, 1), (7, 3, 4), (9, 3, 4)]
)
def test_shells_are_aimed_at_the_middle_of_a_square(figures: int, long: int, aimed: int) -> None:
    """Bases of 25 mm, half an inch apart, in ranks of so many; the one nearest to the middle."""
    situation = find_question(SYSTEM, "indirect-fire").situation(figures=figures, apart=0.5)
    marks = situation.round(Settings()).marks
    step = 0.5 + 25 / 25.4
    for n, mark in enumerate(marks):
        east, north = (n // long - aimed // long) * step, (n % long - aimed % long) * step
        assert (mark.east, mark.north) == pytest.approx((east * GRID, north * GRID), abs=1)
        assert mark.radius == pytest.approx(12.5 / 25.4 * GRID, abs=1)


# ---------------------------------------------------------------- close combat


@clause("FOW-9.2-02")
def test_who_strikes_first() -> None:
    """One against one, no room for markers: p = q = 5 in 10."""
    values = {"figures": 1, "foe_figures": 1, "fv": 8, "foe_fv": 8, "av": 0, "foe_av": 0,
              "markers": 3, "foe_markers": 3}  # fmt: skip
    half = Fraction(1, 2)
    assert odds("close-combat", "foe_figures", **values) == {0: half, 1: half}
    assert odds("close-combat", "foe_figures", first="defender", **values) == {
        0: Fraction(1, 4), 1: Fraction(3, 4),
    }  # fmt: skip


# ---------------------------------------------------------------- to the end

FULL = {"figures": 1, "foe_figures": 1, "av": 0, "foe_av": 0, "markers": 3, "foe_markers": 3}


@clause("FOW-9.2-01", "FOW-9.4-05")
def test_one_against_one_in_closed_form() -> None:
    """FV 8 and 7, both less three markers: p = 1/2, q = 4/10. A round ends it unless both miss."""
    p, q = Fraction(5, 10), Fraction(4, 10)
    ends = 1 - (1 - p) * (1 - q)
    answer = answered("duel", fv=8, foe_fv=7, **FULL)
    assert chances(answer, "won")[1] == p * (1 - q) / ends
    assert chances(answer, "lost")[1] == q * (1 - p) / ends
    assert answer.rounds == pytest.approx(float(1 / ends))


@clause("FOW-9.2-04")
def test_first_strike_in_the_first_round_only() -> None:
    p, q = Fraction(5, 10), Fraction(4, 10)
    later = p * (1 - q) / (1 - (1 - p) * (1 - q))
    won = odds("duel", "won", fv=8, foe_fv=7, first="defender", **FULL)
    assert won[1] == (1 - q) * (p + (1 - p) * later)


@clause("FOW-9.3-05")
@pytest.mark.parametrize("shielded", [1, 2])
def test_the_obstacle_counts_in_the_turn_of_the_charge(shielded: int) -> None:
    """-2 for the attackers: 3 in 10 instead of 5."""
    p, hampered, q = Fraction(5, 10), Fraction(3, 10), Fraction(4, 10)
    want = p * (1 - q) / (1 - (1 - p) * (1 - q))
    for _ in range(shielded):
        want = hampered * (1 - q) + (1 - hampered) * (1 - q) * want
    won = odds("duel", "won", fv=8, foe_fv=7, obstacle=True, shielded=shielded, **FULL)
    assert won[1] == want


@clause("FOW-9.3-08", "FOW-5.1-03", "FOW-9.2-01")
@pytest.mark.parametrize("policy", ["first", "last"])
def test_three_against_two_by_another_way(policy: str) -> None:
    """A recursion of its own over figures and markers, with fractions.

    FV 6 against FV 5 at AV 1; Militia (2 markers) against Horde (1). Under "first" markers are
    taken as long as there is room, under "last" figures.
    """

    def hits(dice: int, need: int) -> list[Fraction]:
        p = Fraction(need, 10) if need > 0 else Fraction(max(0, 10 + need), 100)
        return [comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1)]

    def take(n: int, figures: int, markers: int, most: int) -> tuple[int, int]:
        room = most - markers
        if policy == "first":
            taken = min(room, n)
        else:
            taken = min(room, max(0, n - figures))
        return figures - min(figures, n - taken), markers + taken

    @cache
    def wins(a: int, am: int, d: int, dm: int) -> Fraction:
        if a == 0 or d == 0:
            return Fraction(int(a > 0))
        stay = total = Fraction(0)
        for i, p in enumerate(hits(a, 6 - am - 1)):
            for j, q in enumerate(hits(d, 5 - dm - 1)):
                to = (*take(j, a, am, 2), *take(i, d, dm, 1))
                if to == (a, am, d, dm):
                    stay += p * q
                else:
                    total += p * q * wins(*to)
        return total / (1 - stay)

    won = odds("duel", "won", policy, figures=3, fv=6, av=1, most=2, foe_figures=2, foe_fv=5,
               foe_av=1, foe_most=1)  # fmt: skip
    assert won[1] == wins(3, 0, 2, 0)


def test_a_duel_says_who_chose_and_that_all_may_fall() -> None:
    answer = answered("duel", fv=10, foe_fv=10, av=0, foe_av=0, figures=4, foe_figures=4,
                      markers=0, most=1, foe_most=1)  # fmt: skip
    # The first round: 4 hits each, 1 marker and 3 figures; then one against one at 9 in 10.
    both = Fraction(81, 100) / (1 - Fraction(1, 100))
    assert chances(answer, "won") == {0: both + (1 - both) / 2, 1: (1 - both) / 2}
    assert chances(answer, "figures")[0] == both + (1 - both) / 2
    assert answer.policy == "the first allowed option"


def test_duels_without_end_are_refused() -> None:
    with pytest.raises(Refused, match="FOW-GAP-46"):
        answered("duel", fv=0, foe_fv=0)
    with pytest.raises(Refused, match="for ever"):
        answered("duel", fv=1, foe_fv=1, av=30, foe_av=30)
    with pytest.raises(Refused, match="best"):
        answered("duel", "best")


@clause("FOW-3.1-05")
def test_a_duel_is_the_same_as_its_procedure_where_dice_decide_nothing() -> None:
    """Everybody hits and has two attacks: one round, and the defenders strike first."""
    values = {"fv": 10, "foe_fv": 10, "av": 0, "foe_av": 0, "markers": 0, "most": 1}
    answer = answered("duel", figures=2, foe_figures=2, foe_attacks=2, first="defender", **values)
    assert (chances(answer, "lost"), answer.rounds) == ({1: 1}, 1.0)


def test_situations_are_hashable_and_frozen() -> None:
    for question in SYSTEM.questions:
        situation = question.situation()
        assert hash(situation) == hash(question.situation())
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(situation, question.givens()[0].name, 1)
