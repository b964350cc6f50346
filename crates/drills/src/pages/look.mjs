// Opens pages in Chromium as readers do, and prints its findings: a line with a JSON object for each view.
// look.mjs <base> <folder for screenshots> <widths> <schemes> <operations that axe checks on a page of the reference> <path>…
// A path that begins with + is opened with the session in TC_SESSION. Without a folder (""), no screenshots are taken.
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(process.env.TC_BROWSER_MODULES + "/");
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [base, folder, widths, schemes, sections, ...paths] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "tenant-control-browser-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"];

let requests = [], faults = [], bytes = 0;

async function look(page, path, width, scheme) {
  [requests, faults, bytes] = [[], [], 0];
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.context().clearCookies();
  if (path.startsWith("+"))
    await page.context().addCookies([{ name: "tc_session", value: process.env.TC_SESSION, url: base, httpOnly: true, sameSite: "Lax" }]);
  const started = performance.now();
  const answer = await page.goto(base + path.replace("+", ""), { waitUntil: "load" });
  const milliseconds = Math.round(performance.now() - started);
  const wider_by = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (folder)
    await picture(page, path, `${width}-${scheme}.png`);
  // The debugger runs the script, because no content security policy blocks it.
  await page.evaluate(axe);
  const found = await page.evaluate((sections) => {
    const operations = [...document.querySelectorAll(".operation")].slice(0, sections);
    return axe.run(operations.length ? { include: operations } : document, { resultTypes: ["violations"] });
  }, Number(sections));
  const findings = found.violations.map(({ id, impact, nodes }) => ({
    rule: id, impact, nodes: nodes.length, first: nodes.slice(0, 3).map((node) => node.html.slice(0, 160)),
  }));
  const foreign = requests.filter((url) => !url.startsWith(base + "/") && !/^(data|blob|about):/.test(url));
  const status = answer.status();
  console.log(JSON.stringify({ path, width, scheme, status, requests: requests.length, bytes, milliseconds, foreign, faults, wider_by, findings }));
}

async function picture(page, path, ending) {
  // A page of the reference is long, so the screenshot shows its beginning.
  const is_long = await page.$(".operation");
  const name = path.replace(/^\+?\/|\/$/g, path.startsWith("+") ? "signed-in-" : "").replace(/[^a-z0-9]+/gi, "-") || "root";
  await page.screenshot({ path: join(folder, `${name}-${ending}`), fullPage: !is_long });
}

let failed = false;
const context = await chromium.launchPersistentContext(profile, { executablePath: "/usr/bin/chromium", args, headless: true });
try {
  context.on("request", (request) => requests.push(request.url()));
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  for (const width of widths.split(",").map(Number))
    for (const scheme of schemes.split(","))
      for (const path of paths)
        await look(page, path, width, scheme);
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
