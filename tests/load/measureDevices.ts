import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { asc } from "drizzle-orm";
import type { Browser, Page } from "playwright-core";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { root } from "../../scripts/setup/root.mjs";
import { createIdGenerator } from "../../server/createIdGenerator.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { launchChromium } from "../browser/launchChromium.ts";
import { signIn } from "../browser/signIn.ts";
import { createDroneRow, createKeyRow } from "../live/createReportedTask.ts";
import { findRecordedFlight } from "../live/recordedFlights.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";

const copies = Number(process.env["DEVICE_COPIES"] ?? 500);
const seconds = Number(process.env["DEVICE_SECONDS"] ?? 1_080);
/** An empty PostgreSQL database to use in place of the embedded one. */
const databaseUrl = process.env["DEVICE_DATABASE_URL"];
const recording = "dji_air-2s.csv";
const sn = "BENCH";
const key = { accessKey: "AKDEVICES", secret: "secret-of-devices" };
const readEveryMs = 2_000;
/** The least of a window at the start, when all is set up, is compared with the least of one at the end. */
const windowS = Math.min(120, seconds / 4);
/** Until the buffers of the embedded database and the code of all threads are in memory. */
const warmUpS = Math.min(360, seconds / 4);
const maxGrowth = 1.05;

/** Memory in MB and CPU in seconds since the start, at one moment. */
interface Reading {
  readonly atS: number;
  readonly serverHeap: number;
  readonly serverRss: number;
  /** All of the browser's pages and workers. */
  readonly pageRss: number;
  /** Of the page alone, after a garbage collection. */
  readonly pageHeap: number;
  readonly serverCpuS: number;
}

/**
 * Sends shifted copies of a recorded flight at its own rate through the signed call, with the shipped command, to a
 * server of its own, while a console shows them: 500 copies for 18 minutes, or `DEVICE_COPIES` and `DEVICE_SECONDS`.
 * @throws Error where the recording is missing
 */
export async function measureDevices(dataDir: string): Promise<BenchResult[]> {
  const file = findRecordedFlight(recording);
  if (!file) throw new Error(`There is no ${recording}; FLIGHT_DATA names the folder of recorded flights`);
  const secretKey = randomBytes(32);
  await seedDevices(dataDir, secretKey);
  const env = {
    FLEET: "0",
    SECRET_KEY: secretKey.toString("hex"),
    LOG_LEVEL: "error",
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  await using server = await startServer({ dataDir, env });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1920, height: 1080 } });
    await signIn(page, "duty", "/page/page");
    await page.getByText("实时 · 平滑显示").waitFor();
    console.log(`${copies} copies of ${recording} for ${seconds} s`);
    const sender = startSender(server.url, file);
    const readings: Reading[] = [];
    const startedAt = performance.now();
    for (;;) {
      const atS = (performance.now() - startedAt) / 1_000;
      if (atS >= seconds) break;
      const reading = { atS, ...(await readServer(server.url)), ...(await readBrowser(browser, page)) };
      if (Math.floor(atS / 60) > Math.floor((readings.at(-1)?.atS ?? 0) / 60)) {
        console.log(formatReading(reading));
        // 15 minutes without a click end the session.
        await page.getByRole("heading", { name: /^飞行中/ }).click();
      }
      readings.push(reading);
      await wait(readEveryMs);
    }
    const head = await page.getByRole("heading", { name: /^飞行中/ }).innerText();
    await sender.stop();
    const metrics = await readServerMetrics(server.url);
    const rate = metrics("console_samples_taken_total") / seconds;
    return [
      {
        label: `${copies} devices, ${seconds} s: head of the list`,
        measured: head,
        budget: `飞行中 ${copies}`,
        isWithinBudget: head.replaceAll(",", "") === `飞行中 ${copies}`,
      },
      {
        label: `${copies} devices: samples a second, refused`,
        measured: `${rate.toFixed(0)}, ${formatRefused(metrics)}`,
        budget: "",
      },
      ...toResults(readings),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const formatReading = ({ atS, serverHeap, serverRss, pageHeap, pageRss }: Reading) =>
  `${Math.floor(atS / 60)} min: server ${serverHeap.toFixed(0)} of ${serverRss.toFixed(0)} MB, page ${pageHeap.toFixed(0)} of ${pageRss.toFixed(0)} MB`;

function toResults(readings: readonly Reading[]): BenchResult[] {
  const [first, last] = [readings[0], readings.at(-1)];
  const cpu = ((last?.serverCpuS ?? 0) - (first?.serverCpuS ?? 0)) / ((last?.atS ?? 1) - (first?.atS ?? 0));
  const measured = [
    ["server's heap", "serverHeap"],
    ["server's memory", "serverRss"],
    ["page's heap", "pageHeap"],
    ["browser's memory", "pageRss"],
  ] as const;
  return [
    { label: `${copies} devices: server's CPU`, measured: `${cpu.toFixed(2)} s/s`, budget: "" },
    ...measured.map(([what, name]) => {
      const least = (from: number) =>
        Math.min(
          ...readings.flatMap((reading) =>
            reading.atS >= from && reading.atS < from + windowS ? [reading[name]] : [],
          ),
        );
      const [before, after] = [least(warmUpS), least(seconds - windowS)];
      return {
        label: `${copies} devices: ${what}, from ${warmUpS} s on, at the end`,
        measured: `${before.toFixed(0)}, ${after.toFixed(0)} MB`,
        budget: `≤ ${maxGrowth} ×`,
        isWithinBudget: after <= before * maxGrowth,
      };
    }),
  ];
}

/** Creates the demo data, and registered drones of one company with its access key. */
async function seedDevices(dataDir: string, secretKey: Buffer): Promise<void> {
  const { db, close } = await openDatabase({ url: databaseUrl, dataDir });
  try {
    const createdAt = new Date();
    const newId = createIdGenerator(() => new Date(), 2);
    await seedDemo(db, createdAt);
    const [company] = await db.select().from(companies).orderBy(asc(companies.id)).limit(1);
    const [admin] = await db.select().from(staff).limit(1);
    if (!company || !admin) throw new Error("The demo data are not there");
    const owner = { companyId: company.id, createdBy: admin.id, createdAt };
    await db.insert(accessKeys).values(createKeyRow({ secretKey, randomBytes, newId }, key, owner));
    const numbers = Array.from({ length: copies }, (_, copy) => String(copy + 1).padStart(3, "0"));
    await db
      .insert(drones)
      .values(numbers.map((n) => createDroneRow(company, { id: newId(), createdAt, sn: `${sn}-${n}` })));
  } finally {
    await close();
  }
}

/** Runs `npm run demo:device` in a process of its own. */
function startSender(url: string, file: string) {
  const program = path.join(root, "demo/device/demoDeviceCommand.ts");
  const { accessKey, secret } = key;
  const options = ["--url", url, "--key", accessKey, "--secret", secret, "--sn", sn, "--copies", `${copies}`];
  const child = spawn(process.execPath, [program, file, ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  return {
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

const formatRefused = (metrics: (name: string) => number) =>
  `${metrics("console_samples_refused_total")} of ${metrics("console_samples_taken_total")}`;

const megabyte = 1e6;

async function readServer(url: string) {
  const metrics = await readServerMetrics(url);
  return {
    serverHeap: metrics("process_heap_used_bytes") / megabyte,
    serverRss: metrics("process_resident_memory_bytes") / megabyte,
    serverCpuS: metrics("process_cpu_seconds_total"),
  };
}

async function readBrowser(browser: Browser, page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  await whole.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return {
    pageHeap: usedSize / megabyte,
    pageRss: renderers.reduce((sum, { id }) => sum + readRss(id), 0),
  };
}

/** Resident memory of a process in MB. */
function readRss(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1_024) / megabyte;
}
