"""Sessions: going on, going back and looking ahead, in games of any shape."""

import copy
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play.session import DICE, Session
from grognard.rules.effects import Choose, Option, Place, Roll, Rules, Secretly, count, die
from tests.play import script
from tests.play.script import Script, Settings, games, illegal, legal
from tests.toys import bidding

SEEDS = st.integers(0, 1 << 16)


def begin(steps, **options) -> Session:
    return Session(script.SYSTEM.play, Script(Settings(), steps), **options)


def begin_toy(turns=3, **options) -> Session:
    return Session(bidding.SYSTEM.play, bidding.Toy(bidding.Settings(turns=turns)), **options)


def some_answer(session, chance):
    """One of those who are asked, and an answer of his."""
    who, effect = chance.choice(session.waiting())
    if isinstance(effect, Roll):
        return who, [chance.randint(1, effect.sides) for _ in range(effect.pool)]
    return who, legal(effect, chance)


def asked(session):
    """What is open just now, in a form that can be compared."""
    return [(who, repr(effect)) for who, effect in session.waiting()]


def frozen(session):
    data = copy.deepcopy(session.state.to_dict())
    return data | {"asked": asked(session), "done": session.done}


def play_on(session, chance):
    """To the end by random legal answers; what was open after each of them."""
    seen = [frozen(session)]
    while not session.done:
        assert session.submit(*some_answer(session, chance)) == []
        seen.append(frozen(session))
    return seen


def answered(session, answers):
    for who, answer in answers:
        assert session.submit(who, answer) == []
    return session


# -- going back ---------------------------------------------------------------------


@given(games(), SEEDS)
def test_going_back_to_any_answer_is_as_never_having_given_it(steps, seed):
    session = begin(steps)
    seen = play_on(session, random.Random(seed))
    log = session.log[:]
    for keep in random.Random(seed).sample(range(len(seen)), len(seen)):
        session.rewind(keep)
        assert session.log == log[:keep]
        assert frozen(session) == seen[keep]
        answered(session, log[keep:])
        assert frozen(session) == seen[-1]


@given(games(), SEEDS, st.booleans())
def test_going_back_and_then_another_way(steps, seed, toy):
    """Whatever was tried before, a game is what its log makes of it."""
    fresh = (lambda: begin_toy(2)) if toy else (lambda: begin(steps))
    session, chance = fresh(), random.Random(seed)
    for _ in range(25):
        if session.log and (session.done or chance.random() < 0.3):
            session.rewind(chance.randint(0, len(session.log)))
        elif not session.done:
            session.submit(*some_answer(session, chance))
        again = answered(fresh(), session.log)
        assert frozen(session) == frozen(again)
        assert frozen(session.fork()) == frozen(again.fork())
        assert [session.last_answer(who) for who in range(3)] == [
            again.last_answer(who) for who in range(3)
        ]
        assert session.is_last(len(session.log) - 1) == again.is_last(len(session.log) - 1)


@given(games(), SEEDS)
def test_a_snapshot_and_the_answers_since_are_the_whole_game(steps, seed):
    """Where only the state survives: from each stable point, thawed, by the answers since."""
    stables, made = [], []
    session = begin(
        steps, settled=lambda _, s: stables.append((len(made), copy.deepcopy(s.to_dict())))
    )
    chance = random.Random(seed)
    while not session.done:
        made.append(some_answer(session, chance))
        assert session.submit(*made[-1]) == []
    for at, data in stables:
        thawed = script.SYSTEM.thaw(data, {"steps": steps}, Settings())
        again = answered(Session(script.SYSTEM.play, thawed, forgotten=at), made[at:])
        assert frozen(again) == frozen(session)


@given(SEEDS, st.integers(1, 3))
def test_the_bidding_toy_keeps_everything_in_its_state(seed, turns):
    session = begin_toy(turns)
    seen = play_on(session, random.Random(seed))
    log = session.log[:]
    for keep in range(len(seen)):
        session.rewind(keep)
        assert frozen(session) == seen[keep]
        assert frozen(answered(session.fork(0), [])) == seen[keep] or session.sealed
        answered(session, log[keep:])


def test_going_back_says_nothing_twice():
    told, settled = [], []
    steps = [["turn", 1], ["tell"], ["choose", 0, 2, -1], ["tell"], ["turn", 2], ["place", 1]]
    session = begin(
        steps,
        listen=lambda tell: told.append(tell.text),
        settled=lambda mark, _: settled.append(mark.turn),
    )
    answered(session, [(0, 1), (1, ((),))])
    assert (told, settled) == (["step 1", "step 3"], [1, 2])
    for keep in (2, 1, 0):
        session.rewind(keep)
    assert (told, settled) == (["step 1", "step 3"], [1, 2])
    session.accept(0, 0)
    assert (told, settled) == (["step 1", "step 3", "step 3"], [1, 2, 2])


def test_without_history_only_the_last_stable_point_is_kept():
    steps = [["turn", 1], ["choose", 0, 2, -1], ["choose", 0, 2, -1]] * 3
    session = begin(steps, history=False)
    answered(session, [(0, 0), (0, 1), (0, 1)])
    assert (session.forgotten, session.log) == (2, [(0, 1)])
    session.rewind(2)
    assert asked(session) == [(0, "Choose(pick, player 0, 2 options)")]
    with pytest.raises(ValueError, match="nothing is remembered"):
        session.rewind(1)
    answered(session, [(0, 1)] * 4)
    assert session.done


@given(games(), SEEDS)
def test_history_makes_no_difference_to_the_game(steps, seed):
    with_it = play_on(begin(steps), random.Random(seed))
    without = play_on(begin(steps, history=False), random.Random(seed))
    assert with_it == without


# -- refusing -----------------------------------------------------------------------


@given(games(), SEEDS)
def test_refused_answers_change_nothing(steps, seed):
    session = begin(steps)
    chance = random.Random(seed)
    while not session.done:
        before, log = frozen(session), session.log[:]
        waiting = dict(session.waiting())
        for who, effect in waiting.items():
            wrong = [[], [0], None, 3] if isinstance(effect, Roll) else illegal(effect)
            for answer in wrong:
                assert session.submit(who, answer), (effect, answer)
        for stranger in {DICE, 0, 1, 2, 7} - set(waiting):
            (refusal,) = session.submit(stranger, 0)
            assert refusal.what == f"player {stranger} is not asked just now"
        assert frozen(session) == before
        assert session.log == log
        session.submit(*some_answer(session, chance))
    assert session.submit(0, 0)


# -- looking ahead ------------------------------------------------------------------


@given(games(), SEEDS)
def test_a_fork_goes_its_own_way(steps, seed):
    told = []
    session = begin(steps, listen=lambda tell: told.append(tell))
    chance = random.Random(seed)
    while not session.done:
        before, log, said = frozen(session), session.log[:], len(told)
        for who, _ in session.waiting():
            other = session.fork(who)
            if not session.sealed:
                assert frozen(other) == before
            play_on(other, random.Random(seed + 1))
        assert (frozen(session), session.log, len(told)) == (before, log, said)
        session.submit(*some_answer(session, chance))


@given(games(), SEEDS, st.integers(0, 2))
def test_a_fork_leaks_no_sealed_answer(steps, seed, mine):
    session = begin(steps)
    chance = random.Random(seed)
    sealed = []
    pending = None
    while not session.done:
        if session.pending is not pending:
            pending, sealed = session.pending, []
        fork = session.fork(mine)
        own = [entry for entry in sealed if entry[0] == mine]
        if session.sealed:
            # What a player may hold: all that was open before, and his own answers since.
            at = len(session.log) - len(sealed)
            held = begin(steps)
            answered(held, session.log[:at] + own)
            assert frozen(fork) == frozen(held)
            stranger = session.fork()
            held.rewind(at)
            assert asked(stranger) == asked(held)
        answer = some_answer(session, chance)
        if session.sealed:
            sealed.append(answer)
        session.submit(*answer)


# -- secrets and stable points ------------------------------------------------------


def test_several_are_asked_while_something_is_secret():
    opened = []
    session = begin([["secret", [2, 0], 2]], opening=lambda: opened.append(len(session.log)))
    assert [who for who, _ in session.waiting()] == [2, 0]
    assert session.sealed
    answered(session, [(0, 1), (0, 2)])
    assert [who for who, _ in session.waiting()] == [2]
    answered(session, [(2, 0)])
    assert (opened, session.state.to_dict()["marks"]) == ([], [])
    answered(session, [(2, 1)])
    assert opened == [4]
    assert not session.sealed
    assert session.state.to_dict()["marks"] == [1, 6]


def test_secrets_that_ask_nothing_are_open_at_once():
    session = begin([["secret", [0, 1], 0], ["secret", [], 3], ["choose", 1, 2, -1]])
    assert not session.sealed
    assert asked(session) == [(1, "Choose(pick, player 1, 2 options)")]


def test_the_last_answer_of_a_player_and_what_lies_after_it():
    steps = [["secret", [0, 1], 1], ["choose", 0, 2, -1], ["roll", 1, 6], ["choose", 1, 2, -1]]
    session = begin(steps)
    assert (session.last_answer(0), session.last_answer(DICE)) == (-1, -1)
    answered(session, [(1, 0)])
    assert session.last_answer(1) == 0
    assert session.is_last(0)
    answered(session, [(0, 0)])
    assert session.last_answer(0) == 1
    assert not session.is_last(1)  # it has been opened, and so has the other's
    answered(session, [(0, 1)])
    assert (session.last_answer(0), session.is_last(2)) == (2, True)
    session.rewind(2)
    assert (session.last_answer(0), session.is_last(1)) == (1, False)
    answered(session, [(0, 1), (DICE, [4])])
    assert (session.last_answer(0), session.is_last(2)) == (2, False)


def within_a_secret(effect):
    """Rules that ask this of a player while others must not see it."""

    def inner() -> Rules[None]:
        yield from Choose(0, "pick", "pick one", [Option(1, "one")])
        yield effect

    def outer(state: Script) -> Rules[None]:
        yield from Secretly("odd", {0: inner})

    return Session(outer, Script(Settings(), []))


@pytest.mark.parametrize("effect", [die(6, "x"), Secretly("within", {})], ids=["dice", "secret"])
def test_no_dice_and_no_secrets_within_a_secret(effect):
    session = within_a_secret(effect)
    with pytest.raises(TypeError, match="inside a secret"):
        session.submit(0, 0)


def test_no_dice_at_all_are_nobodys_business():
    assert within_a_secret(count(0, 6, 1, 3, "x")).submit(0, 0) == []


def test_dice_are_read_and_moves_are_taken():
    session = begin([["call", 3, 6], ["place", 1]])
    assert isinstance(session.pending, Roll)
    answered(session, [(DICE, [1, 2, 3])])
    assert isinstance(session.pending, Place)
    answered(session, [(1, ((),))])
    assert session.state.to_dict()["marks"] == [2, 0]
    assert session.pending is None
    assert session.waiting() == []
    assert Choose(0, "x", "x", [Option(1, "x")]).refuse(0) == []
