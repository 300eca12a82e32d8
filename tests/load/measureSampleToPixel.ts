import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { launchChromium } from "../browser/launchChromium.ts";
import { signIn } from "../browser/signIn.ts";
import { createDroneRow, createKeyRow, createReportedTask } from "../live/createReportedTask.ts";
import { type InProcessServer, startInProcessServer } from "./inProcessServer.ts";
import type { BenchResult } from "./report.ts";
import { quantile } from "./statistics.ts";

const droneSn = "BENCH-1";
const taskName = "时延测量";
const key = { accessKey: "AKBENCH", secret: "bench-secret" };
const samples = 40;
const everyMs = 700;
/** Step north between samples, degrees × 10⁷: about 13 m, some pixels at the zoom of an opened task. */
const step = 1_200;

/** Measures the time from sending a signed sample until the opened task's drone is drawn at it, by wall clock. */
export async function measureSampleToPixel(): Promise<BenchResult[]> {
  const server = await startInProcessServer(100);
  const browser = await launchChromium();
  try {
    await seedFlight(server);
    server.live.start();
    await sendSample(server, 0);
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${server.port}`,
      viewport: { width: 1366, height: 768 },
    });
    const page = await context.newPage();
    await signIn(page, "duty", "/page/page");
    await page.getByText("实时 · 平滑显示").waitFor();
    await page.getByRole("button", { name: new RegExp(taskName) }).click();
    await page.getByRole("button", { name: "图层" }).click();
    await page.getByText("原始点位", { exact: true }).click();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(2_000);
    await watchPixels(page);
    const latencies: number[] = [];
    for (let n = 1; n <= samples; n++) {
      await page.waitForTimeout(everyMs);
      await page.evaluate(() => {
        window.pixelsMoved = 0;
      });
      const sent = Date.now();
      await sendSample(server, n);
      await page.waitForFunction(() => window.pixelsMoved > 0, undefined, { polling: 20, timeout: 5_000 });
      latencies.push((await page.evaluate(() => window.pixelsMoved)) - sent);
    }
    return [
      {
        label: "opened task, signed sample to drawn place, p50, p95",
        measured: `${quantile(latencies, 0.5).toFixed(0)}, ${quantile(latencies, 0.95).toFixed(0)} ms`,
        budget: "p95 ≤ 300 ms",
      },
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

declare global {
  interface Window {
    /** Wall clock time at which the markers' pixels first changed after it was reset to 0. */
    pixelsMoved: number;
  }
}

/** Checks the marker canvas in every animation frame. */
const watchPixels = (page: Page) =>
  page.evaluate(() => {
    let before = 0;
    window.pixelsMoved = 0;
    const checkFrame = () => {
      const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas=marks]");
      const context = canvas?.getContext("2d", { willReadFrequently: true });
      if (canvas && context) {
        const pixels = new Int32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
        let sum = 0;
        for (let i = 0; i < pixels.length; i++) if (pixels[i] !== 0) sum = (Math.imul(sum, 31) + i) | 0;
        if (sum !== before && window.pixelsMoved === 0) window.pixelsMoved = Date.now();
        before = sum;
      }
      requestAnimationFrame(checkFrame);
    };
    checkFrame();
  });

/** Creates a company's access key and a planned task. */
async function seedFlight({ platform }: InProcessServer) {
  const { db, clock, newId } = platform;
  const createdAt = clock();
  const [company] = await db.select().from(companies).where(eq(companies.status, "normal")).limit(1);
  const [admin] = await db.select().from(staff).limit(1);
  if (!company || !admin) throw new Error("The demo data are not there");
  const owner = { companyId: company.id, createdBy: admin.id, createdAt };
  await db.insert(accessKeys).values(createKeyRow(platform, key, owner));
  await db.insert(drones).values(createDroneRow(company, { id: newId(), createdAt, sn: droneSn }));
  const identity = { taskNo: "RW20990101000001", name: taskName, droneSn, search: "bench" };
  await db.insert(tasks).values(createReportedTask(company, { id: newId(), createdAt, ...identity }));
}

async function sendSample({ port }: InProcessServer, n: number): Promise<void> {
  const at = Date.now();
  const sample = {
    droneSn,
    seq: n,
    tSrc: at,
    lat: 399_200_000 + step * n,
    lon: 1_054_600_000,
    vH: 18,
    heading: 0,
    phase: "mission",
  };
  const body = JSON.stringify({ samples: [sample] });
  const nonce = `bench-nonce-${n}`;
  const signature = createHmac("sha256", key.secret)
    .update(`POST\n/iapi/telemetry\n${at}\n${nonce}\n${body}`)
    .digest("hex");
  const answer = await fetch(`http://127.0.0.1:${port}/iapi/telemetry`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-access-key": key.accessKey,
      "x-timestamp": String(at),
      "x-nonce": nonce,
      "x-signature": signature,
    },
    body,
  });
  const { data } = (await answer.json()) as { data: { accepted: number } | null };
  if (data?.accepted !== 1) throw new Error(`The sample was not taken: ${JSON.stringify(data)}`);
}

if (import.meta.main)
  for (const { label, measured, budget } of await measureSampleToPixel())
    console.log(`${label}: ${measured}  ${budget}`);
