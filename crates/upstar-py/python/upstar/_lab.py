"""Laboratories: where games live and questions are answered.

There is one that everybody shares; ``with Session(memory="2G") as lab:`` gives another one that is freed at the end.
"""

from __future__ import annotations

import json
import re
import warnings
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import _core
from ._closing import Closing
from ._core import Game
from ._errors import Error

Manner = Dict[str, Any]
Hear = Callable[[str, int, Optional[int]], None]


def amount(size: Union[None, int, float, str]) -> Optional[int]:
    """A number of bytes: ``2**30``, ``"500M"``, ``"2G"``.

    >>> amount("1.5K"), amount(10), amount(None)
    (1500, 10, None)
    """
    if size is None:
        return None
    if not isinstance(size, str):
        if not 0 <= size < 2**63:
            raise Error("an amount of memory is a number of bytes from 0 on", "argument")
        return int(size)
    found = re.fullmatch(r"\s*([0-9.]+)\s*([KMGT]?)B?\s*", size, re.IGNORECASE)
    try:
        number = float(found.group(1)) if found else None
    except ValueError:
        number = None
    if found is None or number is None:
        raise Error(f"{size!r} is no amount of memory; write 500M or 2G", "argument")
    return int(number * 1000 ** " KMGT".index(found.group(2).upper() or " "))


def manner(
    compound: str = "sum",
    play: str = "normal",
    variant: Optional[str] = None,
    endless: str = "draw",
    whole: bool = False,
) -> Manner:
    """How positions are played, as the engine reads it."""
    chosen: Manner = {"compound": compound, "play": play, "endless": endless, "whole": whole}
    if variant is not None:
        chosen["variant"] = variant
    return chosen


def renamed(old: str, new: str) -> None:
    """Say that a name is an old one."""
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=3)


class Session(Closing):
    """Games, rules and everything learnt about them: one store that the calculator and all questions share.

    Of ``memory`` a quarter is for batches; ``threads`` is how many cores a batch uses.

    >>> from upstar import Session
    >>> with Session(memory="100M") as lab:
    ...     lab.game("{3||2|1}") + 1
    {4||3|2}
    """

    def __init__(self, memory: Union[None, int, str] = None, threads: Optional[int] = None) -> None:
        if threads is not None and not 1 <= threads < 2**16:
            raise Error("the number of threads is 1 or more", "argument")
        self._memory = amount(memory)
        self._threads = threads
        self._core = _core.Session(self._memory, threads)
        self._added = 0

    def __reduce__(self) -> Any:
        # What lives here is sent as text, and read where everybody's things live.
        return shared, ()

    def __copy__(self) -> Session:
        return self

    def __deepcopy__(self, memo: Any) -> Session:
        return self

    def close(self) -> None:
        """Frees what was learnt; further questions are refused."""
        self._core.close()

    @property
    def used(self) -> int:
        """The bytes that the values of this laboratory take."""
        return self._core.used

    def game(self, text: Any, seconds: Optional[float] = None) -> Game:
        """The game that is written so; a number is a game too."""
        if isinstance(text, int) and not isinstance(text, bool) and abs(text) < 2**62:
            return self._core.integer(text)
        return self._core.game(str(text), seconds)

    def make(self, left: List[Any], right: List[Any]) -> Game:
        """The game with these options: ``make([0], [0])`` is ``*``."""
        sides = [[g if isinstance(g, Game) else self.game(g) for g in side] for side in (left, right)]
        return self._core.make(sides[0], sides[1])

    def adopt(self, g: Game) -> Game:
        """Former name of ``g.copy_into(session)``."""
        renamed("adopt", "Game.copy_into")
        return g.copy_into(self)

    def eval(self, source: str, seconds: Optional[float] = None) -> Any:
        """Evaluates statements of the calculator; variables stay."""
        return self._core.eval(source, seconds)

    def ask(
        self,
        ask: str,
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
        **fields: Any,
    ) -> Dict[str, Any]:
        """Any question of the engine, with its answer as the command line gives it in JSON.

        >>> from upstar import Session
        >>> Session().ask("compare", rules="nim", left="3", right="2+1")["order"]
        '='
        """
        return self._ask_certified(ask, seconds, progress, fields)[0]

    def _ask_certified(
        self,
        ask: str,
        seconds: Optional[float],
        progress: Union[bool, Hear],
        fields: Dict[str, Any],
    ) -> Tuple[Dict[str, Any], Optional[str]]:
        # Other rules may go by a name that positions know.
        self._added += ask == "add-rules"
        question = {"ask": ask, **{key: value for key, value in fields.items() if value is not None}}
        with _Hearing(progress) as hear:
            text, certificate = self._core.ask(json.dumps(question), seconds, hear)
        return json.loads(text), certificate


class _Hearing:
    """A progress bar, a function of the caller's, or nothing."""

    def __init__(self, progress: Union[bool, Hear]) -> None:
        self._progress = progress
        self._new: Any = None
        self._bar: Any = None

    def __enter__(self) -> Optional[Hear]:
        if not self._progress:
            return None
        if self._progress is not True:
            return self._progress
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise Error("a progress bar needs the package tqdm: pip install tqdm", "name") from error
        self._new = tqdm
        return self._tell

    def _tell(self, what: str, done: int, of: Optional[int]) -> None:
        if self._bar is None:
            self._bar = self._new(total=of, desc=what)
        self._bar.total = of
        self._bar.set_description(what, refresh=False)
        self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


_shared: List[Session] = []


def shared() -> Session:
    """The laboratory that everybody shares."""
    if not _shared:
        _shared.append(Session())
    return _shared[0]


class Calculator:
    """A calculator with variables of its own; its games mix with all others.

    >>> from upstar import Calculator, up
    >>> one, other = Calculator(), Calculator()
    >>> one.eval("g := {1|*}"), other.eval("g := 3"), one.eval("g") + up
    ({1|*}, 3, {1^|^*})
    """

    def __init__(self, memory: Union[None, int, str] = None) -> None:
        self._lab = Session(memory)

    def __reduce__(self) -> Any:
        raise TypeError("a session has variables and stays where it is")

    def eval(self, source: str, seconds: Optional[float] = None) -> Any:
        """Evaluates statements; variables stay."""
        return _copied(self._lab.eval(source, seconds))


def _copied(value: Any) -> Any:
    """A value whose games live where everybody's do."""
    if isinstance(value, Game):
        return value.copy_into(shared())
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(map(_copied, value))
    if isinstance(value, dict):
        return {_copied(key): _copied(item) for key, item in value.items()}
    return value


def pair(verdicts: Dict[str, str]) -> Tuple[str, str]:
    """What Left and Right get, each moving first."""
    return verdicts["left_first"], verdicts["right_first"]
