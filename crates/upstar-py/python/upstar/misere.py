"""Misère play: genera, quotients, outcomes of heaps of any size."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from ._errors import Error
from ._lab import Hear, Lab, shared
from .heaps import Certificate


class Element:
    """An element of a quotient: sums of heaps multiply, and ``x in q.P`` says who wins."""

    def __init__(self, quotient: Quotient, heaps: List[int]) -> None:
        self._quotient = quotient
        self.heaps = sorted(heaps)

    def __mul__(self, other: Element) -> Element:
        if self._quotient is not other._quotient:
            raise Error("elements of two quotients do not mix")
        return Element(self._quotient, self.heaps + other.heaps)

    def __pow__(self, n: int) -> Element:
        return Element(self._quotient, self.heaps * n)

    @property
    def is_P(self) -> bool:
        """Does whoever starts lose?"""
        return self._quotient._misere.outcome("+".join(map(str, self.heaps)) or "0") == "P"

    def __repr__(self) -> str:
        return "+".join(map(str, self.heaps)) or "0"


class _PPortion:
    """The elements whose sums are lost for whoever starts."""

    def __init__(self, quotient: Quotient) -> None:
        self._quotient = quotient

    def __contains__(self, element: Element) -> bool:
        return element.is_P

    def __len__(self) -> int:
        return self._quotient.p_portion


class Quotient:
    """The misère quotient of a heap game.

    >>> from upstar import misere
    >>> q = misere("kayles").solve()
    >>> q.order, q.p_portion, q[9] * q[8] in q.P, q[8] * q[8] in q.P
    (40, 9, False, True)
    """

    def __init__(self, game: Misere, found: Dict[str, Any]) -> None:
        self._misere = game
        self.found = found

    @property
    def complete(self) -> bool:
        """Does it cover heaps of every size?"""
        return bool(self.found["complete"])

    @property
    def order(self) -> int:
        """How many elements there are."""
        return int(self.found["order"])

    @property
    def p_portion(self) -> int:
        """How many of them are P-positions."""
        portion = self.found["p_portion"]
        return portion if isinstance(portion, int) else len(portion)

    @property
    def P(self) -> _PPortion:
        """The P-portion, to ask whether an element is in it."""
        return _PPortion(self)

    @property
    def presentation(self) -> str:
        """Generators and relations."""
        return str(self.found["presentation"])

    def __getitem__(self, heap: int) -> Element:
        if heap < 0:
            raise Error("sizes of heaps are not negative")
        return Element(self, [heap])

    def certificate(self) -> Certificate:
        """The proof."""
        text = self._misere._ask("solve", certificate=True).get("certificate")
        if text is None:
            raise Error("this solution has no certificate", "open")
        return Certificate(text if isinstance(text, str) else __import__("json").dumps(text))

    def __repr__(self) -> str:
        state = "complete" if self.complete else f"to heap {self.found['heaps']}"
        return f"<misère quotient of {self._misere.code}: order {self.order}, {self.p_portion} P, {state}>"


class Misere:
    """A heap game, or any impartial ruleset, when the last move loses.

    >>> from upstar import misere
    >>> misere(".77").genus(9), misere(".77").outcome("9+8")
    ('4^046', 'N')
    """

    def __init__(self, code: str, lab: Optional[Lab] = None) -> None:
        self.code = code
        self._lab = lab or shared()

    def _ask(self, kind: str, *, seconds: Optional[float] = None, **fields: Any) -> Dict[str, Any]:
        return self._lab.ask("misere", misere=kind, code=self.code, seconds=seconds, **fields)

    def genus(self, position: Union[int, str], **limits: Any) -> str:
        """The genus of a heap or a sum of heaps."""
        return str(self._ask("genus", position=str(position), **limits)["genus"])

    def genera(self, to: int, **limits: Any) -> List[str]:
        """The genera of the heaps 0, 1, ..., ``to``."""
        return list(self._ask("genus-table", to=str(to), **limits)["genus"])

    def frame(self, to: int, **limits: Any) -> Any:
        """Genus and class of every heap as a table of pandas."""
        import pandas

        found = self._ask("genus-table", to=str(to), **limits)
        columns = {"genus": found["genus"], "class": found["class"]}
        return pandas.DataFrame(columns, index=pandas.RangeIndex(len(found["genus"]), name="heap"))

    def outcome(self, position: Union[int, str], **limits: Any) -> str:
        """``N`` or ``P``."""
        found = self._ask("outcome", position=str(position), **limits)
        return str(found.get("class") or found["outcome"])

    def moves(self, position: Union[int, str], **limits: Any) -> Dict[str, Any]:
        """Every winning move, with its reason."""
        return self._ask("moves", position=str(position), **limits)

    def solve(
        self,
        heaps: Optional[int] = None,
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
    ) -> Quotient:
        """The misère quotient, of all heaps or of those up to ``heaps``."""
        fields = {"heaps": None if heaps is None else str(heaps)}
        found = self._lab.ask(
            "misere", misere="solve", code=self.code, seconds=seconds, progress=progress, **fields
        )
        return Quotient(self, found)

    def __repr__(self) -> str:
        return f"misere({self.code!r})"


def misere(code: str, lab: Optional[Lab] = None) -> Misere:
    """Misère play of a code or a name."""
    return Misere(code, lab)
