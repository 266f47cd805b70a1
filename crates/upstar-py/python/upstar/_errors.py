"""What can go wrong: a question that is not understood, or a limit that came first."""

from __future__ import annotations

import re
from typing import Optional, Tuple, Union


class Error(ValueError):
    """A question without an answer.

    ``kind`` is a short name for programs (``syntax``, ``name``, ``domain``, ...), ``span`` the place in
    ``input`` that is to blame, in characters, and ``hint`` a way out where there is an obvious one.
    """

    __module__ = "upstar"

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
        super().__init__(_with_caret(message, span, input, hint))
        self.kind = kind
        self.span = span
        self.input = input
        self.field = field
        self.hint = hint


class Stopped(TimeoutError):
    """A limit of time or memory came first; ``known`` is what was found until then, if anything."""

    __module__ = "upstar"

    kind = "stopped"

    def __init__(self, message: str, known: Optional[str] = None) -> None:
        super().__init__(message)
        self.known = known


def _with_caret(
    message: str, span: Optional[Tuple[int, int]], source: str, hint: Optional[str]
) -> str:
    """The message, the line it is about with the place marked, and the way out.

    >>> print(_with_caret("`x` is no heap", (2, 3), "3+x", "heaps are numbers"))
    `x` is no heap
      3+x
        ^
      hint: heaps are numbers
    """
    if span is not None and source:
        start, end = span
        first = source.rfind("\n", 0, start) + 1
        line = source[first:].split("\n", 1)[0]
        width = max(1, min(end, first + len(line)) - start)
        if len(line) <= 200:
            number = "" if line == source else f"line {source.count(chr(10), 0, first) + 1}: "
            message = f"{message}\n  {number}{line}\n  {' ' * (len(number) + start - first)}{'^' * width}"
    return message if hint is None or hint in message else f"{message}\n  hint: {hint}"


def from_refusal(
    kind: str,
    message: str,
    span: Optional[Tuple[int, int]],
    source: str,
    field: str,
    hint: Optional[str],
) -> Union[Error, Stopped]:
    """The exception for a refusal of the engine, whose places are counted in bytes."""
    again = re.match("stopped: (the position .*? comes again): the game is loopy", message, re.DOTALL)
    if again is not None:
        hint = "if the game may go in circles, its class says loopy = True"
        return Error(f"{again.group(1)}, and the game should have an end", "loopy", hint=hint)
    # What the command line says of its options.
    message = message.replace("`--time`", "`seconds=`").replace("`--memory`", "`Session(memory=...)`")
    if kind == "stopped":
        return Stopped(message, message.partition("; ")[2] or None)
    if span is not None:
        data = source.encode()
        start, end = (len(data[:at].decode(errors="replace")) for at in span)
        span = (start, end)
    return Error(message, kind, span, source, field, hint)
