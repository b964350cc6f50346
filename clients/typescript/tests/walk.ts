/**
 * Uses the packed client against a running server. The drill `sdk` starts it and reads what it prints.
 *
 *     BASE_URL=… CUTTING_URL=… KEY=… node walk.js
 *
 * CUTTING_URL is the same server through a proxy that cuts the first response.
 */

import { createServer } from 'node:http';
import { InvalidRequest, NotFound, paginate, TenantControl, VersionMismatch, versionTag, Webhook } from '@tenant-control/client';

const { BASE_URL: baseUrl = '', CUTTING_URL: cutting = '', KEY: key = '' } = process.env;
const client = new TenantControl({ key, baseUrl });
const found: Record<string, unknown> = {};

async function caught(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}

// Creates.
const organization = await client.createOrganization({ body: { name: 'Initech' } });
const subjects = [1, 2, 3, 4, 5, 6].map((number) => `Printer ${number} is on fire`);
for (const subject of subjects) {
  await client.createTicket({ body: { subject, organization_id: organization.id } });
}

// Lists through three pages.
let pages = 0;
const listed: string[] = [];
const tickets = paginate((cursor) => {
  pages += 1;
  return client.listTickets({ query: { organization_id: organization.id, status: ['new', 'open'], limit: 2, cursor } });
});
for await (const ticket of tickets) listed.push(ticket.subject);
found.pages = pages;
found.listed = listed.toSorted().join() === subjects.join();

// Updates with a version, and with a stale one.
const [first] = (await client.listTickets({ query: { organization_id: organization.id, limit: 1 } })).data;
if (!first) throw new Error('no ticket');
const change = (priority: 'p1' | 'p2') =>
  client.updateTicket({
    path: { id: first.id },
    body: { priority },
    headers: { 'If-Match': versionTag(first.version) },
  });
found.updated = (await change('p1')).priority;
const stale = await caught(change('p2'));
found.stale = stale instanceof VersionMismatch && stale.current.priority === 'p1' ? stale.code : String(stale);

// Retries after a lost response, without a duplicate.
const unlucky = new TenantControl({ key, baseUrl: cutting });
const kept = await unlucky.createTicket({ body: { subject: 'Only once', organization_id: organization.id } });
const all: string[] = [];
for await (const ticket of paginate((cursor) => client.listTickets({ query: { cursor } }))) {
  if (ticket.subject === 'Only once') all.push(ticket.id);
}
found.copies = all.length;
found.same = all[0] === kept.id;

// Verifies a webhook.
const received = new Promise<{ body: string; headers: Record<string, string | string[] | undefined> }>((resolve) => {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      response.writeHead(204).end();
      server.close();
      resolve({ body, headers: request.headers });
    });
  });
  server.listen(0, '127.0.0.1', async () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const endpoint = await client.createWebhook({
      body: { name: 'walk', url: `http://127.0.0.1:${port}/`, events: ['ticket.created'] },
    });
    secret = endpoint.secret ?? '';
    await client.testWebhook({ query: { id: endpoint.id }, body: {} });
  });
});
let secret = '';
const { body, headers } = await received;
const event = await new Webhook(secret).verify(body, headers);
found.event = event.type;
found.forged = String(((await caught(new Webhook(secret).verify(`${body} `, headers))) as Error).name);

// Reads typed problems.
const invalid = await caught(client.createTicket({ body: { subject: '', organization_id: organization.id } }));
found.invalid = invalid instanceof InvalidRequest ? `${invalid.code} ${invalid.errors[0]?.pointer}` : String(invalid);
const missing = await caught(client.getTicket({ path: { id: 'tkt_01h455vb4pex5vsknk084sn02q' } }));
found.missing = missing instanceof NotFound ? missing.code : String(missing);

console.log(JSON.stringify(found));
