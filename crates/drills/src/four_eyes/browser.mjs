// Decides approvals in Chromium as a person does: by keyboard, with scripts switched off. Then looks at the page in each width
// and colour scheme. What it saw goes to standard output as JSON.
// browser.mjs <base> <folder for pictures> <widths> <schemes> <session> <approval to approve> <approval to reject>
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(process.env.TC_BROWSER_MODULES + "/");
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [base, folder, widths, schemes, session, approved, rejected] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "tenant-control-browser-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args, headless: true });
const seen = { foreign: [], views: [] };

async function open(options, cookie) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30000);
  context.on("request", (request) => request.url().startsWith(base + "/") || seen.foreign.push(request.url()));
  if (cookie) {
    const [name, value] = ["tc_session", cookie];
    await context.addCookies([{ name, value, url: base, httpOnly: true, sameSite: "Lax" }]);
  }
  return context.newPage();
}

const focused = (page) => page.evaluate(() => {
  const { tagName, name, value } = document.activeElement;
  return tagName === "BUTTON" ? `${tagName} ${value}` : `${tagName} ${name}`;
});

// Presses Tab until this is in focus.
async function tabTo(page, wanted) {
  for (let presses = 1; presses <= 60; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).trim() === wanted) return presses;
  }
  throw new Error(`Tab does not lead to ${wanted} on ${page.url()}`);
}

async function decide(page, id, action, comment, key) {
  await page.goto(`${base}/approvals/?id=${id}`);
  await tabTo(page, "TEXTAREA comment");
  await page.keyboard.type(comment);
  const presses = await tabTo(page, `BUTTON ${action}`);
  await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
  return { presses, url: page.url(), text: await page.innerText("main") };
}

async function look(page, path, width, scheme) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  const answer = await page.goto(base + path);
  const wider_by = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const name = (path.replace(/\?id=.*/, "-one").replace(/^\/|\/$/g, "").replace(/[^a-z0-9]+/gi, "-")) + `-${width}-${scheme}.png`;
  await page.screenshot({ path: join(folder, name), fullPage: true });
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const findings = found.violations.map(({ id, impact, nodes }) => ({ rule: id, impact, first: nodes[0].html.slice(0, 160) }));
  seen.views.push({ path, width, scheme, status: answer.status(), wider_by, findings });
}

let failed = false;
try {
  const looking = await open({}, session);
  for (const width of widths.split(",").map(Number))
    for (const scheme of schemes.split(","))
      for (const path of ["/approvals/", `/approvals/?id=${approved}`]) await look(looking, path, width, scheme);

  const page = await open({ javaScriptEnabled: false }, session);
  await page.goto(`${base}/approvals/`);
  seen.listed = await page.innerText("main");
  seen.approved = await decide(page, approved, "approve", "By keyboard", "Enter");
  seen.rejected = await decide(page, rejected, "reject", "Not by me", "Space");
  // Going back to the form and sending it again is told in words.
  await page.goto(`${base}/approvals/?id=${approved}`);
  seen.form_after = await page.locator("form").count();

  const stranger = await open({ javaScriptEnabled: false });
  await stranger.goto(`${base}/approvals/?id=${approved}`);
  seen.signed_out = await stranger.innerText("main");
  await tabTo(stranger, "BUTTON");
  await Promise.all([stranger.waitForNavigation(), stranger.keyboard.press("Enter")]);
  seen.sign_in = stranger.url();
  await tabTo(stranger, "INPUT email");
  await stranger.keyboard.type("somebody@nowhere.example");
  await Promise.all([stranger.waitForNavigation(), stranger.keyboard.press("Enter")]);
  seen.unknown = await stranger.innerText("[role=alert]");
  for (const path of ["/approvals/?signed=out", "/sign-in/"])
    await look(await open({}), path, Number(widths.split(",")[0]), "light");
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
console.log(JSON.stringify(seen));
process.exit(failed ? 1 : 0);
