/** Webhooks: verifies that the service has sent a delivery (Standard Webhooks). */

import type { Event } from './generated/types.gen.js';

/** Seconds by which the timestamp of a delivery may differ from the clock. */
const TOLERANCE = 300;

/** The delivery was not sent by the service, was changed on the way, or is too old. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

/** The headers of a request, of the Fetch API or of Node.js. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** Verifies the deliveries of a webhook endpoint with its secret, `whsec_…`. */
export class Webhook {
  readonly #key: Promise<CryptoKey>;

  constructor(secret: string) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''));
    if (!bytes) throw new TypeError('the secret of a webhook endpoint begins with whsec_');
    this.#key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  }

  /**
   * The event of a delivery. `body` must be the text, or the bytes, as they were received.
   *
   * @throws InvalidSignature if they are not signed with the secret.
   */
  async verify(body: string | Uint8Array, headers: WebhookHeaders, now = Date.now() / 1000): Promise<Event> {
    const id = header(headers, 'webhook-id');
    const timestamp = header(headers, 'webhook-timestamp');
    if (id === '' || !/^\d+$/.test(timestamp)) {
      throw new InvalidSignature('webhook-id or webhook-timestamp is missing');
    }
    if (Math.abs(now - Number(timestamp)) > TOLERANCE) {
      throw new InvalidSignature('the timestamp is too old or in the future');
    }
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
    const key = await this.#key;
    // While a secret is rotated there are two signatures.
    for (const signature of header(headers, 'webhook-signature').split(' ')) {
      const [scheme, value = ''] = signature.split(',', 2);
      const bytes = scheme === 'v1' ? fromBase64(value) : undefined;
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as Event;
    }
    throw new InvalidSignature('no signature matches');
  }
}

function header(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? '';
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
