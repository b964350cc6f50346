// A receiver of webhooks.
//
//   npm install standardwebhooks@1.1.1
//   WEBHOOK_SECRET=whsec_... PORT=9000 node receiver.ts        (Node 24; before that, compile it first)

import { createServer, type IncomingMessage } from "node:http";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

type Event = { id: string; type: string; subject: { type: string; id: string }; sequence: number; data: unknown };

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "");

// In earnest: a table with a unique key, written in the transaction that does what the event asks for.
const handled = new Set<string>();

function handle(event: Event): void {
  console.log("handled", event.id, event.type, event.subject.id);
}

// The bytes as they came: parsed and written again they would have another signature.
async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function verified(body: Buffer, headers: Record<string, string>): Event | null {
  try {
    return webhook.verify(body, headers) as Event;
  } catch (error) {
    if (error instanceof WebhookVerificationError || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function receive(request: IncomingMessage): Promise<number> {
  const event = verified(await read(request), request.headers as Record<string, string>);
  if (event === null) return 400;
  if (!handled.has(event.id)) {
    handle(event);
    handled.add(event.id);
  }
  return 204;
}

const server = createServer((request, response) => {
  const answer = (status: number) => response.writeHead(status).end();
  receive(request).then(answer, () => answer(500)); // a failure of ours: it is sent again
});

server.listen(Number(process.env.PORT ?? 9000), "127.0.0.1", () => console.log("listening"));
