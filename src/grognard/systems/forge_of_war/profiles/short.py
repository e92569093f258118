"""The short form CV7-SV6-FV5-AV1-W1, and riders on foot."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from grognard.systems.forge_of_war.profiles.loader import load_catalogue
from grognard.systems.forge_of_war.profiles.rows import DataError
from grognard.systems.forge_of_war.profiles.troops import Profile, Training, faults, usual_most

# FOW-3.1-01: always in this order; what they are called in data files.
_VALUES: Final = {"CV": "cv", "SV": "sv", "FV": "fv", "AV": "av", "W": "wounds"}
_VALUE: Final = re.compile(
    r"\s*(?P<label>[A-Za-z]+)\s*[:=]?\s*(?P<value>-?[0-9]{1,6})"
    r"(?:\s*\(\s*(?P<extra>-?[0-9]{1,6})\s*\))?\s*[-–/,;]?\s*"
)
_ARMOUR: Final = re.compile(r"\s*([0-9]{1,6})\s*(?:\(\s*(-?[0-9]{1,6})\s*\))?\s*")


def parse_profile(
    text: str, name: str = "", training: Training | None = None, vehicle: bool | None = None
) -> Profile:
    """Read CV-SV-FV-AV-W; brackets after FV are attacks, after AV they make it a vehicle.

    Professional unless told otherwise. Raises `DataError`, which names the value that is wrong.

    >>> parse_profile("CV7-SV6-FV5(2)-AV1-W1").attacks
    2
    >>> parse_profile("CV7-SV6-FV0-AV7(1)-W1").av_at("rear")
    6
    """
    entry = name or text.strip()
    numbers: list[int] = []
    extras: dict[str, int] = {}
    at = 0
    for label, field in _VALUES.items():
        found = _VALUE.match(text, at)
        if found is None or found["label"].upper() != label:
            what = repr(text[at:].strip()) if text[at:].strip() else "the end"
            why = f"{label} and a number expected at {what}; write CV7-SV6-FV5-AV1-W1"
            raise DataError("", entry, field, why, "FOW-3.1-01")
        numbers.append(int(found["value"]))
        if found["extra"] is not None:
            extras[label] = int(found["extra"])
        at = found.end()
    if text[at:].strip():
        why = f"nothing may follow: {text[at:]!r}"
        raise DataError("", entry, "wounds", why, "FOW-3.1-01")
    for label in extras:
        if label not in ("FV", "AV"):
            why = "only FV (attacks) and AV (facing) take a number in brackets"
            raise DataError("", entry, _VALUES[label], why, "FOW-3.1-05")
    cv, sv, fv, av, wounds = numbers
    if vehicle is None:
        vehicle = "AV" in extras  # FOW-10.3-01
    if training is None:
        training = load_catalogue().training("Professional")
    profile = Profile(
        name,
        training,
        cv,
        sv,
        fv,
        av,
        wounds=wounds,
        attacks=extras.get("FV", 1),
        type="cavalry" if vehicle else "infantry",
        vehicle=vehicle,
        facing=extras.get("AV", 0),
        move=load_catalogue().base_move("cavalry" if vehicle else "infantry", vehicle),
        size_min=1 if vehicle else 5,
        size_max=1 if vehicle else usual_most(training),
    )
    for fault in faults(profile):
        raise DataError("", entry, fault.field, fault.why, fault.clause)
    return profile


def parse_armour(text: str) -> tuple[int, int]:
    """A vehicle's armour and its facing modifier (FOW-10.3-01).

    >>> parse_armour("7(1)")
    (7, 1)
    """
    found = _ARMOUR.fullmatch(text)
    if found is None:
        raise DataError("", text, "av", "write 7, or 7(1) for a vehicle", "FOW-10.3-01")
    return int(found[1]), int(found[2] or 0)


def dismounted(profile: Profile) -> Profile:
    """What riders become on foot: what their list says, else themselves at 6" (FOW-3.3-05).

    Their values, training and weapons stay; the type and the move of Infantry come (FOW-GAP-77).
    """
    if profile.type != "cavalry" or profile.vehicle:
        why = "only cavalry dismounts"
        clause = "FOW-GAP-85" if profile.vehicle else "FOW-3.3-04"
        raise DataError("", profile.name, "type", why, clause)
    if profile.dismount is not None:
        return replace(profile.dismount, commander=profile.commander)
    move = load_catalogue().base_move("infantry", False)
    return replace(profile, type="infantry", move=move)
