"""Attacks in a line of text, with the document's shorthand for parries and full-auto
(VOR-PAR-06, VOR-FA-10): written, and read again.

>>> rifle = Attack("Pitbull", power=5, am=-1, range="12/24/35", uses=2, full_auto=2, hits=2)
>>> line = shorthand(rifle)
>>> line
'Pitbull: POW 5, AM -1, 12/24/35, 2 uses/turn, F-A (*2/+2)'
>>> read_shorthand(line) == rifle
True
>>> read_shorthand("POW 4, 10/20/30, parry(cc/-1//rc/+0)").parry_ranged
0
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from typing import Any, Final

from grognard.rules.refusal import Refusal
from grognard.systems.vor.attack_sum import am_word
from grognard.systems.vor.attack_tables import ARCS, NO_TEST, Tables, inches, tables
from grognard.systems.vor.attacks import ITEM, MELEE, RANGED, Attack

MOST: Final = 1000
AREA: Final = ("no_knockdown", "no_structures", "no_shielding")

FLAGS: Final = {
    "no knockdown test": "no_knockdown",
    "can't damage structures": "no_structures",
    "can't affect shielding": "no_shielding",
    "double deviation": "double_deviation",
    "half deviation": "half_deviation",
    "destroys terrain": "destroys_terrain",
    "sweep with reach": "sweep_reach",
    "anti-structure": "anti_structure",
    "blocks line of sight": "blocks_sight",
    "split": "split",
    "ball of flames": "ball_of_flames",
    "may be dodged": "dodge",
    "breaks": "breakable",
    "primary": "primary",
}
BEFORE: Final = list(FLAGS)[:6]  # the blast's own
AFTER: Final = list(FLAGS)[7:]


def shorthand(a: Attack) -> str:
    """The attack in one line."""
    line = ", ".join(filter(None, (*_head(a), details(a))))
    return f"{a.name}: {line}" if a.name else line


def details(a: Attack) -> str:
    """What an attack has besides its POW, AM, MPC and range.

    >>> details(Attack(power=5, range="12/24/35", uses=2, damage="1d3"))
    '2 uses/turn, damage 1d3'
    """
    parts = [*_templates(a), *_counts(a)]
    parts += [word for word in AFTER if getattr(a, FLAGS[word])]
    return ", ".join([*parts, *(f"[{name}]" for name in a.others)])


def _head(a: Attack) -> list[str]:
    parts = []
    if a.kind == MELEE:
        parts.append("close combat")
    if a.kind == ITEM:
        parts.append("item")
    if a.power:
        parts.append(f"POW {a.power}")
    if a.am or a.kind != ITEM:
        parts.append(f"AM {am_word(a.am)}")
    if a.base_am is not None:
        parts.append(f"base AM {am_word(a.base_am)}")
    if a.range:
        parts.append("no range" if a.range == "none" else a.range)
    if a.mpc:
        parts.append(f"MPC {a.mpc:+}")
    for band in ("short", "medium", "long"):
        change = getattr(a, band)
        if change:
            parts.append(f"{band} {change:+}")
    return parts


def _templates(a: Attack) -> list[str]:
    parts = []
    if a.blast:
        parts.append(f"blast {inches(a.blast)}")
    words = [word for word in BEFORE if getattr(a, FLAGS[word])]
    if all(getattr(a, flag) for flag in AREA):
        words = ["area of effect", *words[3:]]
    parts += words
    if a.sweep:
        parts.append(f"sweep {inches(a.sweep)}")
    if a.sweep_arc != 180:
        parts.append(f"sweep of {a.sweep_arc}")
    if a.sweep_reach:
        parts.append("sweep with reach")
    if a.splash:
        parts.append(f"splash {a.splash}")
    if a.ignores_cover:
        parts.append(f"ignores {a.ignores_cover} cover")
    if a.flambe:
        parts.append(f"flambe {a.flambe}")
    return parts


def _counts(a: Attack) -> list[str]:
    parts = []
    if a.reach:
        parts.append(f'reach {a.reach}"')
    if a.uses != 1:
        parts.append(f"{a.uses} uses/turn")
    if a.charges:
        parts.append(f"{a.charges} uses/game")
    if a.knockdown is not None:
        parts.append(f"knockdown +{a.knockdown}")
    if a.light_knockdown:
        parts.append("large -2")
    if a.parry is not None or a.parry_ranged is not None:
        parts.append(parry_word(a))
    if a.full_auto or a.hits or a.template != "2x4":
        parts.append(full_auto_word(a))
    if a.damage != "1":
        parts.append(f"damage {a.damage}")
    if a.arc != 180 or a.blind:
        parts.append(f"arc {a.arc}" + (f" (blind: {a.blind})" if a.blind else ""))
    if a.point_blank:
        parts.append(f"point blank {a.point_blank}")
    if a.persistent is not None:
        parts.append(f"persistent {a.persistent}")
    if a.indirect:
        parts.append(a.indirect)
    return parts


def parry_word(a: Attack) -> str:
    """As the document abbreviates it (VOR-PAR-06).

    >>> parry_word(Attack(parry=0, parry_ranged=-1))
    'Parry(CC/+0//RC/-1)'
    """
    close = [] if a.parry is None else [f"CC/{a.parry:+}"]
    ranged = [] if a.parry_ranged is None else [f"RC/{a.parry_ranged:+}"]
    return f"Parry({'//'.join(close + ranged)})"


def full_auto_word(a: Attack) -> str:
    """As the document abbreviates it (VOR-FA-10), with the template where it is a larger one.

    >>> full_auto_word(Attack(full_auto=2, hits=2))
    'F-A (*2/+2)'
    """
    template = "" if a.template == "2x4" else f" {a.template}"
    return f"F-A (*{a.full_auto}/+{a.hits}){template}"


# -- reading -----------------------------------------------------------------------------


def read_shorthand(line: str, own: Tables | None = None) -> Attack | list[Refusal]:
    """The attack that a line describes, or what is wrong with it. Case and spaces do not matter."""
    if len(line) > MOST:
        return [Refusal(f"a line of more than {MOST} characters", "VOR-FA-10")]
    name, sign, rest = line.rpartition(": ")
    if "(" in name:  # a blind sector
        name, rest = "", line
        before, sign, after = line.partition(": ")
        if sign and "(" not in before:
            name, rest = before, after
    reader = _Reader(own or tables())
    for part in re.split(r",(?![^(\[]*[)\]])", rest):
        reader.part(" ".join(part.split()))
    return reader.refusals or dataclasses.replace(Attack(name.strip()), **reader.values)


_NUMBER: Final = r"([+-]?[0-9]{1,3})"
_PATTERNS: Final = [
    (r"pow " + _NUMBER, "power"),
    (r"mpc " + _NUMBER, "mpc"),
    (r"short " + _NUMBER, "short"),
    (r"medium " + _NUMBER, "medium"),
    (r"long " + _NUMBER, "long"),
    (r"reach " + _NUMBER + '"?', "reach"),
    (_NUMBER + r" uses?/turn", "uses"),
    (_NUMBER + r" uses?/game", "charges"),
    (r"knockdown " + _NUMBER, "knockdown"),
    (r"persistent " + _NUMBER, "persistent"),
    (r"flambe " + _NUMBER, "flambe"),
    (r"sweep of (180|270)", "sweep_arc"),
]
_RADIUS: Final = re.compile(r'(blast|sweep) ([0-9]{1,2})(\.5)?"?')
_PARRY: Final = re.compile(rf"parry ?\((?:cc/{_NUMBER})?(?://)?(?:rc/{_NUMBER})?\)")
_FULL_AUTO: Final = re.compile(r"f-?a ?\(\*([0-9])/\+([0-9])\)(?: (\S+))?")
_ARC: Final = re.compile(r"arc ([0-9]{2,3})(?: \(blind: ([^()]*)\))?", re.IGNORECASE)


class _Reader:
    """Gathers the fields, part after part."""

    def __init__(self, k: Tables) -> None:
        self.k = k
        self.values: dict[str, Any] = {}
        self.refusals: list[Refusal] = []
        self.words: dict[str, tuple[str, Any]] = {
            "close combat": ("kind", MELEE),
            "ranged": ("kind", RANGED),
            "item": ("kind", ITEM),
            "no range": ("range", "none"),
            "am no test": ("am", NO_TEST),
            "no test": ("am", NO_TEST),
            "large -2": ("light_knockdown", True),
            "ignores soft cover": ("ignores_cover", "soft"),
            "ignores hard cover": ("ignores_cover", "hard"),
        }
        self.words.update({word: (flag, True) for word, flag in FLAGS.items()})
        self.words.update({name.lower(): ("range", name) for name in k.ranges if name != "none"})
        self.words.update({f"damage {d}".lower(): ("damage", d) for d in ("1", *k.damage)})
        self.words.update({f"splash {d}".lower(): ("splash", d) for d in k.splash})
        self.words.update({fire.lower(): ("indirect", fire) for fire in k.indirect})
        for hold in (*k.hands, *k.heavy_hands):
            self.words[f"point blank {hold}".lower()] = ("point_blank", hold)

    def part(self, part: str) -> None:
        word = part.lower().replace("\u2019", "'")
        if word == "area of effect":
            for flag in AREA:
                self.put(flag, True, part)
        elif word in self.words:
            self.put(*self.words[word], part)
        elif part.startswith("[") and part.endswith("]"):
            self.other(part[1:-1])
        elif word and not self.number(word, part) and not self.pattern(word, part):
            near = difflib.get_close_matches(word, self.words, 1)
            legal = f"did you mean {near[0]}?" if near else ""
            self.refusals.append(Refusal(f"{part[:60]!r} is not understood", "", legal))

    def put(self, field: str, value: Any, part: str) -> None:
        if field in self.values:
            self.refusals.append(Refusal(f"{part[:60]!r}: it has that already", ""))
        self.values[field] = value

    def other(self, name: str) -> None:
        names = self.values.get("others", ())
        if name not in self.k.others or name in names:
            self.refusals.append(Refusal(f"{name[:60]!r} is in no table", "VOR-GAP-39"))
        self.values["others"] = tuple(sorted({*names, name}))

    def number(self, word: str, part: str) -> bool:
        for pattern, field in _PATTERNS:
            found = re.fullmatch(pattern, word)
            if found is not None:
                self.put(field, int(found[1]), part)
                return True
        for prefix, field in (("am ", "am"), ("base am ", "base_am")):
            if re.fullmatch(prefix + "[+-]?[0-9]", word):
                self.put(field, int(word.removeprefix(prefix)), part)
                return True
        return False

    def pattern(self, word: str, part: str) -> bool:
        found = _RADIUS.fullmatch(word)
        if found is not None:
            self.put(found[1], 2 * int(found[2]) + (found[3] is not None), part)
            return True
        found = _PARRY.fullmatch(word)
        if found is not None and (found[1] or found[2]):
            for group, field in ((found[1], "parry"), (found[2], "parry_ranged")):
                if group:
                    self.put(field, int(group), part)
            return True
        found = _FULL_AUTO.fullmatch(word)
        if found is not None and (found[3] is None or found[3] in self.k.templates):
            self.put("full_auto", int(found[1]), part)
            self.put("hits", int(found[2]), part)
            self.put("template", found[3] or "2x4", part)
            return True
        found = _ARC.fullmatch(part)
        if found is not None and int(found[1]) in ARCS:
            self.put("arc", int(found[1]), part)
            self.put("blind", (found[2] or "").strip(), part)
            return True
        return False
