/** The client: authentication, retries and problems around the generated operations. */

import { createClient, createConfig } from './generated/client/index.js';
import { Operations } from './generated/sdk.gen.js';
import { problemOf } from './problems.js';
import { type Fetch, retrying } from './retries.js';

export interface TenantControlOptions {
  /** The API key, `tck_…`. Without it, only public operations can be called. */
  key?: string;
  /** The address of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** How often a request is sent again; 4 by default. */
  maxRetries?: number;
  /** Seconds that an attempt may take; 30 by default. An operation that waits gets its `wait` in addition. */
  timeout?: number;
  fetch?: Fetch;
}

/**
 * The API, with one method for each operation.
 *
 * Every POST, PUT and PATCH has an idempotency key, so that a request whose response is lost is sent again without a
 * second effect. Requests that fail throw a subclass of `ProblemError`.
 */
export class TenantControl extends Operations {
  readonly #baseUrl: string;
  readonly #key: string | undefined;
  readonly #fetch: Fetch;

  constructor(options: TenantControlOptions) {
    const { key, maxRetries = 4, timeout = 30 } = options;
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    const send = retrying(options.fetch ?? ((request) => fetch(request)), { maxRetries, timeout });
    const client = createClient(
      createConfig({ baseUrl, auth: key, throwOnError: true, fetch: (input, init) => send(new Request(input, init)) }),
    );
    client.interceptors.error.use((error, response) => (response ? problemOf(response, error) : error));
    super({ client });
    this.#baseUrl = baseUrl;
    this.#key = key;
    this.#fetch = send;
  }

  /** Sends any request, for instance an export: `request('/api/psa/tickets?format=csv')`. Throws a problem as well. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key !== undefined) headers.set('Authorization', `Bearer ${this.#key}`);
    const response = await this.#fetch(new Request(this.#baseUrl + path, { ...init, headers }));
    if (response.ok) return response;
    const text = await response.text();
    throw problemOf(response, text);
  }
}

/** The value of `If-Match` for an object with this `version`: the change fails if the object has another one. */
export function versionTag(version: number): string {
  return `"v${version}"`;
}
