"""How things show themselves in a notebook: SVG with attributes only, no paper, the colours of the laboratory."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, List, Optional

from ._lab import shared

if TYPE_CHECKING:
    from .positions import Position

LEFT, RIGHT = "#1f5fbf", "#b5331f"
MOST_CELLS = 10_000


class Svg(str):
    """A picture; it is text of SVG and shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def thermograph(*games: object) -> Svg:
    """The thermographs of games in one picture.

    >>> from upstar import display
    >>> display.thermograph("{3||2|1}").startswith("<svg")
    True
    """
    return Svg(shared().ask("thermographs", games=[str(g) for g in games])["svg"])


def html_table(head: List[str], rows: List[List[object]]) -> str:
    """A table with header cells that say what they are for."""
    if len(rows) * len(head) > MOST_CELLS:
        return f"<p>a table of {len(rows)} rows: too long to show</p>"
    top = "".join(f'<th scope="col">{escape(h)}</th>' for h in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(c))}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def position_html(position: Position) -> str:
    """A position with its picture, its value and who wins."""
    answer = position.worth(("outcome",))
    words = escape(f"{answer['value']}   {answer.get('outcome_words') or position.outcome}")
    return f"<figure>{position.picture()}<figcaption><code>{words}</code></figcaption></figure>"


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
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box[0]} {box[1]}" role="img">'
        f"<title>nim-values of {escape(title)}</title>{cells}</svg>"
    )
