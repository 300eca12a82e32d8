import { fork } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import WebSocket from "ws";
import { startServer } from "../process/serverProcess.ts";
import type { WorkerOptions, WorkerResults } from "./listWorkers.ts";
import type { BenchResult } from "./report.ts";
import { type Account, type Device, seedLoadData } from "./seedLoadData.ts";
import { quantile } from "./statistics.ts";

const seconds = Number(process.env.LOAD_SECONDS ?? 240);
const workers = 200;
const sockets = 50;
const accounts = 5;
/** Drones that each report once per second. */
const devices = 5;
/** Maximum gap between two frames. */
const maxGapMs = 1_300;
/** Time until all drones have a flight. */
const settleMs = 3_000;
/** Frames until the server has set up its own drones; the first one is sent on opening in any case. */
const settledFrames = 4;

/** Measures list requests at full speed beside the live feed, which share the embedded database's queue. */
export async function measureUnderLoad(dataDir: string): Promise<BenchResult[]> {
  const secretKey = randomBytes(32);
  const loadData = await seedLoadData(dataDir, secretKey, { orders: 20_000, accounts, devices });
  const env = { FLEET: "200", SECRET_KEY: secretKey.toString("hex"), LOG_LEVEL: "error" };
  await using server = await startServer({ dataDir, env });
  const fleetWatch = await watchFleet(server.port, loadData.accounts);
  const telemetry = startTelemetry(server.url, loadData.devices);
  await wait(settleMs);
  console.log(`${workers} workers on lists, ${sockets} sockets on the fleet, for ${seconds} s`);
  fleetWatch.measure();
  telemetry.measure();
  const ownLoopDelay = monitorEventLoopDelay({ resolution: 10 });
  ownLoopDelay.enable();
  // Ignore everything before this point.
  await readLongestServerDelay(server.url);
  const lists = startListWorkers({ url: server.url, workers, accounts: loadData.accounts });
  await wait(seconds * 1_000);
  const [gaps, closed] = [fleetWatch.gaps(), fleetWatch.closed()];
  ownLoopDelay.disable();
  const delays = { server: await readLongestServerDelay(server.url), own: ownLoopDelay.max / 1e6 };
  const ingest = await telemetry.stop();
  const listResults = await lists.stop();
  fleetWatch.close();
  await server.stop();
  return toResults({ gaps, closed, ingest, lists: listResults, delays });
}

interface LoadMetrics {
  readonly gaps: readonly number[];
  /** Close codes of sockets that the server closed. */
  readonly closed: readonly number[];
  readonly ingest: { readonly times: readonly number[]; readonly failed: readonly string[] };
  readonly lists: WorkerResults;
  /** Maximum event loop delay of the server and of this measuring process, ms. */
  readonly delays: { readonly server: number; readonly own: number };
}

function toResults({ gaps, closed, ingest, lists, delays }: LoadMetrics): BenchResult[] {
  const who = `${workers} list workers, ${seconds} s`;
  const { times, failed } = ingest;
  const p95 = quantile(times, 0.95);
  const [min, max] = [quantile(gaps, 0), Math.max(...gaps)];
  const others = JSON.stringify(lists.others);
  return [
    {
      label: `${who}: sockets closed by the server, of ${sockets}`,
      measured: `${closed.length} ${closed.length > 0 ? String(closed) : ""}`.trim(),
      budget: "0",
      isWithinBudget: closed.length === 0,
    },
    {
      label: `${who}: telemetry p50, p95, longest, failed`,
      measured:
        `${formatMs(quantile(times, 0.5))}, ${formatMs(p95)}, ${formatMs(Math.max(...times))} ms, ${failed.length} of ${times.length + failed.length} ${failed[0] ?? ""}`.trim(),
      budget: "p95 ≤ 1000 ms, 0 failed",
      isWithinBudget: p95 <= 1_000 && failed.length === 0,
    },
    {
      label: `${who}: between two frames, least, p50, p99, most`,
      measured: `${formatMs(min)}, ${formatMs(quantile(gaps, 0.5))}, ${formatMs(quantile(gaps, 0.99))}, ${formatMs(max)} ms`,
      budget: "1000 ± 300 ms",
      isWithinBudget: min >= 700 && max <= maxGapMs,
    },
    {
      label: `${who}: lists answered, p50, p95, busy, others`,
      measured: `${(lists.times.length / seconds).toFixed(0)}/s, ${formatMs(quantile(lists.times, 0.5))}, ${formatMs(quantile(lists.times, 0.95))} ms, ${lists.busy}, ${others}`,
      budget: "no others",
      isWithinBudget: others === "{}",
    },
    {
      label: `${who}: longest loop delay of the server, of what measures`,
      measured: `${formatMs(delays.server)}, ${formatMs(delays.own)} ms`,
      budget: "",
    },
  ];
}

/** Since the previous call. */
async function readLongestServerDelay(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, seconds = "NaN"] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
  return Number(seconds) * 1_000;
}

const formatMs = (value: number) => value.toFixed(0);

/** Opens sockets on the whole fleet, with a heartbeat every 5 s like consoles. */
async function watchFleet(port: number, signedIn: readonly Account[]) {
  const gaps: number[] = [];
  const closed: number[] = [];
  const currentGaps: (() => number)[] = [];
  let isMeasured = false;
  let isClosing = false;
  const open = await Promise.all(
    Array.from({ length: sockets }, async (_, n) => {
      const { userId = "", token = "" } = signedIn[n % signedIn.length] ?? {};
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
      const sendMessage = (type: number, taskId = "") =>
        socket.send(JSON.stringify({ platform: "web", type, userId, token, taskId }));
      let last = Number.NaN;
      let frames = 0;
      const { promise: isSettled, resolve: settle } = Promise.withResolvers<void>();
      socket.on("message", (_data, isBinary) => {
        if (!isBinary) return;
        const now = performance.now();
        if (isMeasured) gaps.push(now - last);
        last = now;
        frames += 1;
        if (frames === settledFrames) settle();
      });
      await once(socket, "open");
      sendMessage(1);
      sendMessage(3, "*");
      // A frozen feed sends no frame that would end its gap.
      currentGaps.push(() => performance.now() - last);
      const heartbeat = setInterval(() => sendMessage(2), 5_000);
      socket.on("close", (code) => {
        clearInterval(heartbeat);
        if (!isClosing) closed.push(code);
      });
      await isSettled;
      return socket;
    }),
  );
  return {
    measure: () => {
      isMeasured = true;
    },
    gaps: () => [...gaps, ...currentGaps.map((now) => now()).filter((ms) => ms > maxGapMs)],
    closed: () => closed,
    close: () => {
      isClosing = true;
      for (const socket of open) socket.close();
    },
  };
}

/** Posts a sample per drone and second, without waiting for the previous response. */
function startTelemetry(url: string, drones: readonly Device[]) {
  const times: number[] = [];
  const failed: string[] = [];
  const pending = new Set<Promise<void>>();
  let isMeasured = false;
  let seq = 0;

  async function post({ droneSn, accessKey, secret }: Device) {
    seq += 1;
    const [path, timestamp, nonce] = ["/iapi/telemetry", String(Date.now()), randomUUID()];
    const place = { lat: 399_200_000 + seq * 10, lon: 1_054_600_000, hEll: 1_200, vH: 5, fix: "3d" };
    const body = JSON.stringify({ samples: [{ droneSn, seq, tSrc: Date.now(), ...place }] });
    const text = `POST\n${path}\n${timestamp}\n${nonce}\n${body}`;
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    const names = { "x-access-key": accessKey, "x-timestamp": timestamp, "x-nonce": nonce };
    const headers = { ...names, "x-signature": signature, "content-type": "application/json" };
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
    const answer = await response.text();
    if (!isMeasured) return;
    if (response.status === 200 && answer.includes('"accepted":1')) times.push(performance.now() - startedAt);
    else failed.push(`${response.status} ${answer}`);
  }
  const timer = setInterval(() => {
    for (const drone of drones) {
      const sent = post(drone)
        .catch((error: unknown) => void failed.push(String(error)))
        .finally(() => pending.delete(sent));
      pending.add(sent);
    }
  }, 1_000);
  return {
    measure: () => {
      isMeasured = true;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return { times, failed };
    },
  };
}

/** Runs the workers in a separate process, so that their responses do not delay the frame timestamps. */
function startListWorkers(order: WorkerOptions) {
  const child = fork(new URL("./listWorkers.ts", import.meta.url));
  child.send(order);
  return {
    stop: async (): Promise<WorkerResults> => {
      const answer = once(child, "message");
      child.send("stop");
      const [count] = (await answer) as [WorkerResults];
      return count;
    },
  };
}
