"""The ids of all things: made from their keys, so that files written apart fit together."""

from __future__ import annotations

import hashlib
from typing import Final

from grognard.forces.catalogue import Catalogue, Choice, Entry

OURS: Final = "grognard-"


def game_id(system: str) -> str:
    return OURS + system


def ident(*words: str) -> str:
    """As BattleScribe writes them: 1a2b-3c4d-5e6f-7a8b."""
    digest = hashlib.sha256("\x1f".join(words).encode()).hexdigest()
    return "-".join(digest[n : n + 4] for n in range(0, 16, 4))


def cost_id(system: str) -> str:
    return ident(system, "cost")


def force_id(system: str) -> str:
    return ident(system, "force")


def catalogue_id(catalogue: Catalogue) -> str:
    return ident(catalogue.system, catalogue.key)


def category_id(system: str, tag: str) -> str:
    return ident(system, "category", tag)


def profile_type_id(system: str) -> str:
    return ident(system, "profile")


def characteristic_id(system: str, label: str) -> str:
    return ident(system, "profile", label)


def entry_id(catalogue: Catalogue, entry: Entry) -> str:
    return ident(catalogue.system, catalogue.key, entry.key)


def model_id(catalogue: Catalogue, entry: Entry) -> str:
    return ident(catalogue.system, catalogue.key, entry.key, "model")


def choice_id(catalogue: Catalogue, entry: Entry, choice: Choice) -> str:
    return ident(catalogue.system, catalogue.key, entry.key, "option", choice.key)


def value_id(catalogue: Catalogue, entry: Entry, choice: Choice, value: str) -> str:
    return ident(catalogue.system, catalogue.key, entry.key, "option", choice.key, value)


def is_held(catalogue: Catalogue, entry: Entry) -> bool:
    """Others may hold it: then it is shared, and reached by links."""
    return any(other.takes(entry) for other in catalogue.entries.values())


def link_id(catalogue: Catalogue, entry: Entry, holder: Entry | None) -> str:
    return ident(catalogue.system, catalogue.key, holder.key if holder else "", "link", entry.key)


def reference(catalogue: Catalogue, entry: Entry, holder: Entry | None) -> str:
    """How a roster names an entry: by the link through which it was reached, if there is one."""
    own = entry_id(catalogue, entry)
    if is_held(catalogue, entry):
        return f"{link_id(catalogue, entry, holder)}::{own}"
    return own
