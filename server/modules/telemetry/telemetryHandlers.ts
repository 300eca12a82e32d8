import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { IngestSample, telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { tasks } from "../../db/schema/task.ts";
import { appendSample } from "../../telemetry/fleet/appendSample.ts";
import { createBatch } from "../../telemetry/fleet/sampleColumns.ts";
import type { OpenTask } from "../../telemetry/flights/openTask.ts";

/**
 * Finds the task of a company's drone: the running one, otherwise the next planned one. A frozen company's planned
 * tasks do not start, but its running flights are recorded until they land.
 */
async function findOpenTask(
  db: Db,
  companyId: string,
  { droneSn, taskId }: { readonly droneSn: string; readonly taskId?: string | undefined },
): Promise<OpenTask | null> {
  const [row] = await db
    .select({ task: tasks, company: companies.status })
    .from(tasks)
    .innerJoin(companies, eq(companies.id, tasks.companyId))
    .where(
      and(
        eq(tasks.companyId, companyId),
        eq(tasks.droneSn, droneSn),
        taskId === undefined ? undefined : eq(tasks.id, taskId),
        inArray(tasks.status, ["planned", "running"]),
        eq(tasks.source, "device"),
      ),
    )
    .orderBy(desc(tasks.status), asc(tasks.plannedAt))
    .limit(1);
  if (!row) return null;
  return row.company === "frozen" && row.task.status === "planned" ? null : row.task;
}

export const telemetryHandlers: Handlers<typeof telemetryCalls> = {
  telemetryIngest: async ({ body: { samples } }, call) => {
    const slots = await resolveSlots(samples, call);
    const batch = createBatch(samples.length);
    const indexes: number[] = [];
    for (const [index, sample] of samples.entries()) {
      const slot = slots.get(toSampleKey(sample));
      if (slot === undefined || slot === null) continue;
      appendSample(batch, slot, sample);
      indexes.push(index);
    }
    const reasons = call.live.registry.ingest(batch, call.now.getTime());
    if (indexes.length < samples.length)
      call.live.samples.addRejected("noTask", samples.length - indexes.length);
    const reasonByIndex = new Map(reasons.map(({ row, reason }) => [indexes[row], reason]));
    const rejected = samples.flatMap((sample, index) => {
      const reason =
        (slots.get(toSampleKey(sample)) ?? null) === null ? ("noTask" as const) : reasonByIndex.get(index);
      return reason ? [{ at: index, reason }] : [];
    });
    return { accepted: samples.length - rejected.length, rejected };
  },
};

const toSampleKey = ({ droneSn, taskId }: IngestSample) => `${droneSn} ${taskId ?? ""}`;

/** Resolves the slot for each drone's samples; null if the company has no open task for it or the fleet is full. */
async function resolveSlots(
  samples: readonly IngestSample[],
  call: Call,
): Promise<Map<string, number | null>> {
  const { companyId } = call.signer;
  const { registry } = call.live;
  const slots = new Map<string, number | null>();
  for (const sample of samples) {
    const key = toSampleKey(sample);
    if (slots.has(key)) continue;
    const flight = registry.getByDrone(sample.droneSn);
    const isOwnFlight =
      flight && flight.task.companyId === companyId && (sample.taskId ?? flight.task.id) === flight.task.id;
    if (isOwnFlight) {
      slots.set(key, flight.slot);
      continue;
    }
    const task = await findOpenTask(call.db, companyId, sample);
    slots.set(key, task ? registry.open(task) : null);
  }
  return slots;
}
