"""A total order of games that refines their partial order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, List, Tuple

from ._core import Game
from ._errors import Error
from ._lab import shared

Label = Tuple[Any, ...]


class _Line:
    """Games that agree in mean and stops, each with a label, in an order that refines ``<=``.

    A new game goes after every game that is less than or equal to it and before every game that is
    greater, so no label ever changes. The order of confused games is that in which they came.
    """

    def __init__(self) -> None:
        self.games: List[Game] = []
        self.labels: List[Fraction] = []
        self.known: Dict[Game, Fraction] = {}

    def label(self, g: Game) -> Fraction:
        if g in self.known:
            return self.known[g]
        place = len(self.games)
        while place and not self.games[place - 1] <= g:
            place -= 1
        before = self.labels[place - 1] if place else None
        after = self.labels[place] if place < len(self.labels) else None
        if before is None:
            label = Fraction(0) if after is None else after - 1
        else:
            label = before + 1 if after is None else (before + after) / 2
        self.games.insert(place, g)
        self.labels.insert(place, label)
        self.known[g] = label
        return label


_lines: Dict[Label, _Line] = {}


def _measures(g: Game) -> Label:
    """Numbers that are never less for a greater game: the mean and the stops."""
    try:
        return (0, g.mean, *g.stops)
    except Error:
        pass
    try:
        return (0, g.fraction, g.fraction, g.fraction)
    except (Error, ValueError, TypeError):
        return (1, Fraction(0))


def _in_one_session(g: Game) -> Game:
    """The same game in the session that everybody shares: only games of one session compare."""
    try:
        shared().game(0) <= g
        return g
    except Error:
        return g.copy_into(shared())


def sort_key(g: Game) -> Label:
    """A key for ``sorted``: a total order in which a lesser game comes before a greater one.

    Games are ordered by mean and stops. Confused games that agree in these come in the order in
    which this process first asked for their keys. Games that have no mean, such as ``on`` and
    ``omega``, come last, in their own order.

    >>> from upstar import game, star
    >>> sorted([game(1), star, game(-1)], key=sort_key)
    [-1, *, 1]
    """
    g = _in_one_session(g)
    measures = _measures(g)
    return (*measures, _lines.setdefault(measures, _Line()).label(g))
