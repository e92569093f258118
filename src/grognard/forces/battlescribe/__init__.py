"""BattleScribe's files: rosters (.ros, .rosz) and catalogues (.gst, .cat, .catz), out and in.

What is written validates against the published schema (version 2.03, MIT,
https://github.com/BSData/schemas). What is read need not: other programs take it less strictly.
"""

from grognard.forces.battlescribe.catalogues import read_catalogue, write_catalogue, write_game
from grognard.forces.battlescribe.rosters import game_of, read_roster_file, write_roster
from grognard.forces.battlescribe.tree import zipped

__all__ = [
    "game_of",
    "read_catalogue",
    "read_roster_file",
    "write_catalogue",
    "write_game",
    "write_roster",
    "zipped",
]
