import path from "node:path";
import { buildConsole } from "../../scripts/setup/buildConsole.mjs";
import { findChromium } from "../../scripts/testing/findChromium.ts";
import { launchChromium } from "../browser/chromium.ts";
import { signIn } from "../browser/signIn.ts";
import { startServer } from "../running/serverProcess.ts";
import { temporaryFolder } from "../running/temporaryFolder.ts";
import { barePage } from "./barePage.ts";
import { droneLayer } from "./droneLayer.ts";
import { orderRows } from "./orderRows.ts";
import { type PageFigures, pageTimes } from "./pageTimes.ts";
import { type Line, report } from "./report.ts";
import { sampleToPixel } from "./sampleToPixel.ts";
import { liveFeed } from "./telemetry.ts";

using folder = temporaryFolder("bench");
const lists = () => orderRows(path.join(folder.at, "many"));
// `npm run bench -- server` measures the server's lists and export alone, without build and browser.
if (process.argv.includes("server")) report(await lists());
else {
  process.env["CHROMIUM_PATH"] = findChromium();
  buildConsole();
  report([
    ...(await pages()),
    ...(await lists()),
    ...(await liveFeed()),
    ...(await droneLayer()),
    ...(await sampleToPixel()),
  ]);
}

/** Login and list beside the bare page. */
async function pages(): Promise<Line[]> {
  await using bare = await barePage(path.join(folder.at, "bare"));
  await using server = await startServer({ dataDir: path.join(folder.at, "few") });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: server.url });
    await signIn(await context.newPage(), "operator");
    const storageState = await context.storageState();
    await context.close();
    const yardstick = await pageTimes(browser, bare.url, "[data-ready]");
    const login = await pageTimes(browser, `${server.url}/`, "form button[type=submit]");
    const list = await pageTimes(
      browser,
      `${server.url}/account/accountList`,
      "main tbody td a, main tbody td button",
      { storageState },
    );
    return [
      { what: "bare page ready", figure: `${yardstick.readyMs.toFixed(0)} ms`, budget: "" },
      ...pageLines("login", login, yardstick, { times: 1.6, blockedMs: 75, wireKb: 140, scriptKb: 120 }),
      ...pageLines("list", list, yardstick, { times: 2.5, blockedMs: 300, wireKb: 285, scriptKb: 250 }),
    ];
  } finally {
    await browser.close();
  }
}

interface PageBudget {
  readonly times: number;
  readonly blockedMs: number;
  readonly wireKb: number;
  readonly scriptKb: number;
}

function pageLines(name: string, page: PageFigures, bare: PageFigures, budget: PageBudget): Line[] {
  const times = (page.readyMs / bare.readyMs).toFixed(2);
  return [
    {
      what: `${name} ready`,
      figure: `${page.readyMs.toFixed(0)} ms, ${times} × bare`,
      budget: `≤ ${budget.times} × bare`,
    },
    {
      what: `${name} blocked`,
      figure: `${page.blockedMs.toFixed(0)} ms`,
      budget: `≤ ${budget.blockedMs} ms`,
    },
    {
      what: `${name} on the wire`,
      figure: `${(page.wireBytes / 1000).toFixed(1)} KB`,
      budget: `≤ ${budget.wireKb} KB`,
    },
    {
      what: `${name} scripts`,
      figure: `${(page.scriptBytes / 1000).toFixed(1)} KB`,
      budget: `≤ ${budget.scriptKb} KB`,
    },
    { what: `${name} requests`, figure: String(page.requests), budget: name === "login" ? "≤ 8" : "" },
  ];
}
