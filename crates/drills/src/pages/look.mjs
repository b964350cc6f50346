// Opens pages in Chromium as readers do, and says what it saw: one JSON object a line for each.
// look.mjs <base> <folder for pictures> <widths> <schemes> <path>…
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(process.env.TC_BROWSER_MODULES + "/");
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

const [base, folder, widths, schemes, ...paths] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "tenant-control-browser-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"];

const name = (path, width, scheme) =>
  (path.replace(/^\/|\/$/g, "").replace(/[^a-z0-9]+/gi, "-") || "root") + `-${width}-${scheme}.png`;

async function look(context, path, width, scheme) {
  const page = await context.newPage();
  const requests = [], faults = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  let bytes = 0;
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  cdp.on("Network.loadingFinished", (event) => { bytes += event.encodedDataLength; });
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  const answer = await page.goto(base + path, { waitUntil: "load" });
  if (await page.$("#reference")) {
    await page.waitForSelector("#reference[data-drawn=yes]", { timeout: 60000 });
    await page.waitForTimeout(500);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const long = path.includes("/reference/");
  await page.screenshot({ path: join(folder, name(path, width, scheme)), fullPage: !long });
  // By the debugger, which no content security policy stops.
  await page.evaluate(await (await import("node:fs/promises")).readFile(axe, "utf8"));
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const findings = found.violations.map((one) => ({
    rule: one.id, impact: one.impact, nodes: one.nodes.length, first: one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)),
  }));
  const foreign = requests.filter((url) => !url.startsWith(base) && !/^(data|blob|about):/.test(url));
  console.log(JSON.stringify({
    path, width, scheme, status: answer.status(), requests: requests.length, bytes, foreign, faults, wider_by: wide, findings,
  }));
  await page.close();
}

let failed = false;
const context = await chromium.launchPersistentContext(profile, { executablePath: "/usr/bin/chromium", args, headless: true });
try {
  for (const path of paths)
    for (const width of widths.split(",").map(Number))
      for (const scheme of schemes.split(","))
        await look(context, path, width, scheme);
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
