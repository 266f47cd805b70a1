"""What is closed at the end of a ``with``."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type, TypeVar

T = TypeVar("T", bound="Closing")


class Closing:
    """Something that ``with`` opens and closes."""

    def close(self) -> None:
        """Ends it."""
        raise NotImplementedError

    def __enter__(self: T) -> T:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
