"""The laboratory in the browser, served by this process to this machine."""

from __future__ import annotations

import os
from html import escape
from typing import Optional, Union
from urllib.parse import urlencode

from . import _core
from ._closing import Closing
from ._errors import Error
from ._lab import amount
from .positions import Position, Rules


class Page(Closing):
    """A page that is being served; in a notebook it shows itself."""

    def __init__(self, core: _core.Page, place: str = "") -> None:
        self._core = core
        self._place = place

    @property
    def address(self) -> str:
        """Where the page is."""
        return self._core.address + self._place

    def close(self) -> None:
        """Ends it."""
        self._core.close()

    def __repr__(self) -> str:
        return f"<the laboratory at {self.address}>"

    def _repr_html_(self) -> str:
        address = escape(self.address)
        return f'<p><a href="{address}">{address}</a></p><iframe src="{address}" width="100%" height="640"></iframe>'


def lab(
    position: Union[None, Rules, Position] = None,
    *,
    port: Optional[int] = None,
    atlas: Union[None, str, os.PathLike[str]] = None,
    memory: Union[None, int, str] = None,
) -> Page:
    """Serves the laboratory in the browser, to this machine only, until the page is closed or dropped.

    With a position or with rules, a class of your own as well, it opens at that board.

    >>> from upstar import lab, rules
    >>> with lab(rules("nim")("3+5+7")) as page:
    ...     page.address.split("/")[-1]
    'board#rules=nim&position=3%2B5%2B7'
    """
    if position is not None and not isinstance(position, (Rules, Position)):
        raise Error(f"rules or a position are needed, not {position!r}: upstar.lab(upstar.rules('nim'))")
    path = None if atlas is None else os.fspath(atlas)
    rules = position.rules if isinstance(position, Position) else position
    own = [rules.name] if rules is not None and rules.is_python else []
    place = {} if rules is None else {"rules": rules.name}
    if isinstance(position, Position):
        place["position"] = position.text
    link = f"board#{urlencode(place)}" if place else ""
    return Page(_core.Page(port, path, amount(memory), own), link)
