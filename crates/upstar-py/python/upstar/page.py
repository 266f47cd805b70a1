"""The laboratory in the browser, served by this process to this machine."""

from __future__ import annotations

import os
from html import escape
from typing import Optional, Union

from . import _core
from ._closing import Closing
from ._lab import amount


class Page(Closing):
    """A page that is being served; in a notebook it shows itself."""

    def __init__(self, core: _core.Page) -> None:
        self._core = core

    @property
    def address(self) -> str:
        """Where the page is."""
        return self._core.address

    def close(self) -> None:
        """Ends it."""
        self._core.close()

    def __repr__(self) -> str:
        return f"<the laboratory at {self.address}>"

    def _repr_html_(self) -> str:
        address = escape(self.address)
        return f'<p><a href="{address}">{address}</a></p><iframe src="{address}" width="100%" height="640"></iframe>'


def lab(
    port: Optional[int] = None,
    *,
    atlas: Union[None, str, os.PathLike[str]] = None,
    memory: Union[None, int, str] = None,
) -> Page:
    """Serves the laboratory in the browser, to this machine only, until the page is closed or dropped.

    >>> from upstar import lab
    >>> with lab() as page:
    ...     page.address.startswith("http://127.0.0.1:")
    True
    """
    path = None if atlas is None else os.fspath(atlas)
    return Page(_core.Page(port, path, amount(memory)))
