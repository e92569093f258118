"""Asking for odds: the same numbers as the odds driver's, explained; flags, JSON, policies."""

import json
from fractions import Fraction

import pytest

from grognard.odds.asking import Asker, ask, find_question, situate
from grognard.odds.exact import Exact
from grognard.rules.refusal import Refused
from tests.cli.skirmish import SYSTEM, Settings, Shot, shoot
from tests.toys.bidding import SYSTEM as TOY


def told(grognard, *arguments):
    done = grognard("ask", *arguments, "--json-out")
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_odds_are_those_of_the_procedure(grognard):
    answer = told(grognard, "skirmish", "shoot", "--dice", "6", "--cover")
    expected = Exact().of(shoot, Shot(6, 4, True), Settings())
    hits = expected.map(lambda r: r[0])
    assert answer["outcomes"][0]["outcomes"] == hits.to_dict()["outcomes"]
    assert answer["outcomes"][1]["mean"] == pytest.approx(1.0)
    assert answer["situation"] == {"dice": 6, "skill": 4, "cover": True, "armour": "none"}
    assert answer["policy"] == ""


def test_odds_are_exact():
    answer = ask(SYSTEM, "shoot", {"dice": 3, "skill": "4"}, rational=True)
    ((_, hits), (_, kills)) = answer.outcomes
    assert dict(hits.items()) == {
        0: Fraction(1, 27),
        1: Fraction(6, 27),
        2: Fraction(12, 27),
        3: Fraction(8, 27),
    }
    assert kills.at_least(1) == pytest.approx(1 - (5 / 6) ** 3)
    assert answer.first == hits


def test_numbers_come_with_their_parts(grognard):
    (number,) = told(grognard, "skirmish", "shoot", "--cover")["numbers"]
    assert number == {
        "what": "to hit",
        "value": 3,
        "parts": [
            {"amount": 4, "label": "skill", "clause": "SK-2-01"},
            {"amount": -1, "label": "target in cover", "clause": "SK-2-02"},
        ],
    }


def test_people_read_numbers_bars_and_percentiles(grognard):
    done = grognard("ask", "skirmish", "shoot", "--cover", "--dice", "2")
    assert done.code == 0
    for words in (
        "Skirmish: shoot, cover, dice 2",
        "to hit 3",
        "-1 target in cover SK-2-02",
        "hits chance at least 0 25.0% 100%",
        "1 50.0% 75.0%",
        "mean 1.00 deviation 0.71 10% ≤ 0 half ≤ 1 90% ≤ 2",
    ):
        assert words in done.words
    bars = [line.count("█") for line in done.out.splitlines() if "%" in line and "█" in line]
    assert bars[1] == 2 * bars[0] == 2 * bars[2] > 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dice", "5", "--cover", "--skill=3"],
        ["dice=5", "cover=yes", "skill=3"],
        ["--dice", "5", "--cover", "true", "--skill", "3"],
        ["--json", '{"dice": 5, "cover": true, "skill": 3}'],
        ["--json", '{"dice": 9, "cover": true}', "--dice", "5", "--skill", "3"],
        ["--dice", "5", "--cover", "--no-cover", "--cover=on", "--skill", "3"],
    ],
)
def test_a_situation_may_be_said_in_several_ways(grognard, arguments):
    answer = told(grognard, "skirmish", "shoot", *arguments)
    assert answer["situation"] == {"dice": 5, "skill": 3, "cover": True, "armour": "none"}


def test_json_may_be_read_from_a_pipe(shell):
    done = shell("ask", "skirmish", "shoot", "--json", "-", "--json-out", given='{"dice": 2}')
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["situation"]["dice"] == 2


def test_settings_decide(grognard):
    usual = told(grognard, "skirmish", "shoot", "--cover")
    other = told(grognard, "skirmish", "shoot", "--cover", "--set", "cover=none")
    assert usual["numbers"][0]["value"] == 3
    assert other["numbers"][0]["value"] == 4
    done = grognard("ask", "skirmish", "shoot", "--set", "cover=none", "--set", "range=9")
    assert "Settings: range=9, cover=none" in done.words


def test_policies_choose_and_are_named(grognard):
    def mean(policy):
        answer = told(
            grognard, "skirmish", "shoot", "--armour", "plate", "--skill", "6", "--policy", policy
        )
        return answer["outcomes"][0]["mean"], answer["policy"]

    # The first option shrugs one hit off, the last takes all; the wearer of the plate is the
    # other side, and best for him is what is worst for the one who asks.
    assert mean("first") == (pytest.approx(3.0), "the first allowed option")
    assert mean("last") == (pytest.approx(4.0), "the last allowed option")
    value, name = mean("best")
    assert value == pytest.approx(3.0)
    assert name == "best for the chooser (the question's gain)"
    done = grognard("ask", "skirmish", "shoot", "--armour", "plate", "--policy", "best")
    assert "Choices on the way: best for the chooser" in done.words


def test_an_asker_remembers_and_stays_right():
    asker = Asker()
    question = find_question(SYSTEM, "shoot")
    for policy in ("first", "last", "first", "best"):
        for dice in (1, 4):
            shot = situate(question, {"dice": dice, "armour": "plate", "skill": 6}, Settings())
            got = asker.ask(question, shot, Settings(), policy).first.mean
            assert got == pytest.approx(dice if policy == "last" else dice - 1)


def test_a_question_without_gain_has_no_best():
    question = find_question(SYSTEM, "shoot")
    gain, question.gain = question.gain, None
    try:
        with pytest.raises(Refused, match="does not say what would be best"):
            ask(SYSTEM, "shoot", {}, policy="best")
    finally:
        question.gain = gain


def test_help_lists_the_givens(grognard):
    done = grognard("ask", "skirmish", "shoot", "--help")
    assert done.code == 0
    for words in (
        "--dice dice thrown 0 to 20 4",
        "--cover the target is in the wood true or false no",
        "--armour what the target wears none, plate none",
        "Told of: hits, kills",
    ):
        assert words in done.words


def test_questions_are_listed(grognard):
    for arguments in (["--list"], [], ["--help"]):
        done = grognard("ask", "skirmish", *arguments)
        assert done.code == 0
        assert "shoot One squad shoots at another" in done.words
    question, _ = told(grognard, "skirmish", "--list")
    assert question["givens"][0]["legal"] == "0 to 20"
    assert grognard("ask").out.startswith("Usage: grognard ask")


def test_the_toy_answers_too(grognard):
    answer = told(grognard, "toy", "throw", "--lead")
    assert answer["outcomes"][0]["mean"] == pytest.approx(4 * 4 / 6)
    assert ask(TOY, "throw", {"lead": True}).first.mean == pytest.approx(4 * 4 / 6)


def test_what_happens_or_not_is_one_line(grognard):
    done = grognard("ask", "skirmish", "shoot", "--dice", "1")
    assert "hits 66.7% █" in done.words
    assert "kills 16.7% █" in done.words
    assert "mean" not in done.out


def test_a_chain_is_told_with_its_rounds(grognard):
    answer = told(grognard, "skirmish", "siege", "--walls", "2")
    assert answer["rounds"] == pytest.approx(12)  # a six, on average every sixth round
    assert answer["outcomes"][0]["outcomes"] == [{"value": 0, "p": pytest.approx(1)}]
    done = grognard("ask", "skirmish", "siege")
    assert "It lasts 6.00 rounds on average." in done.words
    done = grognard("ask", "skirmish", "siege", "--guns", "0")
    assert done.code == 2
    assert "it may go on for ever" in done.err


# -- readings side by side ------------------------------------------------------------


def test_readings_stand_side_by_side(grognard):
    done = grognard("ask", "skirmish", "shoot", "--cover", "--dice", "2", "--compare", "cover")
    assert done.code == 0
    for words in (
        "cover: what a wood is worth SK-GAP-02",
        "one (ruling) none",
        "to hit 3 4",
        "hits, mean 1.00 1.33",
        "at least 1 75.0% 88.9%",
    ):
        assert words in done.words
    assert "come to the same" not in done.out


def test_readings_that_do_not_matter_are_told(grognard):
    done = grognard("ask", "skirmish", "shoot", "--compare", "cover")
    assert "Here all readings come to the same." in done.words


def test_machines_compare_too(grognard):
    data = told(grognard, "skirmish", "shoot", "--cover", "--compare", "cover", "--set", "turns=5")
    assert (data["setting"], data["gap"]) == ("cover", "SK-GAP-02")
    one, none = data["readings"]
    assert (one["value"], one["ruling"], none["value"], none["ruling"]) == (
        "one", True, "none", False,
    )  # fmt: skip
    assert one["answer"]["settings"]["turns"] == none["answer"]["settings"]["turns"] == 5
    assert none["answer"]["numbers"][0]["value"] == 4


def test_a_setting_to_compare_must_be_there(grognard):
    done = grognard("ask", "skirmish", "shoot", "--compare", "covr")
    assert done.code == 2
    assert "did you mean cover?" in done.err


@pytest.mark.parametrize("name", ["cover_model", "long-odds", "natural_ten"])
def test_every_system_compares(grognard, name):
    done = grognard("ask", "fow", "shooting", "--cover", "hard", "--wv", "3", "--compare", name)
    assert done.code == 0
    assert "(ruling)" in done.out
