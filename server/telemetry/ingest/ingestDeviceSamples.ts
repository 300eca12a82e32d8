import type { IngestSource } from "../../../adapters/contract/ingestStatus.ts";
import type { IngestSample, RejectionReason } from "../../../adapters/contract/telemetry.ts";
import type { Db } from "../../db/handle.ts";
import { appendSample } from "../fleet/appendSample.ts";
import { createBatch } from "../fleet/sampleColumns.ts";
import { describeExpectation, type Rejection } from "../fleet/validateSamples.ts";
import { startsFlight } from "../flights/taskLifecycle.ts";
import type { LiveService } from "../liveService.ts";
import { findDroneTasks } from "./findDroneTasks.ts";

/** Who sends: the company of an access key, or null for a broker that has authenticated the device itself. */
export interface DeviceSender {
  readonly companyId: string | null;
  readonly via: IngestSource;
}

export interface IngestServices {
  readonly db: Db;
  readonly live: LiveService;
  readonly newId: () => string;
  readonly now: Date;
}

/** A refused sample, as the sender reads it. */
export interface RefusedSample {
  /** Position in the list that was sent. */
  readonly at: number;
  readonly reason: RejectionReason;
  readonly field: string | null;
  /** What was expected, in Chinese. */
  readonly expected: string;
}

export interface IngestResult {
  readonly accepted: number;
  readonly rejected: readonly RefusedSample[];
}

/** Where the samples of one drone go: a slot, nowhere as it stands on the ground, or refused. */
interface Target {
  /** The drone's company; null where none has registered it. */
  readonly companyId: string | null;
  readonly goesTo: { readonly slot: number } | "onGround" | Rejection;
}

/**
 * Takes samples of real devices. The first believed sample of a registered drone opens its flight: of the planned
 * task that starts within 30 minutes, otherwise of a task of its own.
 */
export async function ingestDeviceSamples(
  services: IngestServices,
  sender: DeviceSender,
  samples: readonly IngestSample[],
): Promise<IngestResult> {
  const { live, now } = services;
  const targets = await resolveTargets(services, sender, samples);
  const batch = createBatch(samples.length);
  const indexes: number[] = [];
  const rejections = new Map<number, Rejection>();
  for (const [index, sample] of samples.entries()) {
    const { goesTo = "onGround" } = targets.get(toSampleKey(sample)) ?? {};
    if (goesTo === "onGround") continue;
    if ("slot" in goesTo) {
      appendSample(batch, goesTo.slot, sample);
      indexes.push(index);
    } else {
      rejections.set(index, goesTo);
      live.samples.addRejected(goesTo.reason, 1);
    }
  }
  for (const { row, reason, field } of live.registry.ingest(batch, now.getTime()))
    rejections.set(indexes[row] ?? 0, { reason, field });
  live.ingestStatus.addSamples(
    sender,
    now.getTime(),
    samples.map((sample, index) => ({
      sample,
      companyId: targets.get(toSampleKey(sample))?.companyId ?? null,
      rejection: rejections.get(index) ?? null,
    })),
  );
  // A task that was just created is on the list with the answer.
  await live.writes.flush();
  const rejected = [...rejections]
    .sort(([a], [b]) => a - b)
    .map(([at, rejection]) => ({ at, ...rejection, expected: describeExpectation(rejection) }));
  return { accepted: samples.length - rejected.length, rejected };
}

const toSampleKey = ({ droneSn, taskId }: IngestSample) => `${droneSn} ${taskId ?? ""}`;

/** Where the samples of each drone and task go, by `toSampleKey`. */
async function resolveTargets(
  services: IngestServices,
  { companyId }: DeviceSender,
  samples: readonly IngestSample[],
): Promise<Map<string, Target>> {
  const { registry } = services.live;
  const targets = new Map<string, Target>();
  const unknown: IngestSample[] = [];
  for (const sample of samples) {
    const key = toSampleKey(sample);
    if (targets.has(key)) continue;
    const open = registry.getByDrone(sample.droneSn);
    // Where a real device sends, it displaces the simulated flight of its serial number.
    if (open?.task.source !== "device") unknown.push(sample);
    else if (companyId !== null && open.task.companyId !== companyId)
      targets.set(key, { companyId: null, goesTo: { reason: "unregistered", field: "droneSn" } });
    else if (sample.taskId !== undefined && sample.taskId !== open.task.id)
      targets.set(key, { companyId: open.task.companyId, goesTo: { reason: "noTask", field: "taskId" } });
    else targets.set(key, { companyId: open.task.companyId, goesTo: { slot: open.slot } });
  }
  if (unknown.length === 0) return targets;
  const flying = new Set(samples.filter(isFlying).map(({ droneSn }) => droneSn));
  const found = await findDroneTasks(services, companyId, unknown);
  for (const [index, sample] of unknown.entries()) {
    const key = toSampleKey(sample);
    if (targets.has(key)) continue;
    const result = found[index];
    if (!result) continue;
    const owner = { companyId: result.companyId };
    if ("rejection" in result) targets.set(key, { ...owner, goesTo: result.rejection });
    else if (registry.hasLanded(sample.droneSn) && !flying.has(sample.droneSn))
      targets.set(key, { ...owner, goesTo: "onGround" });
    else {
      // Another call may have opened it while this one read the database.
      const open = registry.getByDrone(sample.droneSn);
      const slot =
        open?.task.source === "device"
          ? open.slot
          : registry.open(result.task, { newRecord: result.newRecord });
      targets.set(key, { ...owner, goesTo: slot === null ? { reason: "noRoom", field: null } : { slot } });
    }
  }
  return targets;
}

/** Whether a sample of a drone that has landed says that it flies again. */
const isFlying = ({ phase, vH }: IngestSample): boolean =>
  phase === undefined || phase === null || phase === "unknown" ? (vH ?? 0) > 1 : startsFlight(phase);
