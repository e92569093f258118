"""What is played when nothing is said: the rulings."""

from __future__ import annotations

from grognard.rules.settings import settings_of
from grognard.systems.forge_of_war.settings import Settings

# The rulings that are yes: GAP-10 (a rally roll can lose the initiative), 30 (cover hides who is in
# it), 31 (cover counts inside it), 33 (snipers deploy), 37 (flames burn friends), 45 (without
# chapter 14 indirect weapons shoot), 39 (weapons of value 0 may fire at vehicles, and do nothing),
# 69 (the commander's own unit has his +1), 77 (who holds the mounts counts), 90 (vehicles
# drive into buildings with all their markers too).
YES = {
    "rally_can_lose_initiative", "hidden_in_cover", "cover_inside", "snipers_deploy",
    "flame_friends", "spotted_fire", "own_commander", "harmless_shots", "holders_count",
    "buildings_at_maximum",
}  # fmt: skip
NUMBERS = {
    "leader_loss_markers": (1, 0, 5),  # GAP-06
    "marker_move_penalty": (0, 0, 3),  # GAP-13
    "game_length": (0, 0, 50),  # GAP-62: as the scenario says
    "least_units": (0, 0, 20),  # GAP-63
}


def test_the_rulings_are_what_is_played_unless_it_is_said() -> None:
    for s in settings_of(Settings):
        if isinstance(s.default, bool):
            assert s.default is (s.name in YES), s.name
        elif isinstance(s.default, int):
            assert (s.default, s.low, s.high) == NUMBERS[s.name]
        else:
            assert s.default == s.choices[0], s.name  # the ruling comes first
