"""The attributes by which rules of a class of your own answer.

Engines keep what they learn of rules, so rules must stay as they are. A snapshot tells whether they did: it has
every attribute of the object and of its classes whose name does not begin with an underscore. Lists, tuples, sets and
dictionaries are compared by content, up to some size; other objects by identity.
"""

from __future__ import annotations

from typing import Any, Dict, List

#: How many members of containers are compared; larger ones count by identity and length.
MOST_MEMBERS = 10_000
#: How deeply containers are compared.
MOST_NESTED = 20

_PLAIN = (int, str, bytes, bool, float, complex, type(None))


class _Same:
    """An object that equals itself alone; it is kept, so that its identity is not used again."""

    __slots__ = ("thing", "length")

    def __init__(self, thing: Any, length: int = 0) -> None:
        self.thing, self.length = thing, length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.thing is other.thing and self.length == other.length

    __hash__ = None  # type: ignore[assignment]


def _frozen(value: Any, left: List[int], depth: int) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        # A number that is no number differs from itself.
        return (kind, value if value == value else repr(value))
    if kind not in (list, tuple, set, frozenset, dict):
        return _Same(value)
    left[0] -= len(value)
    if left[0] < 0 or depth > MOST_NESTED:
        return _Same(value, len(value))
    if kind in (set, frozenset):
        return (kind, frozenset(value))
    if kind is dict:
        return (kind, [(_frozen(k, left, depth + 1), _frozen(v, left, depth + 1)) for k, v in value.items()])
    return (kind, [_frozen(part, left, depth + 1) for part in value])


def snapshot(thing: Any, above: type) -> Dict[str, Any]:
    """Return the attributes of an object and of its classes below ``above``, to be compared later."""
    left = [MOST_MEMBERS]
    found: Dict[str, Any] = {}
    for cls in reversed(type(thing).__mro__):
        if issubclass(cls, above) and cls is not above:
            found.update((f"{cls.__name__}.{name}", _frozen(part, left, 0)) for name, part in _public(vars(cls)))
    found.update((name, _frozen(part, left, 0)) for name, part in _public(vars(thing)))
    return found


def _public(attributes: Any) -> List[Any]:
    return [(name, part) for name, part in list(attributes.items()) if not name.startswith("_")]


def changes(before: Dict[str, Any], after: Dict[str, Any]) -> List[str]:
    """Return the names of the attributes that differ, sorted."""
    missing = object()
    names = {*before, *after}
    return sorted(name for name in names if before.get(name, missing) != after.get(name, missing))
