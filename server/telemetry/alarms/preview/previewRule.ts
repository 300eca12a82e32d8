import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { and, asc, desc, eq, gte, inArray, isNotNull } from "drizzle-orm";
import type { alarmRuleCalls } from "../../../../adapters/contract/alarmRule.ts";
import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import type { Db } from "../../../db/handle.ts";
import { flights, flightTracks } from "../../../db/schema/flight.ts";
import { tasks } from "../../../db/schema/task.ts";
import { RefusalError } from "../../../errors.ts";
import { readMicro, readZones } from "../ruleReads.ts";
import type { StoredRule } from "../ruleSet.ts";
import type { PreviewFlight, PreviewReply, PreviewRequest } from "./previewProtocol.ts";
import { computableKinds } from "./replayTrack.ts";

/** The thread's source; next to a bundled server, its bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./previewWorker.ts" : "./previewWorker.js";

const periodMs = 7 * 86_400_000;
const maxFlights = 1_000;
const flightsAtOnce = 25;
/** The console waits 5 s for an answer. */
const usualLimitMs = 3_500;
const maxExamples = 10;
const heapMb = 512;

type Preview = EndpointData<(typeof alarmRuleCalls)["rulePreview"]>;

let isBusy = false;

/**
 * Replays the newest flights of the last 7 days through a rule, in a thread of its own: what it would have raised. It
 * says of how many flights that is, as it stops when its time is over.
 */
export async function previewRule(
  db: Db,
  rule: StoredRule,
  now: Date,
  limitMs = usualLimitMs,
): Promise<Preview> {
  const none = { flights: 0, raisedFlights: 0, raised: 0, examples: [] };
  if (!computableKinds.includes(rule.kind)) return { isComputable: false, ...none };
  if (isBusy) throw new RefusalError("另一次试算正在进行，请几秒后再试");
  isBusy = true;
  const deadline = performance.now() + limitMs;
  try {
    const selected = await selectFlights(db, rule, now);
    const request: PreviewRequest = { rule, zones: await readZones(db), now: now.getTime() };
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    try {
      return await replay(db, worker, selected, deadline);
    } finally {
      await worker.terminate();
    }
  } finally {
    isBusy = false;
  }
}

type SelectedFlight = Awaited<ReturnType<typeof selectFlights>>[number];

function selectFlights(db: Db, { companyId, droneSn }: StoredRule, now: Date) {
  return db
    .select({
      id: flights.id,
      flightNo: flights.flightNo,
      clockOffsetMs: flights.clockOffsetMs,
      taskId: flights.taskId,
      droneSn: flights.droneSn,
      companyId: flights.companyId,
      route: tasks.route,
      airspace: tasks.airspace,
      permitNo: tasks.permitNo,
      permitFrom: tasks.permitFrom,
      permitTo: tasks.permitTo,
      permitCeiling: tasks.permitCeiling,
    })
    .from(flights)
    .innerJoin(tasks, eq(tasks.id, flights.taskId))
    .where(
      and(
        isNotNull(flights.endedAt),
        gte(flights.startedAt, new Date(now.getTime() - periodMs)),
        companyId === null ? undefined : eq(flights.companyId, companyId),
        droneSn === "" ? undefined : eq(flights.droneSn, droneSn),
      ),
    )
    .orderBy(desc(flights.startedAt), desc(flights.id))
    .limit(maxFlights);
}

async function replay(
  db: Db,
  worker: Worker,
  selected: readonly SelectedFlight[],
  deadline: number,
): Promise<Preview> {
  const sums = { flights: 0, raisedFlights: 0, raised: 0 };
  const examples: Preview["examples"] = [];
  for (let start = 0; start < selected.length; start += flightsAtOnce) {
    const part = selected.slice(start, start + flightsAtOnce);
    const reply = await askWorker(worker, await loadFlights(db, part), deadline);
    if (!reply) break;
    sums.flights += part.length;
    for (const { flightId, raisedAt } of reply) {
      const [first] = raisedAt;
      const flight = part.find(({ id }) => id === flightId);
      if (first === undefined || !flight) continue;
      sums.raisedFlights += 1;
      sums.raised += raisedAt.length;
      const { taskId, flightNo } = flight;
      if (examples.length < maxExamples)
        examples.push({ flightId, taskId, flightNo, at: new Date(first).toISOString() });
    }
  }
  return { isComputable: true, ...sums, examples };
}

/** Null where the time is over. */
async function askWorker(
  worker: Worker,
  part: readonly PreviewFlight[],
  deadline: number,
): Promise<PreviewReply | null> {
  const leftMs = deadline - performance.now();
  if (leftMs <= 0) return null;
  const timeout = AbortSignal.timeout(Math.ceil(leftMs));
  worker.postMessage(part);
  try {
    // An error of the thread rejects.
    const [reply] = (await once(worker, "message", { signal: timeout })) as [PreviewReply];
    return reply;
  } catch (error) {
    if (timeout.aborted) return null;
    throw error;
  }
}

async function loadFlights(db: Db, part: readonly SelectedFlight[]): Promise<PreviewFlight[]> {
  const ids = part.map(({ id }) => id);
  const rows = await db
    .select()
    .from(flightTracks)
    .where(inArray(flightTracks.flightId, ids))
    .orderBy(asc(flightTracks.flightId), asc(flightTracks.t0));
  const chunksByFlight = Map.groupBy(rows, ({ flightId }) => flightId);
  const micro = new Set(
    await readMicro(
      db,
      part.map(({ droneSn }) => droneSn),
    ),
  );
  return part.map(({ id, clockOffsetMs, flightNo: _, taskId: __, ...plan }) => ({
    flightId: id,
    clockOffsetMs,
    plan: { ...plan, isMicro: micro.has(plan.droneSn) },
    chunks: (chunksByFlight.get(id) ?? []).map(({ t0, samples, bytes, lastAt }) => ({
      t0,
      samples,
      bytes,
      lastAt,
    })),
  }));
}
