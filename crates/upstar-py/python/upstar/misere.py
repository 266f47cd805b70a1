"""Misère play: genera, quotients, outcomes of heaps of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterator, List, Optional, Union

from ._errors import Error
from ._lab import Hear, Session, shared
from .heaps import Certificate
from .values import Genus

if TYPE_CHECKING:
    from .display import Svg


class Element:
    """An element of a quotient: sums of heaps multiply, and ``x in q.P`` says who wins.

    >>> from upstar import misere
    >>> q = misere("kayles").solve()
    >>> q[9], q[9] * q[8], q[1] ** 2 == q.one
    (d, cf, True)
    """

    def __init__(self, quotient: Quotient, number: int) -> None:
        self._quotient = quotient
        self._number = number

    def __mul__(self, other: Element) -> Element:
        if not isinstance(other, Element):
            return NotImplemented
        if self._quotient is not other._quotient:
            raise Error("elements of two quotients do not mix")
        product = self._quotient._tables["products"][self._number][other._number]
        return Element(self._quotient, product)

    def __pow__(self, n: int) -> Element:
        if n < 0:
            raise Error("an element has no negative powers")
        power, square = self._quotient.one, self
        while n:
            if n & 1:
                power = power * square
            square, n = square * square, n >> 1
        return power

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Element):
            return NotImplemented
        return self._quotient is other._quotient and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self._quotient), self._number))

    @property
    def is_P(self) -> bool:
        """Does whoever starts lose?"""
        return bool(self._quotient._tables["p"][self._number])

    def __repr__(self) -> str:
        return str(self._quotient._tables["elements"][self._number])


class Quotient:
    """The misère quotient of a heap game.

    >>> from upstar import misere
    >>> q = misere("kayles").solve()
    >>> q.order, q.p_portion, q[9] * q[8] in q.P, q[8] * q[8] in q.P
    (40, 9, False, True)
    >>> len(q.elements), sorted(map(str, q.P))[:3], q[10**100]
    (40, ['a', 'ac', 'ac^2'], ab^2)
    >>> len(q), len(list(q)), q[9] in q
    (40, 40, True)
    """

    def __init__(
        self, game: Misere, found: Dict[str, Any], certificate: Optional[str], seconds: Optional[float]
    ) -> None:
        self._misere = game
        self._certificate = certificate
        self._seconds = seconds
        self._known: Optional[Dict[str, Any]] = None
        self.found = found

    @property
    def _tables(self) -> Dict[str, Any]:
        if self._known is None:
            heaps = None if self.complete else str(self.found["heaps"])
            self._known = self._misere._lab.ask(
                "quotient-tables", code=self._misere.code, heaps=heaps, seconds=self._seconds
            )
        if not self._known["elements"]:
            raise Error(f"a quotient of {self.order} elements has no table", "size")
        return self._known

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
        return len(self.found["p_portion"])

    @property
    def elements(self) -> List[Element]:
        """All elements."""
        return [Element(self, number) for number in range(len(self._tables["elements"]))]

    @property
    def P(self) -> FrozenSet[Element]:
        """The P-portion: the elements whose sums are lost for whoever starts."""
        return frozenset(element for element in self.elements if element.is_P)

    @property
    def one(self) -> Element:
        """The element of the sum of no heaps."""
        return self[0]

    @property
    def presentation(self) -> str:
        """Generators and relations."""
        return str(self.found["presentation"])

    def __iter__(self) -> Iterator[Element]:
        """All elements, as in ``elements``."""
        return iter(self.elements)

    def __len__(self) -> int:
        """How many elements there are."""
        return self.order

    def __contains__(self, element: object) -> bool:
        """Whether this is an element of this quotient."""
        return isinstance(element, Element) and element._quotient is self

    def __getitem__(self, heap: int) -> Element:
        """The element of a heap."""
        if heap < 0:
            raise Error("sizes of heaps are not negative")
        near: List[int] = self._tables["heaps"]
        if heap < len(near):
            return Element(self, near[heap])
        names: List[str] = self.found["pretending"]
        if heap > len(names):
            if not self.complete:
                raise Error(f"this quotient goes to heap {self.found['heaps']}", "domain")
            start, period = self.found["preperiod"], self.found["period"]
            heap = max(start, 1) + (heap - max(start, 1)) % period
        return Element(self, self._tables["elements"].index(names[heap - 1]))

    def certificate(self) -> Certificate:
        """The proof."""
        if self._certificate is None:
            raise Error("this solution has no certificate", "open")
        return Certificate(self._certificate, self._misere._lab)

    def picture(self) -> Svg:
        """The sums of two heaps, filled where whoever starts loses."""
        from .display import matrix_svg

        return matrix_svg(self._tables["pairs"], f"P-positions of two heaps of {self._misere.code}")

    def __repr__(self) -> str:
        state = "complete" if self.complete else f"to heap {self.found['heaps']}"
        return f"<misère quotient of {self._misere.code}: order {self.order}, {self.p_portion} P, {state}>"

    def _repr_html_(self) -> str:
        from html import escape

        words = f"{escape(repr(self))}<br><code>{escape(self.presentation)}</code>"
        try:
            return f"<figure>{self.picture()}<figcaption>{words}</figcaption></figure>"
        except Error:
            return f"<p>{words}</p>"


class Misere:
    """A heap game, or any impartial ruleset, when the last move loses.

    >>> from upstar import misere
    >>> misere(".77").genus(9), misere(".77").outcome("9+8")
    ('4^046', 'N')
    """

    def __init__(self, code: str, lab: Optional[Session] = None) -> None:
        self.code = code
        self._lab = lab or shared()

    def _ask(self, kind: str, *, seconds: Optional[float] = None, **fields: Any) -> Dict[str, Any]:
        return self._lab.ask("misere", misere=kind, code=self.code, seconds=seconds, **fields)

    def genus(self, position: Union[int, str], **limits: Any) -> Genus:
        """The genus of a heap or a sum of heaps."""
        return Genus(self._ask("genus", position=str(position), **limits)["genus"])

    def genera(self, to: int, **limits: Any) -> List[Genus]:
        """The genera of the heaps 0, 1, ..., ``to``."""
        return [Genus(text) for text in self._ask("genus-table", to=str(to), **limits)["genus"]]

    def frame(self, to: int, **limits: Any) -> Any:
        """Genus and class of every heap as a table of pandas."""
        import pandas

        found = self._ask("genus-table", to=str(to), **limits)
        columns = {"genus": found["genus"], "class": found["class"]}
        return pandas.DataFrame(columns, index=pandas.RangeIndex(len(found["genus"]), name="heap"))

    def outcome(self, position: Union[int, str], **limits: Any) -> str:
        """``N`` or ``P``."""
        return str(self._ask("outcome", position=str(position), **limits)["class"])

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
        most = None if heaps is None else str(heaps)
        fields = {"misere": "solve", "code": self.code, "heaps": most, "certificate": True}
        found, certificate = self._lab._ask_certified("misere", seconds, progress, fields)
        return Quotient(self, found, certificate, seconds)

    def __repr__(self) -> str:
        return f"misere({self.code!r})"


def misere(code: str, lab: Optional[Session] = None) -> Misere:
    """Misère play of a code or a name."""
    return Misere(code, lab)
