import path from "node:path";
import { launchChromium } from "../browser/chromium.ts";
import { signIn } from "../browser/signIn.ts";
import { startServer } from "../running/serverProcess.ts";
import { barePage } from "./barePage.ts";
import { listSwitch } from "./listSwitch.ts";
import { manyRows } from "./manyRows.ts";
import { type PageFigures, pageTimes } from "./pageTimes.ts";
import type { Line } from "./report.ts";

interface PageBudget {
  readonly times?: number;
  readonly blockedMs?: number;
  readonly wireKb: number;
  readonly scriptKb: number;
  readonly requests?: number;
}

/** Login, a list and the map beside the bare page, from list to list, and 200 rows. */
export async function pageFigures(folder: string): Promise<Line[]> {
  await using bare = await barePage(path.join(folder, "bare"));
  await using server = await startServer({ dataDir: path.join(folder, "few") });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: server.url });
    await signIn(await context.newPage(), "operator");
    const signedIn = { storageState: await context.storageState(), baseURL: server.url };
    await context.close();
    const rowsShown = "main tbody td a, main tbody td button";
    const yardstick = await pageTimes(browser, `${bare.url}/`, "[data-ready]");
    const login = await pageTimes(browser, `${server.url}/`, "form button[type=submit]");
    const list = await pageTimes(browser, `${server.url}/account/accountList`, rowsShown, signedIn);
    const map = await pageTimes(browser, `${server.url}/page/page`, "main canvas", signedIn);
    const plain = { group: "渠道管理", path: "/channel/channelList", title: "渠道列表" };
    const rich = { group: "订单管理", path: "/order/orderList", title: "订单列表" };
    const toPlain = await listSwitch(browser, signedIn, plain);
    const toRich = await listSwitch(browser, signedIn, rich);
    const { sortMs, refreshMs, renderedByTyping } = await manyRows(browser, signedIn);
    const ms = (what: string, figure: number, most: number): Line => ({
      what,
      figure: `${figure.toFixed(0)} ms`,
      budget: `≤ ${most} ms`,
      holds: figure <= most,
    });
    return [
      {
        what: "bare page: ready, blocked",
        figure: `${yardstick.readyMs.toFixed(0)}, ${yardstick.blockedMs.toFixed(0)} ms`,
        budget: "",
      },
      ...pageLines("login", login, yardstick, {
        times: 1.6,
        blockedMs: 75,
        wireKb: 140,
        scriptKb: 120,
        requests: 8,
      }),
      ...pageLines("list", list, yardstick, { times: 2.5, blockedMs: 300, wireKb: 285, scriptKb: 250 }),
      ...pageLines("map", map, yardstick, { wireKb: 365, scriptKb: 330 }),
      ms("list to list, first", toPlain.firstMs, 100),
      ms("list to list, again", toPlain.againMs, 55),
      ms("to a list with tabs and sums, first", toRich.firstMs, 100),
      ms("to a list with tabs and sums, again", toRich.againMs, 55),
      ms("200 rows, all others: script", sortMs, 100),
      ms("200 rows, the same again: script", refreshMs, 100),
      {
        what: "200 rows: parts of rows drawn by typing beside them",
        figure: String(renderedByTyping),
        budget: "0",
        holds: renderedByTyping === 0,
      },
    ];
  } finally {
    await browser.close();
  }
}

function pageLines(name: string, page: PageFigures, bare: PageFigures, budget: PageBudget): Line[] {
  const within = (
    what: string,
    figure: number,
    unit: string,
    most: number | undefined,
    digits = 0,
  ): Line => ({
    what: `${name} ${what}`,
    figure: `${figure.toFixed(digits)}${unit}`,
    budget: most === undefined ? "" : `≤ ${most}${unit}`,
    holds: most === undefined || figure <= most,
  });
  const times = page.readyMs / bare.readyMs;
  return [
    {
      what: `${name} ready`,
      figure: `${page.readyMs.toFixed(0)} ms, ${times.toFixed(2)} × bare`,
      budget: budget.times === undefined ? "" : `≤ ${budget.times} × bare`,
      holds: budget.times === undefined || times <= budget.times,
    },
    within("blocked", page.blockedMs, " ms", budget.blockedMs),
    within("on the wire", page.wireBytes / 1000, " KB", budget.wireKb, 1),
    within("scripts", page.scriptBytes / 1000, " KB", budget.scriptKb, 1),
    within("requests", page.requests, "", budget.requests),
    within("requests to other hosts", page.foreign, "", 0),
  ];
}
