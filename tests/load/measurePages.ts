import path from "node:path";
import { launchChromium } from "../browser/launchChromium.ts";
import { signIn } from "../browser/signIn.ts";
import { startServer } from "../process/serverProcess.ts";
import { measureListSwitch } from "./measureListSwitch.ts";
import { measureManyRows } from "./measureManyRows.ts";
import { measurePageLoads, type PageMetrics } from "./measurePageLoad.ts";
import type { BenchResult } from "./report.ts";
import { serveBarePage } from "./serveBarePage.ts";

interface PageBudget {
  readonly times?: number;
  readonly blockedMs?: number;
  readonly wireKb: number;
  readonly scriptKb: number;
  readonly requests?: number;
}

/** Measures login, a list, the map and a page of charts against the bare page, list switches, and 200 rows. */
export async function measurePages(folder: string): Promise<BenchResult[]> {
  await using bare = await serveBarePage(path.join(folder, "bare"));
  await using server = await startServer({ dataDir: path.join(folder, "few") });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: server.url });
    await signIn(await context.newPage(), "operator");
    const signedIn = { storageState: await context.storageState(), baseURL: server.url };
    await context.close();
    const rowsShown = "main tbody td a, main tbody td button";
    // The first screen of the statistics holds figures with their curves; the charts are below it.
    const [figuresShown, statistics] = ["main [data-measure] svg path", `${server.url}/statistics/echarts`];
    const {
      bare: baseline,
      login,
      list,
      map,
      charts,
      drawn,
    } = await measurePageLoads(browser, {
      bare: { address: `${bare.url}/`, mark: "[data-ready]" },
      login: { address: `${server.url}/`, mark: "form button[type=submit]" },
      list: { address: `${server.url}/account/accountList`, mark: rowsShown, options: signedIn },
      map: { address: `${server.url}/page/page`, mark: "main canvas", options: signedIn },
      charts: { address: statistics, mark: figuresShown, options: signedIn },
      drawn: { address: statistics, mark: "main canvas", options: signedIn },
    });
    const simpleList = { group: "渠道管理", path: "/channel/channelList", title: "渠道列表" };
    const complexList = { group: "订单管理", path: "/order/orderList", title: "订单列表" };
    const simpleTimes = await measureListSwitch(browser, signedIn, simpleList);
    const complexTimes = await measureListSwitch(browser, signedIn, complexList);
    const { sortMs, refreshMs, renderedByTyping } = await measureManyRows(browser, signedIn);
    const toMsResult = (label: string, figure: number, most: number): BenchResult => ({
      label,
      measured: `${figure.toFixed(0)} ms`,
      budget: `≤ ${most} ms`,
      isWithinBudget: figure <= most,
    });
    return [
      {
        label: "bare page: ready, blocked",
        measured: `${baseline.readyMs.toFixed(0)}, ${baseline.blockedMs.toFixed(0)} ms`,
        budget: "",
      },
      ...toPageResults("login", login, baseline, {
        times: 1.6,
        blockedMs: 75,
        wireKb: 140,
        scriptKb: 120,
        requests: 8,
      }),
      ...toPageResults("list", list, baseline, { times: 2.5, blockedMs: 300, wireKb: 285, scriptKb: 250 }),
      ...toPageResults("map", map, baseline, { wireKb: 365, scriptKb: 330 }),
      ...toPageResults("charts", charts, baseline, { times: 2.5, wireKb: 425, scriptKb: 400 }),
      {
        label: "charts, the first drawn",
        measured: `${drawn.readyMs.toFixed(0)} ms, ${(drawn.readyMs / baseline.readyMs).toFixed(2)} × bare`,
        budget: "",
      },
      toMsResult("list to list, first", simpleTimes.firstMs, 100),
      toMsResult("list to list, again", simpleTimes.revisitMs, 55),
      toMsResult("to a list with tabs and sums, first", complexTimes.firstMs, 100),
      toMsResult("to a list with tabs and sums, again", complexTimes.revisitMs, 55),
      toMsResult("200 rows, all others: script", sortMs, 100),
      toMsResult("200 rows, the same again: script", refreshMs, 100),
      {
        label: "200 rows: parts of rows drawn by typing beside them",
        measured: String(renderedByTyping),
        budget: "0",
        isWithinBudget: renderedByTyping === 0,
      },
    ];
  } finally {
    await browser.close();
  }
}

function toPageResults(
  name: string,
  page: PageMetrics,
  bare: PageMetrics,
  budget: PageBudget,
): BenchResult[] {
  const toLimitResult = (
    what: string,
    figure: number,
    unit: string,
    max: number | undefined,
    digits = 0,
  ): BenchResult => ({
    label: `${name} ${what}`,
    measured: `${figure.toFixed(digits)}${unit}`,
    budget: max === undefined ? "" : `≤ ${max}${unit}`,
    isWithinBudget: max === undefined || figure <= max,
  });
  const times = page.readyMs / bare.readyMs;
  return [
    {
      label: `${name} ready`,
      measured: `${page.readyMs.toFixed(0)} ms, ${times.toFixed(2)} × bare`,
      budget: budget.times === undefined ? "" : `≤ ${budget.times} × bare`,
      isWithinBudget: budget.times === undefined || times <= budget.times,
    },
    toLimitResult("blocked", page.blockedMs, " ms", budget.blockedMs),
    toLimitResult("on the wire", page.wireBytes / 1000, " KB", budget.wireKb, 1),
    toLimitResult("scripts", page.scriptBytes / 1000, " KB", budget.scriptKb, 1),
    toLimitResult("requests", page.requests, "", budget.requests),
    toLimitResult("requests to other hosts", page.foreignRequests, "", 0),
  ];
}
