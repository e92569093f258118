"""The random bot: whatever is allowed has a chance, each option the same one."""

from collections import Counter

from grognard.bots.random import RandomBot
from grognard.rules.effects import Choose, Judge, Option
from grognard.rules.refusal import Refusal


def test_each_allowed_option_is_as_likely_and_no_other_is_taken():
    no = Refusal("no")
    options = [
        Option(0, "a", refusal=no),
        Option(1, "b"),
        Option(2, "c", refusal=Judge(lambda: no)),
        Option(3, "d", refusal=Judge(lambda: None)),
        *(Option(n, "e", refusal=no) for n in range(4, 8)),
    ]
    bot = RandomBot(1)
    taken = Counter(bot._choose(Choose(0, "x", "x", options)) for _ in range(4000))
    assert set(taken) == {1, 3}
    # 4000 draws of 1 in 2: standard error sqrt(4000 / 4) = 32.
    assert abs(taken[1] - 2000) < 5 * 32


def test_a_single_allowed_option_is_found_among_many():
    options = [Option(n, "x", refusal=Refusal("no") if n != 17 else None) for n in range(40)]
    choose = Choose(0, "x", "x", options)
    assert {RandomBot(seed)._choose(choose) for seed in range(50)} == {17}
