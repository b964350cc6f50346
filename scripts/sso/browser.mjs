// Signs in with a real browser and does with the session what people do. What it saw goes to standard output as JSON.
//
//     SSO_TOOLS=$(scripts/oidc-provider --tools) node scripts/sso/browser.mjs BASE_URL DOMAIN PROVIDER_URL
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [base, domain, provider] = process.argv.slice(2);
const { chromium } = await import(`${process.env.SSO_TOOLS}/node_modules/playwright-core/index.mjs`);
const profile = mkdtempSync(join(tmpdir(), 'tenant-control-browser-'));
const seen = { hosts: [] };

const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  timeout: 120000,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--no-first-run', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
});

try {
  browser.setDefaultTimeout(60000);
  const page = await browser.newPage();
  page.on('request', (request) => seen.hosts.push(new URL(request.url()).hostname));

  // What one of our own pages asks for.
  const ask = (method, path, body) => page.evaluate(async ([method, path, body]) => {
    const headers = body ? { 'content-type': 'application/json' } : {};
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }, [method, path, body]);

  await page.goto(`${base}/api/openapi.json`);
  seen.before = (await ask('GET', '/api/auth/session')).status;
  const begun = await ask('POST', '/api/auth/sso', { domain, return_to: '/api/auth/session' });
  seen.begun = begun.status;
  await page.goto(begun.body.authorization_url);
  await page.fill('input[name=login]', 'samir');
  await Promise.all([page.waitForURL(`${base}/api/auth/session`), page.click('button')]);
  seen.arrived = page.url();

  const session = await ask('GET', '/api/auth/session');
  seen.session = { status: session.status, user: session.body.user };
  const cookie = (await browser.cookies(base)).find(({ name }) => name === 'tc_session');
  seen.cookie = cookie && { httpOnly: cookie.httpOnly, sameSite: cookie.sameSite, path: cookie.path };
  seen.token = cookie?.value;
  seen.script_sees = await page.evaluate(() => document.cookie);
  seen.created = (await ask('POST', '/api/psa/tickets', { subject: 'From a browser' })).status;

  // A page of another origin, in the same browser: its request carries the cookie, and is refused.
  const foreign = await browser.newPage();
  foreign.on('request', (request) => seen.hosts.push(new URL(request.url()).hostname));
  await foreign.goto(`${provider}/.well-known/openid-configuration`);
  await foreign.evaluate(async (target) => {
    const body = JSON.stringify({ subject: 'From another site' });
    await fetch(target, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => {});
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: target, enctype: 'text/plain' });
    document.body.append(form);
    form.submit();
  }, `${base}/api/psa/tickets`);
  await foreign.waitForURL(`${base}/api/psa/tickets`);
  seen.foreign = await foreign.evaluate(() => document.body.innerText.slice(0, 2000));
  await foreign.close();

  const tickets = await ask('GET', '/api/psa/tickets');
  seen.subjects = tickets.body.data.map(({ subject }) => subject);
  seen.signed_out = (await ask('DELETE', '/api/auth/session')).status;
  seen.after = (await ask('GET', '/api/auth/session')).status;
  seen.cookie_after = (await browser.cookies(base)).some(({ name }) => name === 'tc_session');
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
seen.hosts = [...new Set(seen.hosts)];
console.log(JSON.stringify(seen));
