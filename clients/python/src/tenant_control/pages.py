"""Lists: all objects of all pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from .generated.types import Unset

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Page(Protocol[T_co]):
    """What every list returns."""

    @property
    def data(self) -> Sequence[T_co]: ...
    @property
    def has_more(self) -> bool: ...
    @property
    def next_cursor(self) -> str | None | Unset: ...


def paginate(method: Callable[P, Page[T]], *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
    """All objects of a list, page by page: `paginate(client.list_tickets, organization_id=...)`."""
    call = cast(Callable[..., Page[T]], method)
    more: dict[str, Any] = {}
    while True:
        page = call(*args, **{**kwargs, **more})
        yield from page.data
        if not page.has_more or not page.next_cursor:
            return
        more = {"cursor": page.next_cursor}


async def paginate_async(
    method: Callable[P, Awaitable[Page[T]]], *args: P.args, **kwargs: P.kwargs
) -> AsyncIterator[T]:
    """All objects of a list, page by page, for asyncio."""
    call = cast(Callable[..., Awaitable[Page[T]]], method)
    more: dict[str, Any] = {}
    while True:
        page = await call(*args, **{**kwargs, **more})
        for item in page.data:
            yield item
        if not page.has_more or not page.next_cursor:
            return
        more = {"cursor": page.next_cursor}
