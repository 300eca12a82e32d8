import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writeXlsx } from "hucre/xlsx";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type ApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { writeHoledZones, writeKmlEntities, writeNestedJson, writeStackedZones } from "./hostileFiles.ts";

/** What the server may keep everybody else waiting, ms. Turns are measured in CPU time: other load does not count. */
const maxP99Ms = 100;
const maxTurnMs = 100;
const maxHealthMs = 1_000;
/** The best of some runs for what other load on the machine makes longer. */
const maxAttempts = 3;

let data: ReturnType<typeof createDemoFolder>;
let server: ServerProcess;
let admin: ApiClient;
let companyId: string;
let turnsFile: string;
beforeAll(async () => {
  data = createDemoFolder();
  turnsFile = path.join(data.path, "turns");
  server = await startServer({
    dataDir: data.path,
    env: {
      TURN_PROBE: turnsFile,
      NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, "turnProbe.mjs")}`,
    },
  });
  admin = await loginClient(server.url);
  const reply = await admin.call("POST", "/company/pageList", { pageNo: 1, pageSize: 1 });
  companyId = z.object({ list: z.array(z.object({ id: z.string() })) }).parse(reply.data).list[0]?.id ?? "";
  // A server that has just started has work of its own.
  while ((await measure(() => wait(1_000))).longestTurnMs > maxTurnMs / 2);
}, 600_000);
afterAll(async () => {
  await server.stop();
  data[Symbol.dispose]();
});

/** The delay of the server's event loop since the last call, ms. */
async function readDelay(): Promise<{ readonly p99: number; readonly max: number }> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const read = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, "m").exec(text)?.[1]) * 1_000;
  return { p99: read("p99"), max: read("max") };
}

/** Does the work and says how long the server kept others waiting meanwhile. */
async function measure(work: () => Promise<unknown>) {
  await readDelay();
  writeFileSync(turnsFile, "");
  let isDone = false;
  let slowestHealthMs = 0;
  const probing = (async () => {
    while (!isDone) {
      const from = performance.now();
      await fetch(`${server.url}/health`);
      slowestHealthMs = Math.max(slowestHealthMs, performance.now() - from);
      await wait(20);
    }
  })();
  try {
    await work();
    await wait(200);
    const turns = readFileSync(turnsFile, "utf8").trim().split("\n").map(Number);
    return { ...(await readDelay()), slowestHealthMs, longestTurnMs: Math.max(...turns) };
  } finally {
    isDone = true;
    await probing;
  }
}

async function upload(path: string, bytes: Uint8Array<ArrayBuffer> | string) {
  const form = new FormData();
  form.append("file", new Blob([bytes]), "file");
  const response = await fetch(`${server.url}/wms/api${path}`, {
    method: "POST",
    headers: { ...admin.headers },
    body: form,
  });
  return { status: response.status, text: (await response.text()).slice(0, 300) };
}

let count = 0;
const importRecording = (fileName: string, bytes: string | Uint8Array<ArrayBuffer>) =>
  upload(
    `/x/flight/import?${new URLSearchParams({ companyId, droneSn: `TIMED-${++count}`, kind: "patrol", fileName, requestId: `timed-act-${count}` })}`,
    bytes,
  );
const checkZones = (text: string) => {
  const limits = { floor: 0, ceiling: 120, datum: "agl", width: 100 };
  return admin.call("POST", "/x/zone/import/check", { fileName: "a.json", text, kind: "noFly", ...limits });
};
const startMs = Date.parse("2026-03-01T00:00:00Z");

function writeGpx(bytes: number, salt: number): string {
  const points: string[] = [];
  for (let second = 0; second * 100 < bytes; second++)
    points.push(
      `<trkpt lat="${(30 + (second % 5_000) * 1e-5).toFixed(6)}" lon="${(104 + second * 1e-7).toFixed(6)}"><ele>1${salt}0.5</ele><time>${new Date(startMs + second * 1_000).toISOString()}</time></trkpt>`,
    );
  return `<gpx><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
}

const writeSheet = async (rows: number, columns: number) =>
  (
    await writeXlsx({
      sheets: [
        {
          name: "表",
          rows: Array.from({ length: rows }, (_, row) =>
            Array.from({ length: columns }, (_, column) => (row === 0 ? `列${column}` : `${row}`)),
          ),
        },
      ],
    })
  ).slice();

const writePicture = async (side: number) =>
  Uint8Array.from(
    await sharp({
      create: { width: side, height: side, channels: 3, background: "#123" },
      limitInputPixels: false,
    })
      .png()
      .toBuffer(),
  );
const statementLine = "2026-03-01,1.00,某公司,1\n";

/** Each writes its file, and returns what sends it. */
const cases: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  "zones with 240 holes each": async () => {
    const text = writeHoledZones(38, 240);
    return () => checkZones(text);
  },
  "228 zones in one place": async () => {
    const text = writeStackedZones(228);
    return () => checkZones(text);
  },
  "a zone file with 100,000 entities": async () => {
    const text = writeKmlEntities(100_000);
    return () => checkZones(text);
  },
  "a zone file that is nested deeply": async () => {
    const text = writeNestedJson(400_000);
    return () => checkZones(text);
  },
  "a GPX recording of 48 MB": async () => {
    const text = writeGpx(48 * 1024 * 1024, ++count % 10);
    return () => importRecording("a.gpx", text);
  },
  "a CSV recording of one line of 40 MB": async () => {
    const text = `time(millisecond),latitude,longitude\n${"1,".repeat(20_000_000)}`;
    return () => importRecording("a.csv", text);
  },
  "a CSV recording of 15 MB of quotes": async () => {
    const text = '"'.repeat(15_000_000);
    return () => importRecording("a.csv", text);
  },
  "a picture of 25 megapixels": async () => {
    const bytes = await writePicture(5_000);
    return () => upload("/logo/upload", bytes);
  },
  "a picture of 100 megapixels": async () => {
    const bytes = await writePicture(10_000);
    return () => upload("/logo/upload", bytes);
  },
  "a sheet of 4,000 rows and 200 columns": async () => {
    const bytes = await writeSheet(4_000, 200);
    return () => upload("/x/import/check/user", bytes);
  },
  "a sheet of 16,000 columns": async () => {
    const bytes = await writeSheet(20, 16_000);
    return () => upload("/x/import/check/user", bytes);
  },
  "a bank statement of 5 MB": async () => {
    const text = `交易日期,收入金额,对方户名,流水号\n${statementLine.repeat(140_000)}`;
    return () => upload("/x/orderPay/statement", text);
  },
  "a bank statement of one line of 5 MB": async () => {
    const text = "1,".repeat(2_500_000);
    return () => upload("/x/orderPay/statement", text);
  },
};

test.each(Object.entries(cases))("%s keeps nobody waiting", { timeout: 600_000 }, async (_title, write) => {
  const send = await write();
  let best = await measure(send);
  expect(best.longestTurnMs).toBeLessThan(maxTurnMs);
  for (let attempt = 1; attempt < maxAttempts && !isSmooth(best); attempt++) best = await measure(send);
  expect(isSmooth(best), JSON.stringify(best)).toBe(true);
});

const isSmooth = ({ p99, slowestHealthMs }: { readonly p99: number; readonly slowestHealthMs: number }) =>
  p99 <= maxP99Ms && slowestHealthMs <= maxHealthMs;

test("the measure sees turns of the server", async () => {
  // The largest body that the main thread parses itself.
  const body = { keyword: "x", filler: Array.from({ length: 200_000 }, () => 1) };
  const { longestTurnMs, p99 } = await measure(() => admin.call("POST", "/company/pageList", body));
  expect(longestTurnMs).toBeGreaterThan(0);
  expect(p99).toBeGreaterThan(0);
});
