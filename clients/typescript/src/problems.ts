/** Problems: the errors that the API returns (RFC 9457). One class for each family of codes; `code` has the exact one. */

import type { Problem, RequestError } from './generated/types.gen.js';

/** The API refused the request, or could not fulfil it. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  readonly status: number;
  /** The reason, for programs: `version_mismatch`. */
  readonly code: string;
  readonly title: string;
  /** The reason, for people. */
  readonly detail: string;
  /** Name it when you contact support. */
  readonly requestId: string;
  /** All errors of the request. */
  readonly errors: RequestError[];
  /** All fields of the problem, also those that only some codes have, such as `required_scopes`. */
  readonly problem: Partial<Problem>;

  constructor(response: Response, problem: Partial<Problem>) {
    const code = problem.code ?? 'unknown';
    const detail = problem.detail ?? '';
    super(`${response.status} ${code}: ${detail}`);
    this.status = response.status;
    this.code = code;
    this.title = problem.title ?? '';
    this.detail = detail;
    this.requestId = problem.request_id ?? response.headers.get('x-request-id') ?? '';
    this.errors = problem.errors ?? [];
    this.problem = problem;
  }
}

/** 400, 413, 415, 422: the request is not valid. `errors` lists every fault. */
export class InvalidRequest extends ProblemError {
  override readonly name = 'InvalidRequest';
}

/** 401: there is no valid credential. */
export class Unauthenticated extends ProblemError {
  override readonly name = 'Unauthenticated';
}

/** 403: the credential does not allow this. `problem.required_scopes` are set if a scope is missing. */
export class PermissionDenied extends ProblemError {
  override readonly name = 'PermissionDenied';
}

/** 404 and 410: the object does not exist, or is not visible to the caller. */
export class NotFound extends ProblemError {
  override readonly name = 'NotFound';
}

/** 409: the state of an object, or a quota, does not allow this. */
export class Conflict extends ProblemError {
  override readonly name = 'Conflict';
}

/** 412: the object has another version than `If-Match` names. */
export class VersionMismatch extends ProblemError {
  override readonly name = 'VersionMismatch';

  /** The object as it is now. */
  get current(): Record<string, unknown> {
    return (this.problem.current ?? {}) as Record<string, unknown>;
  }
}

/** 429: too many requests, also after all retries. */
export class RateLimited extends ProblemError {
  override readonly name = 'RateLimited';
}

/** 5xx: the service could not fulfil the request. */
export class ServerError extends ProblemError {
  override readonly name: string = 'ServerError';
}

/** 503: the service, or another one that it needs, is not available, also after all retries. */
export class Unavailable extends ServerError {
  override readonly name = 'Unavailable';
}

const CLASSES: Record<number, typeof ProblemError> = {
  401: Unauthenticated,
  403: PermissionDenied,
  404: NotFound,
  409: Conflict,
  410: NotFound,
  412: VersionMismatch,
  429: RateLimited,
  503: Unavailable,
};

/** The problem of a response with this body, which is JSON, parsed or not, or what a proxy returned. */
export function problemOf(response: Response, body: unknown): ProblemError {
  const kind = CLASSES[response.status] ?? (response.status >= 500 ? ServerError : InvalidRequest);
  return new kind(response, asProblem(body));
}

function asProblem(body: unknown): Partial<Problem> {
  if (typeof body === 'object' && body !== null) return body;
  const text = String(body);
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Not JSON.
  }
  return { detail: text.slice(0, 200) };
}
