import { setTimeout as wait } from "node:timers/promises";
import type { SignedInClient } from "../../process/apiClient.ts";
import { readServerMetrics } from "../../process/readServerMetrics.ts";
import type { ServerProcess } from "../../process/serverProcess.ts";
import type { BenchResult } from "../report.ts";
import { quantile } from "../statistics.ts";

/** What an attack is thrown at. */
export interface Target {
  readonly server: ServerProcess;
  readonly admin: SignedInClient;
  /** Company of the demo device. */
  readonly companyId: string;
}

export interface Attack {
  /** By the report of the review that found it. */
  readonly name: string;
  /** What came of it then. */
  readonly before: string;
  /** Throws it; returns what came of it now, in words, and whether that is as it has to be. */
  readonly run: (target: Target) => Promise<{ readonly after: string; readonly isRefused: boolean }>;
}

const probeEveryMs = 1_000;
const quietS = 10;
const maxP99Ms = 100;
const maxListRatio = 3;
/** On a quiet machine a list takes a few ms: then other things than the attack decide. */
const leastListMs = 100;

/** What somebody else sees of the server until it is over. */
async function watch({ server, admin }: Target, isOver: () => boolean) {
  const listMs: number[] = [];
  let [peakMb, slowestHealthMs, refused] = [0, 0, 0];
  await readServerMetrics(server.url);
  do {
    const from = performance.now();
    const list = await admin.call("POST", "/order/v3/pageList", { pageNo: 1, pageSize: 20 });
    if (list.status === 200) listMs.push(performance.now() - from);
    else refused += 1;
    const asked = performance.now();
    await fetch(`${server.url}/health`);
    slowestHealthMs = Math.max(slowestHealthMs, performance.now() - asked);
    await wait(probeEveryMs);
  } while (!isOver());
  const metrics = await readServerMetrics(server.url);
  peakMb = Math.max(peakMb, metrics("process_resident_memory_bytes") / 1e6);
  const p99Ms = metrics("nodejs_eventloop_lag_p99_seconds") * 1_000;
  return { listMs: quantile(listMs, 0.5), refused, peakMb, slowestHealthMs, p99Ms };
}
type Seen = Awaited<ReturnType<typeof watch>>;

/** What others see while nothing is thrown. */
export async function observeQuiet(target: Target): Promise<Seen> {
  const endAt = performance.now() + quietS * 1_000;
  return watch(target, () => performance.now() > endAt);
}

/** Throws an attack and says what others saw meanwhile. */
export async function observe(target: Target, attack: Attack, quiet: Seen): Promise<readonly BenchResult[]> {
  let isOver = false;
  const throwing = attack.run(target).finally(() => {
    isOver = true;
  });
  const seen = await watch(target, () => isOver);
  const { after, isRefused } = await throwing;
  const isServed =
    seen.listMs <= maxListRatio * Math.max(quiet.listMs, leastListMs) &&
    seen.refused === 0 &&
    seen.p99Ms <= maxP99Ms;
  const results: BenchResult[] = [
    {
      label: attack.name,
      measured: `${after} (${attack.before})`,
      budget: "refused",
      isWithinBudget: isRefused,
    },
    {
      label: `${attack.name}: others' list p50, refused, slowest /health; loop delay p99; memory`,
      measured: `${seen.listMs.toFixed(0)} ms, ${seen.refused}, ${seen.slowestHealthMs.toFixed(0)} ms; ${seen.p99Ms.toFixed(0)} ms; ${seen.peakMb.toFixed(0)} MB`,
      budget: `≤ ${maxListRatio} × quiet (${quiet.listMs.toFixed(0)} ms), 0; ≤ ${maxP99Ms} ms`,
      isWithinBudget: isServed,
    },
  ];
  for (const { label, measured } of results) console.log(`${label}: ${measured}`);
  return results;
}
