"""The clients: authentication, retries and problems around the generated operations."""

from __future__ import annotations

import asyncio
import time
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Any

import httpx

from .generated.client import AsyncOperations, Operations
from .problems import problem_of
from .retries import add_idempotency_key, delay_after

#: Seconds that a request may take. An operation that waits gets its `wait` in addition.
TIMEOUT = 30.0
MAX_RETRIES = 4


def _user_agent() -> str:
    try:
        return f"tenant-control-python/{version('tenant-control')}"
    except PackageNotFoundError:
        return "tenant-control-python"


def _settings(key: str | None, base_url: str, timeout: float) -> dict[str, Any]:
    headers = {"User-Agent": _user_agent(), "Accept": "application/json, */*;q=0.5"}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    return {"base_url": base_url.rstrip("/"), "headers": headers, "timeout": timeout}


def _prepare(request: dict[str, Any], timeout: float) -> dict[str, Any]:
    """The request as httpx sends it."""
    request = dict(request)
    params = request.get("params", {})
    # Several values of a parameter are separated by commas.
    request["params"] = {
        name: ",".join(str(one) for one in value) if isinstance(value, list) else value
        for name, value in params.items()
    }
    if isinstance(params.get("wait"), int):
        request["timeout"] = timeout + params["wait"]
    # A file can be sent again only from its beginning.
    if hasattr(request.get("content"), "read"):
        request["content"] = request["content"].read()
    add_idempotency_key(request)
    return request


class TenantControl(Operations):
    """The API, with one method for each operation.

    Every POST, PUT and PATCH has an idempotency key, so that a request whose response is lost is sent again without a
    second effect. Requests that fail raise a subclass of `ProblemError`.
    """

    def __init__(
        self,
        key: str | None,
        *,
        base_url: str,
        max_retries: int = MAX_RETRIES,
        timeout: float = TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._max_retries = max_retries
        self._timeout = timeout
        self._http = httpx.Client(transport=transport, **_settings(key, base_url, timeout))

    def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Sends any request, for instance an export: `request("get", "/api/psa/tickets", params={"format": "csv"})`.

        The arguments are those of `httpx.Client.request`.
        """
        return self._send({"method": method.lower(), "url": path, **arguments})

    def _send(self, request: dict[str, Any]) -> httpx.Response:
        request = _prepare(request, self._timeout)
        for attempt in range(self._max_retries + 1):
            response = self._attempt(request, is_last=attempt == self._max_retries)
            delay = delay_after(response, attempt)
            if response is not None and (delay is None or attempt == self._max_retries):
                break
            time.sleep(delay or 0.0)
        assert response is not None  # the last attempt raises
        if response.status_code >= 400:
            raise problem_of(response)
        return response

    def _attempt(self, request: dict[str, Any], *, is_last: bool) -> httpx.Response | None:
        try:
            return self._http.request(**request)
        except httpx.TransportError:
            if is_last:
                raise
            return None

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> TenantControl:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncTenantControl(AsyncOperations):
    """The API, with one method for each operation, for asyncio. See `TenantControl`."""

    def __init__(
        self,
        key: str | None,
        *,
        base_url: str,
        max_retries: int = MAX_RETRIES,
        timeout: float = TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._max_retries = max_retries
        self._timeout = timeout
        self._http = httpx.AsyncClient(transport=transport, **_settings(key, base_url, timeout))

    async def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Sends any request. See `TenantControl.request`."""
        return await self._send({"method": method.lower(), "url": path, **arguments})

    async def _send(self, request: dict[str, Any]) -> httpx.Response:
        request = _prepare(request, self._timeout)
        for attempt in range(self._max_retries + 1):
            response = await self._attempt(request, is_last=attempt == self._max_retries)
            delay = delay_after(response, attempt)
            if response is not None and (delay is None or attempt == self._max_retries):
                break
            await asyncio.sleep(delay or 0.0)
        assert response is not None  # the last attempt raises
        if response.status_code >= 400:
            raise problem_of(response)
        return response

    async def _attempt(self, request: dict[str, Any], *, is_last: bool) -> httpx.Response | None:
        try:
            return await self._http.request(**request)
        except httpx.TransportError:
            if is_last:
                raise
            return None

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncTenantControl:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
