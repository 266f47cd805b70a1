"""What can go wrong: a question that is not understood, or a limit that came first."""

from __future__ import annotations

from typing import Optional, Tuple, Union


class Error(ValueError):
    """A question without an answer.

    ``kind`` is a short name for programs (``syntax``, ``name``, ``domain``, ...), ``span`` the place in
    ``input`` that is to blame, in characters, and ``hint`` a way out where there is an obvious one.
    """

    kind: str
    span: Optional[Tuple[int, int]]
    input: str
    field: str
    hint: Optional[str]

    def __init__(
        self,
        message: str,
        kind: str = "argument",
        span: Optional[Tuple[int, int]] = None,
        input: str = "",
        field: str = "",
        hint: Optional[str] = None,
    ) -> None:
        super().__init__(_with_caret(message, span, input))
        self.kind = kind
        self.span = span
        self.input = input
        self.field = field
        self.hint = hint


class Stopped(TimeoutError):
    """A limit of time or memory came first; ``known`` is what was found until then, if anything."""

    kind = "stopped"

    def __init__(self, message: str, known: Optional[str] = None) -> None:
        super().__init__(message)
        self.known = known


def _with_caret(message: str, span: Optional[Tuple[int, int]], source: str) -> str:
    if span is None or not source or "\n" in source or len(source) > 200:
        return message
    start, end = span
    return f"{message}\n  {source}\n  {' ' * start}{'^' * max(1, end - start)}"


def from_refusal(
    kind: str,
    message: str,
    span: Optional[Tuple[int, int]],
    source: str,
    field: str,
    hint: Optional[str],
) -> Union[Error, Stopped]:
    """The exception for a refusal of the engine, whose places are counted in bytes."""
    if kind == "stopped":
        return Stopped(message)
    if span is not None:
        data = source.encode()
        start, end = (len(data[:at].decode(errors="replace")) for at in span)
        span = (start, end)
    return Error(message, kind, span, source, field, hint)
