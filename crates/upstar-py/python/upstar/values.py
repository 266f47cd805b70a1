"""What values look like from outside: genera digit by digit, thermographs wall by wall."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, List, NamedTuple, Optional, Tuple, Union

from ._errors import Error
from ._lab import shared
from .display import Svg

_NUMBER = r"\d|\[\d+\]"


class Genus(str):
    """A genus as it is written, and what stands in it.

    >>> from upstar import misere
    >>> g = misere(".77").genus(9)
    >>> g, g.base, g.superscript, g.is_tame
    ('4^046', 4, (0, 4, 6), False)
    >>> [g.plus_twos(n) for n in range(6)]
    [0, 4, 6, 4, 6, 4]
    """

    @property
    def base(self) -> Optional[int]:
        """The nim-value in normal play; ``None`` where it is not known."""
        found = re.match(_NUMBER, self)
        return int(found.group().strip("[]")) if found else None

    @property
    def superscript(self) -> Tuple[int, ...]:
        """The misère nim-values beside no ``*2``, one, two, ...; the last two go on for ever."""
        numbers = self.partition("^")[2]
        if re.fullmatch(f"({_NUMBER})+", numbers) is None:
            raise Error(f"the genus {str(self)!r} does not say all of its superscript", "open")
        return tuple(int(digit.strip("[]")) for digit in re.findall(_NUMBER, numbers))

    def plus_twos(self, n: int) -> int:
        """The misère nim-value of the sum with ``n`` copies of ``*2``."""
        digits = self.superscript
        last = len(digits) - 1
        return digits[n if n <= last else last - (n - last) % 2]

    @property
    def is_tame(self) -> bool:
        """Is it the genus of a position of Nim?"""
        base, digits = self.base, self.superscript
        if base is None:
            return False
        return digits == (base, base ^ 2) or (base, digits) in ((0, (1, 2, 0)), (1, (0, 3, 1)))


class Wall(NamedTuple):
    """One wall of a thermograph.

    >>> from upstar import game
    >>> wall = game("{3||2|1}").thermograph.right
    >>> wall.mast, wall.temperatures, wall.slopes
    (Fraction(9, 4), (Fraction(3, 4), Fraction(1, 2)), (0, 1, 0))
    >>> wall.at(0), wall.at(Fraction(5, 8)), wall.at(9)
    (Fraction(2, 1), Fraction(17, 8), Fraction(9, 4))
    """

    mast: Fraction
    temperatures: Tuple[Fraction, ...]
    slopes: Tuple[int, ...]

    def at(self, temperature: Union[int, Fraction]) -> Fraction:
        """Where it stands at a temperature."""
        place = Fraction(self.mast)
        # Below each corner the wall has the next slope, down to the corner after it.
        ends = (*self.temperatures[1:], Fraction(-1))
        for top, bottom, slope in zip(self.temperatures, ends, self.slopes[1:]):
            place -= slope * max(Fraction(0), top - max(bottom, temperature))
        return place


class Thermograph(Svg):
    """A thermograph: a picture that shows itself, with its walls.

    >>> from upstar import game
    >>> t = game("{3||2|1}").thermograph
    >>> t, t.mean, t.temperature, t.left.at(0), t.right.at(0)
    (<thermograph of {3||2|1}>, Fraction(9, 4), Fraction(3, 4), Fraction(3, 1), Fraction(2, 1))
    """

    game: str

    def __new__(cls, game: object) -> Thermograph:
        from .display import thermograph

        self = super().__new__(cls, thermograph(game))
        self.game = str(game)
        return self

    def __repr__(self) -> str:
        return f"<thermograph of {self.game}>"

    def __reduce__(self) -> Any:
        return Thermograph, (self.game,)

    def _wall(self, side: str) -> Wall:
        game = shared().game(self.game)
        mast, temperatures, slopes = (
            game.call(f"Thermograph.{side}Wall.{fact}") for fact in ("Mast", "CriticalTemperatures", "Slopes")
        )
        corners: List[Fraction] = [Fraction(str(t)) for t in temperatures]
        return Wall(Fraction(str(mast)), tuple(corners), tuple(int(s) for s in slopes))

    @property
    def left(self) -> Wall:
        """The left wall."""
        return self._wall("Left")

    @property
    def right(self) -> Wall:
        """The right wall."""
        return self._wall("Right")

    @property
    def mean(self) -> Fraction:
        """Where the mast stands."""
        return self.left.mast

    @property
    def temperature(self) -> Fraction:
        """Where the walls meet; below 0 for numbers."""
        return Fraction(str(shared().game(self.game).temperature))
