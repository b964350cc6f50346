"""Problems: the errors that the API returns (RFC 9457). One class for each family of codes; `code` has the exact one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class RequestError:
    """One error of a request: at `pointer` in the body, or of the query parameter `parameter`."""

    code: str
    detail: str
    pointer: str | None = None
    parameter: str | None = None
    did_you_mean: str | None = None


class ProblemError(Exception):
    """The API refused the request, or could not fulfil it."""

    def __init__(self, status: int, problem: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        self.status = status
        #: The reason, for programs: `version_mismatch`.
        self.code = str(problem.get("code", "unknown"))
        self.title = str(problem.get("title", ""))
        #: The reason, for people.
        self.detail = str(problem.get("detail", ""))
        #: Name it when you contact support.
        self.request_id = str(problem.get("request_id") or headers.get("x-request-id", ""))
        #: All errors of the request.
        self.errors = [_request_error(error) for error in problem.get("errors", [])]
        #: All fields of the problem, also those that only some codes have, such as `required_scopes`.
        self.problem = dict(problem)
        super().__init__(f"{status} {self.code}: {self.detail}")


class InvalidRequest(ProblemError):
    """400, 413, 415, 422: the request is not valid. `errors` lists every fault."""


class Unauthenticated(ProblemError):
    """401: there is no valid credential."""


class PermissionDenied(ProblemError):
    """403: the credential does not allow this. `required_scopes` are in `problem` if a scope is missing."""


class NotFound(ProblemError):
    """404 and 410: the object does not exist, or is not visible to the caller."""


class Conflict(ProblemError):
    """409: the state of an object, or a quota, does not allow this."""


class VersionMismatch(ProblemError):
    """412: the object has another version than `if_match` names."""

    @property
    def current(self) -> dict[str, Any]:
        """The object as it is now."""
        current = self.problem.get("current")
        return dict(current) if isinstance(current, dict) else {}


class RateLimited(ProblemError):
    """429: too many requests, also after all retries."""


class ServerError(ProblemError):
    """5xx: the service could not fulfil the request."""


class Unavailable(ServerError):
    """503: the service, or another one that it needs, is not available, also after all retries."""


_CLASSES: dict[int, type[ProblemError]] = {
    401: Unauthenticated,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    412: VersionMismatch,
    429: RateLimited,
    503: Unavailable,
}


def problem_of(response: httpx.Response) -> ProblemError:
    """The problem in a response whose body has been read."""
    try:
        body = response.json()
    except ValueError:
        body = None
    # A proxy between client and service may return something else.
    problem = body if isinstance(body, dict) else {"detail": response.text[:200]}
    status = response.status_code
    kind = _CLASSES.get(status, ServerError if status >= 500 else InvalidRequest)
    return kind(status, problem, response.headers)


def _request_error(error: Mapping[str, Any]) -> RequestError:
    return RequestError(
        code=str(error.get("code", "")),
        detail=str(error.get("detail", "")),
        pointer=error.get("pointer"),
        parameter=error.get("parameter"),
        did_you_mean=error.get("did_you_mean"),
    )
