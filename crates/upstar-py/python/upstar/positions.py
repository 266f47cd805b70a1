"""Positions of rulesets: what they are worth, who wins, which moves win and why."""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from ._core import Game
from ._errors import Error
from ._lab import Hear, Session, _Hearing, manner, renamed, shared
from ._state import changes, snapshot

if TYPE_CHECKING:
    from .display import Svg

#: The most moves that a position lists.
MOST_MOVES = 2**20


@dataclass(frozen=True)
class Move:
    """A move: who makes it, what it leaves, and why that is good or bad."""

    player: str
    to: str
    name: str
    #: ``win``, ``draw`` or ``loss`` for the mover; ``None`` for moves that were listed without solving anything.
    verdict: Optional[str] = None
    value: Optional[str] = None
    why: str = ""

    @property
    def wins(self) -> bool:
        """Does the mover win by it?"""
        return self.verdict == "win"


class Moves(Sequence[Move]):
    """The moves of a position, the best first; a table in a notebook."""

    def __init__(self, moves: List[Move]) -> None:
        self._moves = moves

    def __getitem__(self, index: Any) -> Any:
        found = self._moves[index]
        return Moves(found) if isinstance(index, slice) else found

    def __len__(self) -> int:
        return len(self._moves)

    def __repr__(self) -> str:
        lines = (f"{m.verdict or '':5} {m.name:12} {m.to}  {m.why}".strip() for m in self._moves)
        return "\n".join(lines) or "no moves"

    def frame(self) -> Any:
        """The moves as a table of pandas."""
        import pandas

        columns = ["player", "name", "to", "verdict", "value", "why"]
        return pandas.DataFrame([[getattr(m, c) for c in columns] for m in self], columns=columns)

    def _repr_html_(self) -> str:
        from .display import html_table

        rows: List[List[object]] = [[m.player, m.name, m.value or "", m.verdict or "", m.why] for m in self._moves]
        return html_table(["player", "move", "leaves", "verdict", "why"], rows)


@dataclass(frozen=True)
class Position:
    """A position of a ruleset, or a sum of such positions.

    >>> from upstar import rules
    >>> p = rules("domineering")("....|....")
    >>> p.value, p.outcome, p.wins("right")
    (Miny(2), 'R', True)
    >>> [m.to for m in p.moves("right") if m.wins][:2]
    ['.##.|....', '....|.##.']
    """

    rules: Rules
    text: str
    _parts: Tuple[Rules, ...] = field(default=(), compare=False, repr=False)
    #: The value in normal play, once it is known, and how many rules were added by then.
    _known: List[Tuple[int, Union[Game, str]]] = field(default_factory=list, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        name = type(self.rules).__name__ if self.rules.is_python else self.rules.name
        return f"{name}({self.text!r})"

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        if other.rules == self.rules:
            return Position(self.rules, f"{self.text} + {other.text}")
        lab = self.rules._lab
        if other.rules._lab is not lab:
            raise Error("positions of two laboratories do not mix")
        terms = (p.text if p.rules.name == "sum" else f"{p.rules.name}:{p.text}" for p in (self, other))
        parts = (*(self._parts or (self.rules,)), *(other._parts or (other.rules,)))
        return Position(Rules("sum", lab), " + ".join(terms), parts)

    def __radd__(self, other: object) -> Position:
        # The beginning of every `sum`.
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __reduce__(self) -> Any:
        if any(rules.is_python for rules in self._parts) or (self.rules.is_python and " + " in self.text):
            raise Error("a sum with rules of your own cannot be sent: send its parts", "unsupported")
        if self.rules.is_python:
            # A text means something only where the object was met.
            return self.rules.__call__, (self.rules.object(self),)
        return Position, (self.rules, self.text)

    def _fields(self, how: Dict[str, Any]) -> Dict[str, Any]:
        return {"rules": self.rules.name, "position": self.text, **manner(**how)}

    def _ask(
        self,
        ask: str,
        seconds: Optional[float],
        progress: Union[bool, Hear],
        how: Dict[str, Any],
        **more: Any,
    ) -> Dict[str, Any]:
        fields = self._fields(how)
        with self._asking():
            return self.rules._lab.ask(ask, seconds=seconds, progress=progress, **fields, **more)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """While a question about the position is answered."""
        for rules in self._parts:
            rules._check()
        try:
            yield
        except BaseException:
            for rules in self._parts or (self.rules,):
                rules._renew()
            raise
        finally:
            for rules in self._parts or (self.rules,):
                rules._note()

    def value_info(
        self,
        show: Iterable[str] = (),
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
        **how: Any,
    ) -> Dict[str, Any]:
        """Everything that ``upstar value --json`` says; ``show`` names methods of the calculator."""
        return self._ask("value", seconds, progress, how, show=list(show))

    def value_of(
        self,
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
        **how: Any,
    ) -> Union[Game, str]:
        """What it is worth in this manner: a game, or the text of another kind of value."""
        rules, played = self.rules.name, json.dumps(manner(**how)) if how else None
        with self._asking(), _Hearing(progress) as hear:
            return self.rules._lab._core.value(rules, self.text, played, seconds, hear)

    @property
    def value(self) -> Union[Game, str]:
        """What it is worth as a sum in normal play."""
        for rules in self._parts or (self.rules,):
            rules._check()
        known, added = self._known, self.rules._lab._added
        if not known or known[0][0] != added:
            known[:] = [(added, self.value_of())]
        return known[0][1]

    def outcome_of(
        self,
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
        **how: Any,
    ) -> Dict[str, Any]:
        """Who wins, with the reason where there is one."""
        return self._ask("outcome", seconds, progress, how)

    def worth(self, show: Iterable[str] = (), **how: Any) -> Dict[str, Any]:
        """Former name of ``value_info``."""
        renamed("worth", "value_info")
        return self.value_info(show, **how)

    def who(self, **how: Any) -> Dict[str, Any]:
        """Former name of ``outcome_of``."""
        renamed("who", "outcome_of")
        return self.outcome_of(**how)

    @property
    def outcome(self) -> str:
        """The outcome class: ``L``, ``R``, ``N``, ``P`` or one with draws."""
        return str(self.outcome_of()["class"])

    def wins(self, player: str, *, seconds: Optional[float] = None, **how: Any) -> bool:
        """Does this player win, moving first?"""
        _check_player(player)
        return bool(self.outcome_of(seconds=seconds, **how)["outcome"][f"{player}_first"] == "win")

    def moves(
        self,
        player: Optional[str] = None,
        *,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
        **how: Any,
    ) -> Moves:
        """Every move with what it is worth and why, the best first."""
        if player is not None:
            _check_player(player)
        answer = self._ask("moves", seconds, progress, how, player=player, all=True)
        made = (
            Move(m["player"], m["to"], m.get("move", m["to"]), m["verdict"], m.get("value"), m["why"])
            for m in answer["moves"]
        )
        return Moves(list(made))

    def best(self, player: str, **how: Any) -> Optional[Move]:
        """A best move; ``None`` if there is no move at all."""
        moves = self.moves(player, **how)
        return moves[0] if len(moves) else None

    def legal_moves(self, player: Optional[str] = None, *, seconds: Optional[float] = None, **how: Any) -> Moves:
        """The moves of a player, or of both, in the order of the rules, without a search.

        >>> from upstar import rules
        >>> board = rules("domineering")("8x8")
        >>> len(board.legal_moves("left")), board.legal_moves("left")[0].name
        (56, 'a1-a2')
        """
        if player is not None:
            _check_player(player)
        answer = self._ask("legal", seconds, False, how, player=player, most=MOST_MOVES)
        return Moves([Move(m["player"], m["to"], m["name"]) for m in answer["moves"]])

    def play(self, player: str, move: Union[Move, str], **how: Any) -> Position:
        """The position after a legal move, given as such or by its name or the position that it leaves.

        >>> from upstar import rules
        >>> rules("domineering")("2x2").play("left", "a1-a2")
        domineering('#.|#.')
        """
        named = (move.name, move.to) if isinstance(move, Move) else (move, move)
        for legal in self.legal_moves(player, **how):
            if legal.name == named[0] or legal.to == named[1]:
                return Position(self.rules, legal.to, self._parts)
        raise Error(f"`{named[0]}` is not a legal move for {player.capitalize()}")

    def options(self, player: str, **how: Any) -> List[Position]:
        """The positions that the player can move to, in the order of the rules, without a search."""
        return [Position(self.rules, m.to, self._parts) for m in self.legal_moves(player, **how)]

    def picture(self, winning: Optional[str] = None, **how: Any) -> Svg:
        """A picture in SVG, perhaps with the winning moves of a player."""
        from .display import Svg

        own = getattr(self.rules, "picture", None)
        if own is not None and winning is None:
            return Svg(own(self.rules.object(self)))
        drawn: str = self._ask("picture", None, False, how, winning=winning)["picture"]
        return Svg.titled(drawn, f"{self.rules.title}: {self.text}")

    def _repr_html_(self) -> str:
        from .display import position_html

        return position_html(self)


def _check_player(player: str) -> None:
    if player not in ("left", "right"):
        raise Error(f"the players are 'left' and 'right', not {player!r}")


class Rules:
    """A ruleset by name; ``rules("domineering")`` is one, and so is a class of your own.

    A class of your own says what can be moved to and inherits everything else:

    >>> import upstar
    >>> class Halving(upstar.Rules):
    ...     '''Take at least half of the heap.'''
    ...     impartial = True
    ...     def options(self, n, player):
    ...         return range(0, n // 2 + 1) if n else []
    >>> Halving()(9).value
    *4
    >>> [m.to for m in Halving()(9).moves("left") if m.wins]
    ['0']

    A position is any hashable object that never changes. Besides ``options`` a class may have ``components(p)``,
    the parts of a position that are played as a sum; ``normal_form(p)``, an equivalent position and whether the players
    are exchanged in it; ``options_both(p)``, the moves of both players as a pair, in one call; ``show(p)`` and
    ``parse(text)``, how positions are written; ``picture(p)``, a drawing as text of SVG; ``size(p)``, less after every
    move; and the flags ``impartial``, ``loopy`` and ``all_small``.

    Rules must stay as they are once a question was asked about them: a changed attribute raises an error. Attributes
    whose names begin with an underscore may change; keep caches there.
    """

    impartial = False
    loopy = False
    all_small = False

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        self = object.__new__(cls)
        self._lab = shared()
        self._name = None
        self._seen = None
        return self

    _lab: Session
    _name: Optional[str]
    _seen: Optional[Dict[str, Any]]
    _text: Optional[str] = None

    def __getstate__(self) -> Dict[str, Any]:
        # The name of a class of your own is known in this laboratory alone.
        return {**self.__dict__, "_name": None, "_seen": None} if self.is_python else self.__dict__

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._text is not None:
            self._lab.ask("add-rules", name=self._name, text=self._text)

    def __init__(self, name: Optional[str] = None, lab: Optional[Session] = None) -> None:
        self._name = name
        self._lab = lab or shared()

    @property
    def is_python(self) -> bool:
        """Is it written in Python?"""
        return type(self) is not Rules

    @property
    def is_own(self) -> bool:
        """Former name of ``is_python``."""
        renamed("is_own", "is_python")
        return self.is_python

    @property
    def title(self) -> str:
        """What people call the game."""
        return type(self).__name__ if self.is_python else str(self.page["title"])

    @property
    def name(self) -> str:
        """The name that questions use."""
        if self._name is None:
            if not self.is_python:
                raise Error("rules need a name", "name")
            self._name = self._lab._core.add_python_rules(self)
            self._note()
        self._check()
        return self._name

    def _renew(self) -> None:
        # What the engines remember after an exception is worthless: next time they begin anew.
        if self.is_python and self._name is not None and self._lab._core.is_spoilt(self._name):
            self._name = None

    def _note(self) -> None:
        # What changed while a question was answered was changed by the rules themselves.
        if self.is_python:
            self._seen = snapshot(self, Rules)

    def _check(self) -> None:
        """Raise an error if the rules changed, since the engines know how they were."""
        if not self.is_python or self._name is None or self._seen is None:
            return
        changed = changes(self._seen, snapshot(self, Rules))
        if changed:
            names = ", ".join(changed)
            raise Error(
                f"these rules changed after a question about them: {names}; make new rules, or change a copy.copy of them",
                "unsupported",
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        if self.is_python or other.is_python:
            return self is other
        return self._name == other._name and self._lab is other._lab

    def __hash__(self) -> int:
        return id(self) if self.is_python else hash(self._name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()" if self.is_python else f"rules({self._name!r})"

    def __call__(self, position: Any) -> Position:
        """A position: its text, or for rules of your own the object itself."""
        if isinstance(position, Position):
            if position.rules != self:
                raise Error(f"{position!r} is a position of other rules")
            return position
        if self.is_python:
            return Position(self, self._lab._core.text_of(self.name, position))
        return Position(self, str(position))

    def object(self, position: Union[Position, Move, str]) -> Any:
        """The object behind a position of rules of your own."""
        text = position if isinstance(position, str) else getattr(position, "text", None)
        if text is None and isinstance(position, Move):
            text = position.to
        return self._lab._core.object_of(self.name, str(text))

    def options(self, position: Any, player: str) -> Iterable[Any]:
        """What the player can move to; a class of your own must say it."""
        raise NotImplementedError("a class of rules needs the method options(self, position, player)")

    def show(self, position: Any) -> str:
        """How a position is written: so that it can stand in a sum, without ``+`` and round brackets."""
        if isinstance(position, str) and position:
            # Spaces around a text are not read, and quotes come in pairs.
            text = position.replace(" ", "_").replace("'", "`").replace('"', "``")
        else:
            text = repr(position)
        return text.translate({ord("("): "[", ord(")"): "]", ord("+"): "&"})

    def parse(self, text: str) -> Any:
        """The position that is written so."""
        raise Error(f"this class has no method parse, and {text!r} was not met yet", "syntax")

    def value(self, position: Any, **how: Any) -> Union[Game, str]:
        """What a position is worth."""
        return self(position).value_of(**how)

    def outcome(self, position: Any, **how: Any) -> str:
        """Who wins a position."""
        return str(self(position).outcome_of(**how)["class"])

    def moves(self, position: Any, player: Optional[str] = None, **how: Any) -> Moves:
        """All moves of a position."""
        return self(position).moves(player, **how)

    def values(
        self, positions: Iterable[Any], *, strict: bool = True, seconds: Optional[float] = None, **how: Any
    ) -> List[Union[None, Game, str]]:
        """What many positions are worth, computed on all cores.

        The first position that is refused raises its error; if not ``strict`` there is ``None`` in its place.

        >>> from upstar import rules
        >>> rules("nim").values(["1+2", "3+3"])
        [*3, 0]
        >>> rules("nim").values(["1+2", "oops"], strict=False)
        [*3, None]
        """
        return self._each("value", positions, strict, seconds, how)

    def outcomes(
        self, positions: Iterable[Any], *, strict: bool = True, seconds: Optional[float] = None, **how: Any
    ) -> List[Optional[str]]:
        """Who wins many positions, computed on all cores."""
        return [None if found is None else str(found) for found in self._each("outcome", positions, strict, seconds, how)]

    def _each(
        self,
        kind: str,
        positions: Iterable[Any],
        strict: bool,
        seconds: Optional[float],
        how: Dict[str, Any],
    ) -> List[Union[None, Game, str]]:
        if self.is_python:
            # Python runs in one thread at a time.
            end = None if seconds is None else time.monotonic() + seconds
            return [self._one(kind, p, strict, end, how) for p in positions]
        texts = [p.text if isinstance(p, Position) else str(p) for p in positions]
        said = self._lab._core.ask_each(self.name, texts, kind, json.dumps(manner(**how)), seconds)
        for text, answer in zip(texts, said):
            if strict and isinstance(answer, tuple):
                raise Error(answer[1], answer[0], (0, len(text)), text, "position")
        return [None if isinstance(answer, tuple) else answer for answer in said]

    def _one(
        self, kind: str, position: Any, strict: bool, end: Optional[float], how: Dict[str, Any]
    ) -> Union[None, Game, str]:
        seconds = None if end is None else max(0.0, end - time.monotonic())
        try:
            if kind == "value":
                return self.value(position, seconds=seconds, **how)
            return self.outcome(position, seconds=seconds, **how)
        except Error:
            if strict:
                raise
            return None

    def table(self, size: str, *, seconds: Optional[float] = None, games: bool = True, **how: Any) -> Any:
        """The table of a family: a frame of pandas if that is installed, else lists.

        >>> from upstar import rules
        >>> rules("cutcake").table("2x4", games=False)[1]
        ['-1', '0', '0', '1']
        """
        answer = self._lab.ask("table", rules=self.name, size=size, seconds=seconds, **manner(**how))
        self._note()
        rows: List[List[Any]] = answer["rows"]
        if not games:
            return rows
        read = [[self._cell(cell) for cell in row] for row in rows]
        try:
            import pandas
        except ImportError:
            return read
        return pandas.DataFrame(read, range(1, len(read) + 1), range(1, len(read[0]) + 1))

    def _cell(self, text: str) -> Union[Game, str]:
        """A game, or the text of a value that is none."""
        try:
            return self._lab.game(text)
        except Error:
            return text

    @property
    def page(self) -> Dict[str, Any]:
        """The rules in words, the notation, examples and what is known."""
        return self._lab.ask("rules", name=self.name)

    def compare(self, first: Any, second: Any) -> str:
        """``<``, ``=``, ``>`` or ``||``: which of two positions is better for Left."""
        left, right = (p.text if isinstance(p, Position) else self(p).text for p in (first, second))
        answer = self._lab.ask("compare", rules=self.name, left=left, right=right)
        self._note()
        return str(answer["order"])


def rules(name: str, lab: Optional[Session] = None) -> Rules:
    """The ruleset of this name, perhaps with parameters: ``rules("subtraction(2,5,6)")``."""
    made: Rules = Rules(name, lab)
    made._lab.ask("rules", name=name.split("(")[0])
    return made


def rules_from(source: Union[str, os.PathLike[str]], lab: Optional[Session] = None) -> Rules:
    """The rules of a file of rules, or of its text, which begins with ``game``.

    >>> from upstar import rules_from
    >>> clobber = rules_from('''
    ... game Clobber
    ... grid . x o
    ... left orthogonal xo -> .x
    ... right as left with x<->o
    ... ''')
    >>> clobber("xxo").value
    ^
    """
    text, name = str(source), "text.up"
    if isinstance(source, os.PathLike) or "\n" not in text:
        name = os.path.basename(text)
        try:
            with open(source, encoding="utf-8") as file:
                text = file.read()
        except OSError as error:
            raise Error(f"cannot read {source}: {error.strerror}", "file") from error
    text = text.lstrip("\n")
    # One name for each text, so that what is known of one is never taken for another.
    stem = name[:-3] if name.endswith(".up") else name
    plain = "".join(c if c.isalnum() else "-" for c in stem)
    name = f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.up"
    made: Rules = Rules(name, lab)
    made._text = text
    made._lab.ask("add-rules", name=name, text=text)
    return made


def all_rules(lab: Optional[Session] = None) -> Iterator[str]:
    """The names of all rulesets that are built in.

    >>> from upstar import all_rules
    >>> len(list(all_rules())) > 100
    True
    """
    listed = (lab or shared()).ask("rules")
    return (entry["name"] for entry in listed["rules"] if not entry["name"].endswith(".up"))
