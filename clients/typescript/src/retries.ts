/** Retries: when a request is sent again, and after how long. */

export type Fetch = (request: Request) => Promise<Response>;

/** The service, or a proxy before it, could not handle the request. */
const RETRIED_STATUSES = [429, 502, 503, 504];
const FIRST_DELAY = 0.25;
const LONGEST_DELAY = 30;

/** A function that sends a request, and sends it again if its response is lost or it should be sent later. */
export function retrying(send: Fetch, { maxRetries, timeout }: { maxRetries: number; timeout: number }): Fetch {
  return async (request) => {
    addIdempotencyKey(request);
    const milliseconds = 1000 * (timeout + waitOf(request));
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt === maxRetries;
      let response: Response | undefined;
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(milliseconds)]);
        response = await send(new Request(request.clone(), { signal }));
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
      }
      const delay = delayAfter(response, attempt);
      if (response && (delay === undefined || isLast)) return response;
      await response?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 1000 * (delay ?? 0)));
    }
  };
}

/** A write that is sent again with the same key is not executed again. DELETE needs none. */
function addIdempotencyKey(request: Request): void {
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(request.method);
  if (isWrite && !request.headers.has('Idempotency-Key')) {
    request.headers.set('Idempotency-Key', crypto.randomUUID());
  }
}

/** Seconds that the service waits before it responds. */
function waitOf(request: Request): number {
  return Number(new URL(request.url).searchParams.get('wait') ?? 0) || 0;
}

/** Seconds before the request is sent again; `undefined` if it is not. Without a response, it was lost. */
function delayAfter(response: Response | undefined, attempt: number): number | undefined {
  if (!response) return backOff(attempt);
  const asked = response.headers.get('Retry-After');
  // The first request, whose response was lost, is still in progress.
  const inFlight = response.status === 409 && asked !== null;
  if (!RETRIED_STATUSES.includes(response.status) && !inFlight) return undefined;
  if (asked !== null && /^\d+$/.test(asked)) {
    // Waiting longer than this is for the caller to decide.
    return Number(asked) <= LONGEST_DELAY ? Number(asked) : undefined;
  }
  return backOff(attempt);
}

function backOff(attempt: number): number {
  const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return longest / 2 + (Math.random() * longest) / 2;
}
