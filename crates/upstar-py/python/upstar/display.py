"""How things show themselves in a notebook: SVG with attributes only, no paper, the colours of the laboratory."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING, List, Optional, Union

from ._errors import Error, Stopped
from ._lab import shared

if TYPE_CHECKING:
    from .positions import Position

LEFT, RIGHT = "#1f5fbf", "#b5331f"
MOST_CELLS = 10_000
LONGEST = 2.0


class Svg(str):
    """A picture; it is text of SVG and shows itself in a notebook.

    >>> picture = Svg.titled("<svg><g/></svg>", "a < b")
    >>> picture
    <picture of 49 characters>
    >>> print(picture)
    <svg role="img"><title>a &lt; b</title><g/></svg>
    """

    def __repr__(self) -> str:
        return f"<picture of {len(self)} characters>"

    @classmethod
    def titled(cls, picture: str, title: str) -> Svg:
        """A picture with a title, for those who listen to it."""
        head, end, rest = picture.partition(">")
        return cls(f'{head} role="img"{end}<title>{escape(title)}</title>{rest}')

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def thermograph(*games: object) -> Svg:
    """The thermographs of games in one picture.

    >>> from upstar import display
    >>> display.thermograph("{3||2|1}").startswith("<svg")
    True
    """
    texts = [str(g) for g in games]
    picture: str = shared().ask("thermographs", games=texts)["picture"]
    return Svg.titled(picture, "thermograph of " + " and of ".join(texts))


def html_table(head: List[str], rows: List[List[object]]) -> str:
    """A table with header cells that say what they are for."""
    if len(rows) * len(head) > MOST_CELLS:
        return f"<p>a table of {len(rows)} rows: too long to show</p>"
    top = "".join(f'<th scope="col">{escape(h)}</th>' for h in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(c))}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def position_html(position: Position) -> str:
    """A position with its picture, its value and who wins; whatever takes too long is left out."""
    words: List[str] = []
    for ask in (lambda: str(position.value_of(seconds=LONGEST)), lambda: position.outcome_of(seconds=LONGEST)["class"]):
        try:
            words.append(escape(str(ask())))
        except (Error, Stopped):
            continue
    caption = " &nbsp; ".join(f"<code>{word}</code>" for word in words)
    return f"<figure>{position.picture()}<figcaption>{caption}</figcaption></figure>"


def matrix_svg(rows: List[List[bool]], title: str, side: int = 10) -> Svg:
    """A square of cells, filled where something holds."""
    size, cell = side * len(rows), f"h{side - 1}v{side - 1}h{1 - side}z"
    filled = "".join(
        f"M{j * side} {i * side}{cell}" for i, row in enumerate(rows) for j, yes in enumerate(row) if yes
    )
    cells = f'<rect width="{size}" height="{size}" fill="{LEFT}" fill-opacity="0.12"/><path d="{filled}" fill="{LEFT}"/>'
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}">'
    return Svg.titled(f"{opened}{cells}</svg>", title)


def sequence_svg(values: List[int], raster: Optional[int], title: str) -> Svg:
    """Nim-values as dots over heap sizes, or as a raster of rows of one width."""
    top = max(values, default=0) or 1
    if raster is not None:
        width, side = max(1, raster), 6
        rows = (len(values) + width - 1) // width
        cells = "".join(
            f'<rect x="{n % width * side}" y="{n // width * side}" width="{side}" height="{side}" '
            f'fill="{LEFT}" fill-opacity="{v / top:.3f}"/>'
            for n, v in enumerate(values)
        )
        box = (width * side, rows * side)
    else:
        scale = 800 / max(1, len(values))
        cells = "".join(
            f'<circle cx="{n * scale:.1f}" cy="{300 - 290 * v / top:.1f}" r="2" fill="{LEFT}"/>'
            for n, v in enumerate(values)
        )
        box = (800, 304)
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box[0]} {box[1]}">'
    return Svg.titled(f"{opened}{cells}</svg>", f"nim-values of {title}")
