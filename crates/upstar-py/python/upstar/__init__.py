"""Upstar: a laboratory for combinatorial games.

>>> from upstar import game, up, star, rules, heaps, misere
>>> g = game("{3||2|1}") + up + star
>>> g, g.outcome, g.mean, g.temperature
({3^*||2^*|1^*}, 'L', Fraction(9, 4), Fraction(3, 4))
>>> star <= 0, 0 <= star, star.confused(0)
(False, False, True)
>>> rules("nim")("3+5+7").best("left").to
'6+5+3'
"""

from __future__ import annotations

from typing import Any, List, Optional

from ._core import Game, __version__
from ._errors import Error, Stopped
from ._lab import Calculator, Session, renamed, shared
from ._order import sort_key
from .heaps import Certificate, Period, Sequence, heaps
from .misere import Element, Misere, Quotient, misere
from .page import Page, lab
from .positions import Move, Moves, Position, Rules, all_rules, rules, rules_from
from .values import Genus, Thermograph, Wall

__all__ = [
    "Calculator",
    "Certificate",
    "Element",
    "Error",
    "Game",
    "Genus",
    "Misere",
    "Move",
    "Moves",
    "Page",
    "Period",
    "Position",
    "Quotient",
    "Rules",
    "Sequence",
    "Session",
    "Stopped",
    "Thermograph",
    "Wall",
    "__version__",
    "all_rules",
    "eval",
    "game",
    "heaps",
    "lab",
    "make",
    "misere",
    "nim",
    "rules",
    "rules_from",
    "sort_key",
    "star",
    "switch",
    "up",
    "zero",
]


def game(text: Any, seconds: Optional[float] = None) -> Game:
    """The game that is written so, in the laboratory that everybody shares.

    >>> game("{1|-1}") == switch(1), game(3) + game("1/2")
    (True, 7/2)
    """
    return shared().game(text, seconds)


def make(left: List[Any], right: List[Any]) -> Game:
    """The game with these options.

    >>> make([0], [star])
    ^
    """
    return shared().make(left, right)


def nim(n: int) -> Game:
    """The nimber ``*n``."""
    if n < 0:
        raise Error("there is no negative nimber", "domain")
    return game(f"*{int(n)}")


def switch(x: Any) -> Game:
    """The switch ``{x|-x}``."""
    return game(f"+-({x})")


def eval(source: str, seconds: Optional[float] = None) -> Any:
    """Evaluates statements of the calculator in the laboratory that everybody shares; variables stay.

    >>> eval("g := {3||2|1}; g.Mean + *")
    9/4*
    >>> eval("[n^2 for n from 1 to 4]")
    [1, 4, 9, 16]
    """
    return shared().eval(source, seconds)



_RENAMED = {"Lab": "Session", "house_order": "sort_key"}


def __getattr__(name: str) -> Any:
    if name not in _RENAMED:
        raise AttributeError(f"module 'upstar' has no attribute {name!r}")
    renamed(name, _RENAMED[name])
    return globals()[_RENAMED[name]]


zero: Game = game(0)
star: Game = game("*")
up: Game = game("^")
