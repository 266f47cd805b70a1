"""Taking and breaking: nim-sequences as arrays, periods with certificates."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterator, Optional, Union

from . import _core
from ._errors import Error
from ._lab import Hear, Session, _Hearing, amount, shared

if TYPE_CHECKING:
    import numpy


class Certificate:
    """A proof as JSON, which a checker that shares nothing with the engines follows step by step."""

    def __init__(self, text: str, lab: Optional[Session] = None) -> None:
        self.text = text
        self._lab = lab or shared()

    def verify(self, *, seconds: Optional[float] = None) -> bool:
        """Does the proof hold? ``statement`` says what it proves."""
        return bool(self._verified(seconds)["verdict"] == "verified")

    def _verified(self, seconds: Optional[float] = None) -> Dict[str, Any]:
        return self._lab.ask("verify", certificate=self.text, seconds=seconds)

    @property
    def statement(self) -> str:
        """What is proved, in one sentence."""
        return str(self._verified()["statement"])

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the certificate to a file, for ``upstar verify FILE``."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    def __repr__(self) -> str:
        return f"<certificate, {len(self.text)} bytes>"


@dataclass(frozen=True)
class Period:
    """The period of a nim-sequence: G(n + period) = G(n) + saltus from ``preperiod`` on."""

    code: str
    period: Optional[int]
    preperiod: Optional[int]
    saltus: Optional[int]
    proved: bool
    computed_to: int
    _certificate: Optional[str] = None
    #: ``verified`` by the checker, ``computed`` but not checked, or ``observed``; ``None`` without a period.
    status: Optional[str] = None

    def certificate(self) -> Certificate:
        """Return the certificate, which ``verify`` checks."""
        if self._certificate is None:
            raise Error(f"no period of {self.code} is proved", "open")
        return Certificate(self._certificate)


class Sequence:
    """The nim-values G(0), G(1), ... of heaps of a game.

    >>> from upstar import heaps
    >>> k = heaps("kayles")
    >>> k[:12].tolist(), k[1000]
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], 1)
    >>> k.period().period, k.period().certificate().verify()
    (12, True)
    """

    def __init__(self, code: str, lab: Optional[Session] = None, memory: Union[None, int, str] = None) -> None:
        self._lab = lab or shared()
        self._core = _core.Sequence(code, amount(memory))
        self._asked = code
        self._memory = memory

    def __reduce__(self) -> Any:
        return Sequence, (self._asked, self._lab, self._memory)

    @property
    def code(self) -> str:
        """The code."""
        return self._core.code

    def values(
        self,
        to: int,
        dtype: Any = "uint16",
        *,
        start: int = 0,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
    ) -> numpy.ndarray[Any, Any]:
        """G(start), ..., G(to - 1) as an array; it belongs to the caller and is read-only."""
        import numpy

        width = numpy.dtype(dtype).itemsize
        if numpy.dtype(dtype) not in (numpy.uint16, numpy.uint32):
            raise Error("nim-values are uint16 or uint32")
        if start < 0 or to < start:
            raise Error("sizes of heaps are not negative, and `start` comes before `to`")
        with _Hearing(progress) as hear:
            return numpy.asarray(self._core.values(start, to, width, seconds, hear))

    def __getitem__(self, index: Union[int, slice]) -> Any:
        if isinstance(index, slice):
            if index.stop is None or index.stop < 0 or (index.start or 0) < 0:
                raise Error("a sequence has no end: write k[:1000]")
            if index.step is not None and index.step < 1:
                raise Error("a sequence is read forwards")
            start = index.start or 0
            return self.values(max(start, index.stop), start=start)[:: index.step]
        if index < 0:
            raise Error("sizes of heaps are not negative")
        if index < max(self._core.known, 10**6):
            return int(self.values(index + 1, "uint32", start=index)[0])
        # Far away a proved period or a closed form answers at once.
        worth = self._lab.ask("value", rules=f"heaps({self.code})", position=str(index))["value"]
        return {"0": 0, "*": 1}.get(worth) or int(worth.lstrip("*") or 0)

    def __iter__(self) -> Iterator[int]:
        """All values, one after the other: there is no end of them."""
        start, stop = 0, 64
        while True:
            yield from self.values(stop, "uint32", start=start).tolist()
            start, stop = stop, min(2 * stop, stop + 2**16)

    def period(
        self,
        limit: Union[None, int, str] = None,
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
    ) -> Period:
        """Return the period; ``proved`` says whether the checker accepted its certificate."""
        fields = {"code": self._asked, "limit": None if limit is None else str(limit)}
        found, certificate = self._lab._ask_certified("heap-certificate", seconds, progress, fields)
        return Period(
            found["code"],
            found["period"],
            found["preperiod"],
            found["saltus"],
            found["proved"],
            found["computed_to"],
            certificate,
            found.get("status"),
        )

    @property
    def info(self) -> Dict[str, Any]:
        """The rules in words, the standard form, what is known."""
        return self._lab.ask("heap-info", code=self._asked)

    def plot(self, to: int = 500, raster: Optional[int] = None) -> Any:
        """The values as a picture: a scatter, or rows of a width, where a period becomes columns."""
        from .display import sequence_svg

        return sequence_svg(self.values(to, "uint32").tolist(), raster, self.code)

    def __repr__(self) -> str:
        return f"heaps({self.code!r})"


def heaps(code: str, lab: Optional[Session] = None) -> Sequence:
    """The heap game of a code or a name: ``heaps(".77")``, ``heaps("kayles")``."""
    return Sequence(code, lab)
