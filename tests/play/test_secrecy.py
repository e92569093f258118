"""Sealed answers: nobody else can tell one from another before all are in."""

import json
import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play.record import seal
from grognard.rules.effects import Choose
from tests.play.playing import begin, begin_toy, lines_of, write

A, B = 1, 0


@pytest.fixture
def one_salt(monkeypatch):
    monkeypatch.setattr(secrets, "token_hex", lambda n: "5a" * n)


def seen(match, seat, told):
    """Everything that reaches this seat, as bytes."""
    fork = match.session.fork(seat)
    return json.dumps(
        {
            "view": match.state.view(seat),
            "asked": [repr(effect) for who, effect in match.waiting() if who == seat],
            "labels": [
                [option.label for option in effect.options]
                for who, effect in match.waiting()
                if who == seat and isinstance(effect, Choose)
            ],
            "ahead": [repr(fork.waiting()), fork.state.to_dict(), repr(fork.log)],
            "told": told,
            "record": shown(match),
        }
    ).encode()


def shown(match):
    """The record, but for A's seals and the hashes that run on from them."""
    lines, masked = [], set()
    for line in match.record.lines:
        if line["kind"] == "sealed" and line["seat"] == A:
            masked = {"commitment", "hash"}
        lines.append({k: "#" if k in masked else v for k, v in line.items()})
        masked -= {"commitment"}
    return write(lines)


def sealed_first(answer):
    told = []
    match = begin_toy(None, listen=lambda tell: told.append(tell.text))
    assert match.answer(A, answer) == []
    return match, told


@pytest.mark.usefixtures("one_salt")
def test_what_b_sees_does_not_change_by_a_byte():
    sights = set()
    for answer in range(6):
        match, told = sealed_first(answer)
        sights.add(seen(match, B, told))
        sights.add(seen(match, B, told))
    assert len(sights) == 1


@pytest.mark.usefixtures("one_salt")
def test_the_hash_is_all_that_changes_in_the_record():
    texts = []
    for answer in (0, 5):
        match, _ = sealed_first(answer)
        (line,) = [line for line in match.record.lines if line["kind"] == "sealed"]
        assert line["commitment"] == seal(answer, "5a" * 16)
        assert match.record.lines[-1] is line
        texts.append(match.record.text().replace(line["commitment"], "").replace(line["hash"], ""))
    assert texts[0] == texts[1]


def test_once_all_are_in_everybody_sees():
    records = set()
    for answer in (0, 5):
        match, told = sealed_first(answer)
        match.answer(B, 3)
        opened = {
            line["seat"]: line["answer"] for line in match.record.lines if line["kind"] == "opened"
        }
        assert opened == {A: answer, B: 3}
        assert match.state.view(B)["tokens"][A] == 5 - answer
        assert told == [f"player {A if answer > 3 else B} begins"]
        records.add(shown(match))
    assert len(records) == 2


@given(st.integers(0, 5))
def test_the_same_answer_is_sealed_differently_every_time(answer):
    commitments, salts = set(), set()
    for _ in range(3):
        match, _ = sealed_first(answer)
        match.answer(B, 0)
        commitments |= {ln["commitment"] for ln in match.record.lines if ln["kind"] == "sealed"}
        salts |= {ln["salt"] for ln in match.record.lines if ln["kind"] == "opened"}
    assert len(commitments) == len(salts) == 6
    assert {len(bytes.fromhex(salt)) for salt in salts} == {16}


def test_the_answer_is_nowhere_in_the_file_before_it_is_opened(tmp_path):
    path = tmp_path / "match.grog"
    match = begin(path, [["secret", [0, 1, 2], 2]], match_id="m")
    match.answer(1, 2)
    match.answer(0, 1)
    sealed = lines_of(path)[-2:]
    assert [set(line) for line in sealed] == [{"kind", "seat", "commitment", "hash"}] * 2
    private = json.loads((tmp_path / "match.grog.secret").read_text())
    for (seat, answer, salt), line in zip(private["sealed"], sealed, strict=True):
        assert (seat, seal(answer, salt)) == (line["seat"], line["commitment"])
        assert salt not in path.read_text()


def test_nobody_learns_the_secret_of_the_dice_before_the_end(tmp_path):
    path = tmp_path / "match.grog"
    match = begin(path, secret=b"s" * 32)
    while match.waiting():
        assert (b"s" * 32).hex() not in match.record.text()
        who, effect = match.waiting()[0]
        match.answer(who, effect.allowed()[0] if isinstance(effect, Choose) else ((),))
    assert match.record.text().count((b"s" * 32).hex()) == 1
