"""Retries: when a request is sent again, and after how long."""

from __future__ import annotations

import random
import uuid
from typing import Any

import httpx

#: The service, or a proxy before it, could not handle the request.
RETRIED_STATUSES = frozenset({429, 502, 503, 504})

#: Seconds.
FIRST_DELAY = 0.25
LONGEST_DELAY = 30.0


def add_idempotency_key(request: dict[str, Any]) -> None:
    """A write that is sent again with the same key is not executed again. DELETE needs none."""
    if request["method"] in ("post", "put", "patch"):
        headers = request.setdefault("headers", {})
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))


def delay_after(response: httpx.Response | None, attempt: int) -> float | None:
    """The seconds to wait before the request is sent again; `None` if it is not. Without a response, it was lost."""
    if response is None:
        return _back_off(attempt)
    # The first request, whose response was lost, is still in progress.
    in_flight = response.status_code == 409 and "retry-after" in response.headers
    if response.status_code not in RETRIED_STATUSES and not in_flight:
        return None
    asked = response.headers.get("retry-after", "")
    if asked.isdigit():
        # Waiting longer than this is for the caller to decide.
        return float(asked) if float(asked) <= LONGEST_DELAY else None
    return _back_off(attempt)


def _back_off(attempt: int) -> float:
    longest: float = min(LONGEST_DELAY, FIRST_DELAY * 2**attempt)
    return random.uniform(longest / 2, longest)
