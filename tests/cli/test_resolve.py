"""Dice from a real table: what they come to, what is missing, what cannot be."""

import json

import pytest

from grognard.play.referee import Referee, pick
from grognard.rules.effects import Choose, Option, Place, Rules, Secretly, Tell, die, total
from grognard.rules.refusal import Refusal, Refused
from tests.cli.skirmish import SHOOT, Settings, Shot, shoot
from tests.toys.bidding import Step, bid


def resolved(dice, choices=(), shot=None):
    return Referee(dice, choices).resolve(shoot(shot or Shot(4, 4), Settings()))


def test_all_dice_give_the_result():
    came = resolved([1, 2, 5, 6])
    assert came.done
    assert came.result == (2, 1)
    assert came.need == ""
    roll, tell = (h.to_dict() for h in came.happened)
    assert roll["faces"] == [1, 2, 5, 6]
    assert roll["answer"] == (1, 1)
    assert roll["target"]["value"] == 4
    assert tell == {"kind": "tell", "text": "2 of 4 hit", "clause": "SK-2-01"}


@pytest.mark.parametrize(
    ("dice", "need"),
    [([], "4d6 shooting"), ([1, 2, 3], "1d6 shooting (3 of 4 given)")],
)
def test_what_is_missing_is_named(dice, need):
    came = resolved(dice)
    assert not came.done
    assert came.need == need
    assert came.need_to_dict()["dice"] == 4 - len(dice)


@pytest.mark.parametrize(
    ("dice", "choices", "words"),
    [
        ([1, 2, 3, 4, 5], [], "dice left over: 5; only 4"),
        ([1, 2, 3, 7], [], "a d6 has no face 7; 1 to 6"),
        ([0], [], "a d6 has no face 0"),
        ([1, 2, 3, 4], ["x"], "choices left over: x"),
    ],
)
def test_dice_and_choices_that_cannot_be_are_refused(dice, choices, words):
    with pytest.raises(Refused, match=words):
        resolved(dice, choices)


def test_a_choice_is_asked_for_and_taken():
    plate = Shot(4, 4, armour="plate")
    came = resolved([1, 2, 5, 6], (), plate)
    assert came.need == "a choice, plate armour: 1 shrug one off, 2 take them all"
    assert [o["label"] for o in came.need_to_dict()["options"]] == [
        "shrug one off",
        "take them all",
    ]
    assert resolved([1, 2, 5, 6], ["shrug one off"], plate).result == (1, 1)
    assert resolved([1, 2, 5, 6], ["#2"], plate).result == (2, 1)


def test_options_go_by_label_value_number_or_beginning():
    choose = Choose(
        0,
        "x",
        "which?",
        [
            Option(2, "one marker"),
            Option(1, "one figure"),
            Option("z", "nothing", refusal=Refusal("no")),
            Option(7, "no"),
        ],
    )
    said = {"one figure": 1, "ONE MARKER": 0, "2": 0, "1": 1, "#2": 1, "4": 3, "z": 2, "no": 3}
    said |= {"one m": 0, "noth": 2}
    assert {word: pick(choose, word) for word in said} == said
    with pytest.raises(Refused, match="may mean several things; #1 one marker, #2 one figure"):
        pick(choose, "one")
    for word in ("x", "", "#9", "9"):
        with pytest.raises(Refused, match="no option"):
            pick(choose, word)


def losses() -> Rules[tuple[int, int]]:
    """Twice: of so many hits so many markers, the most first."""
    options = [Option(n, f"{n} markers, {2 - n} lost") for n in (2, 1, 0)]
    first = yield from Choose(0, "x", "first?", options)
    return first, (yield from Choose(0, "x", "second?", options))


def test_a_number_that_is_shown_finds_its_option():
    # 1 is the value of the second option, so the first is #1; no value is 3.
    came = Referee([]).resolve(losses())
    shown = "#1 2 markers, 0 lost, #2 1 markers, 1 lost, 3 0 markers, 2 lost"
    assert came.need == "a choice, first?: " + shown
    for said, markers in (("#1", 2), ("#2", 1), ("3", 0), ("1", 1), ("2", 2), ("0", 0)):
        assert Referee([], [said, said]).resolve(losses()).result == (markers, markers)
    with pytest.raises(Refused, match=f"no option '9'; {shown}"):
        Referee([], ["9"]).resolve(losses())


def test_choices_may_stand_in_one_text():
    assert Referee([], ["#1,0"]).resolve(losses()).result == (2, 0)
    assert Referee([], ["1 markers, 1 lost", "0"]).resolve(losses()).result == (1, 0)
    assert Referee([], ["1"]).resolve(losses()).need.startswith("a choice, second?")
    with pytest.raises(Refused, match="choices left over: 0"):
        Referee([], ["1,1,0"]).resolve(losses())
    with pytest.raises(Refused, match=r"first\?: no option '9,1'"):
        Referee([], ["9,1"]).resolve(losses())


def test_a_refused_option_cannot_be_chosen():
    def rule() -> Rules[int]:
        return (yield from Choose(0, "x", "which?", [Option(1, "a", refusal=Refusal("shut"))]))

    with pytest.raises(Refused, match="shut"):
        Referee([], ["a"]).resolve(rule())


def test_secrets_moves_and_several_rolls():
    def rule() -> Rules[tuple[int, int, int]]:
        bids = yield from Secretly("bids", {p: (lambda p=p: bid(p, 3)) for p in (0, 1)})
        yield from Place(0, "step", "step", ("piece:0",), Step(0))
        first = yield from die(6, "first")
        rest = yield from total(2, 10, "rest")
        yield from Tell("x", "done")
        return bids[0] - bids[1], first, rest

    came = Referee([6, 10, 1], ["3", "1"]).resolve(rule())
    assert came.result == (2, 6, 11)
    assert [h.to_dict()["kind"] for h in came.happened] == [
        "choice", "choice", "move", "roll", "roll", "tell",
    ]  # fmt: skip
    assert Referee([6, 10], ["3", "1"]).resolve(rule()).need == "1d10 rest (1 of 2 given)"


# -- the command -------------------------------------------------------------------


def test_a_given_called_dice_is_written_with_an_equals_sign(grognard):
    done = grognard("resolve", "skirmish", "shoot", "dice=2", "--skill", "5", "--dice", "1", "5")
    assert done.code == 2  # 5 belongs to nothing
    done = grognard("resolve", "skirmish", "shoot", "dice=2", "--skill", "5", "--dice", "1 5")
    assert done.code == 0
    for words in ("to hit 5", "5 skill SK-2-01", "2 of 2 hit SK-2-01", "hits: 2", "kills: 1"):
        assert words in done.words


def test_every_roll_is_shown_with_its_target(grognard):
    done = grognard(
        "resolve", "skirmish", "shoot", "--cover", "--dice", "1,3", "--dice", "4,6", "--set",
        "range=9",
    )  # fmt: skip
    assert "shooting: 1 3 4 6 = one 1, hit 1 (d6) to hit 3: skill 4, target in cover -1" in (
        done.words
    )
    assert "Settings: range=9" in done.words


def test_the_command_says_what_is_still_needed(grognard):
    arguments = ["resolve", "skirmish", "shoot", "--armour", "plate"]
    assert "still needed: 4d6 shooting" in grognard(*arguments).words
    done = grognard(*arguments, "--dice", "1,1,1,1")
    assert "still needed: a choice, plate armour: 1 shrug one off, 2 take them all" in done.words
    done = grognard(*arguments, "--dice", "1,1,1,1", "--choose", "take")
    assert "plate armour: take them all" in done.words
    assert "hits: 4" in done.words
    assert grognard(*arguments, "--dice", "1,1,1,1", "--choose", "fly").code == 2


def test_machines_may_ask_the_referee(grognard):
    done = grognard(
        "resolve", "skirmish", "shoot", "--json", '{"armour": "plate"}', "--dice", "1,2,6,6",
        "--choose", "0", "--json-out",
    )  # fmt: skip
    answer = json.loads(done.out)
    assert answer["done"] is True
    assert answer["outcomes"] == {"hits": 2, "kills": 1}
    assert [h["kind"] for h in answer["happened"]] == ["roll", "choice", "tell"]
    answer = json.loads(grognard("resolve", "skirmish", "shoot", "--json-out").out)
    assert answer["done"] is False
    assert answer["outcomes"] is None
    assert answer["needed"] == {
        "kind": "roll", "why": "shooting", "dice": 4, "sides": 6, "text": "4d6 shooting",
    }  # fmt: skip


def test_help_and_lists(grognard):
    assert "dice= dice thrown" in grognard("resolve", "skirmish", "shoot", "--help").words
    assert SHOOT.title in grognard("resolve", "skirmish").words
    assert grognard("resolve").out.startswith("Usage: grognard resolve")


def test_a_chain_goes_on_as_long_as_there_are_dice(grognard):
    arguments = ["resolve", "skirmish", "siege", "--guns", "2"]
    assert "still needed: 2d6 salvo" in grognard(*arguments, "--dice", "1,2,3,4").words
    done = grognard(*arguments, "--dice", "1,2,3,6")
    assert "walls left: 0" in done.words
    assert done.words.count("salvo:") == 2
    assert grognard(*arguments, "--dice", "1,6,3,6").code == 2
