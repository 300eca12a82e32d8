import { and, eq, inArray } from "drizzle-orm";
import type { IngestSource } from "../../../adapters/contract/ingestStatus.ts";
import type { IngestSample, RejectionReason } from "../../../adapters/contract/telemetry.ts";
import { NotStoredError } from "../../db/notStoredError.ts";
import { companies } from "../../db/schema/company.ts";
import { appendSample } from "../fleet/appendSample.ts";
import type { ClearedValue } from "../fleet/clearImpossible.ts";
import { createBatch } from "../fleet/sampleColumns.ts";
import { describeExpectation, type Rejection } from "../fleet/validateSamples.ts";
import type { OpenTask } from "../flights/openTasks.ts";
import type { LiveService } from "../liveService.ts";
import { findDroneTasks, type IngestServices } from "./findDroneTasks.ts";
import { getGroundState } from "./groundState.ts";
import { type Line, noteHeard } from "./lines.ts";

/** Who sends: the company of an access key, or null for a broker that has authenticated the device itself. */
export interface DeviceSender {
  readonly companyId: string | null;
  readonly via: IngestSource;
  /** What the samples of a drone come in by. */
  readonly lineOf: (droneSn: string) => Line;
  /** Values that came with a sample and were taken as unknown. Without it nothing is: the sender reads an answer. */
  readonly getCleared?: (sample: IngestSample) => readonly ClearedValue[];
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

/** Where the samples of one drone go: a slot, nowhere as it is on the ground, or refused. */
interface Target {
  /** The drone's company; null where none has registered it. */
  readonly companyId: string | null;
  readonly goesTo: FlightTarget | "onGround" | Rejection;
}

interface FlightTarget {
  readonly slot: number;
  /** Whether the call shows that the drone flies. */
  readonly flies: boolean;
}

/**
 * Takes samples of real devices. The first believed sample of a registered drone opens its flight: of the planned
 * task that starts within 30 minutes, otherwise of a task of its own. A drone that reports that it is on the ground
 * opens nothing: its plan is chosen when it takes off.
 * @throws NotStoredError where samples that are accepted, or were before, cannot be stored now
 */
export async function ingestDeviceSamples(
  services: IngestServices,
  sender: DeviceSender,
  sent: readonly IngestSample[],
): Promise<IngestResult> {
  const { live, now } = services;
  const samples = live.clockCorrections.apply(sent);
  const targets = await resolveTargets(services, sender, samples);
  const rejections = new Map<number, Rejection>();
  /** What goes to flights; without a place in the call where it came with an earlier one. */
  const rows: { readonly slot: number; readonly sample: IngestSample; readonly index: number | null }[] = [];
  /** Slots whose flight was told to begin. */
  const expected = new Set<number>();
  for (const [index, sample] of samples.entries()) {
    const { companyId, goesTo = "onGround" } = targets.get(toSampleKey(sample)) ?? {};
    // Whatever a drone sends, the line works; of one that is unknown anybody may have made it up.
    if (companyId) noteHeard(sender.lineOf(sample.droneSn), now.getTime());
    if (goesTo === "onGround") live.takeOffs.hold(sender.companyId, sample);
    else if ("slot" in goesTo) {
      const { slot, flies } = goesTo;
      const open = live.registry.getBySlot(slot);
      if (open) open.line = sender.lineOf(sample.droneSn);
      const isResting = open?.flight === null && open.flown.flights > 0;
      if (isResting && !flies && live.takeOffs.hold(sender.companyId, sample)) continue;
      const { samples: held, sight } = live.takeOffs.take(sender.companyId, sample.droneSn);
      // What was seen is told at the first sample of the call, and forgotten then.
      if ((held.length > 0 || (isResting && flies)) && !expected.has(slot)) {
        expected.add(slot);
        live.registry.expectFlight(slot, sight);
      }
      rows.push(...held.map((earlier) => ({ slot, sample: earlier, index: null })), { slot, sample, index });
    } else {
      rejections.set(index, goesTo);
      live.samples.addRejected(goesTo.reason, 1);
    }
  }
  const batch = createBatch(rows.length);
  for (const { slot, sample } of rows) appendSample(batch, slot, sample);
  for (const { row, reason, field } of live.registry.ingest(batch, now.getTime())) {
    const index = rows[row]?.index ?? null;
    if (index !== null) rejections.set(index, { reason, field });
  }
  live.ingestStatus.addSamples(
    sender,
    now.getTime(),
    sent.map((original, index) => ({
      sample: samples[index] ?? original,
      sentTime: original.tSrc,
      companyId: targets.get(toSampleKey(original))?.companyId ?? null,
      rejection: rejections.get(index) ?? null,
      cleared: sender.getCleared?.(original) ?? [],
    })),
  );
  // What is accepted is stored: its samples, and a task that was just created.
  const isStored = await live.writes.flush();
  // Samples that are sent again after this error are older than themselves: they may still wait.
  const refused = [...rejections.values()].filter(({ reason }) => reason !== "older").length;
  if (!isStored && refused < samples.length)
    throw new NotStoredError(`${samples.length - refused} samples wait for the database`);
  const rejected = [...rejections]
    .sort(([a], [b]) => a - b)
    .map(([at, rejection]) => ({ at, ...rejection, expected: describeExpectation(rejection) }));
  return { accepted: samples.length - rejected.length, rejected };
}

const toSampleKey = ({ droneSn, taskId }: IngestSample) => `${droneSn} ${taskId ?? ""}`;

/** What was read from the database for the samples that need it. */
interface Lookups {
  /** By `toSampleKey`. */
  readonly tasks: Map<string, FoundTask>;
  /** Whether each company is frozen. */
  readonly frozen: Map<string, boolean>;
}
type FoundTask = Awaited<ReturnType<typeof findDroneTasks>>[number];

/** Where the samples of each drone and task go, by `toSampleKey`. */
async function resolveTargets(
  services: IngestServices,
  { companyId }: DeviceSender,
  samples: readonly IngestSample[],
): Promise<Map<string, Target>> {
  const { registry } = services.live;
  const { dronesOnGround } = registry;
  const now = services.now.getTime();
  const groundStates = services.live.takeOffs.judge(companyId, samples);
  const isFlying = (droneSn: string) => groundStates.get(droneSn) === "flying";
  const isOnGround = (droneSn: string) => groundStates.get(droneSn) === "onGround";
  const opensTask = (droneSn: string) =>
    isFlying(droneSn) || (!isOnGround(droneSn) && !dronesOnGround.has(droneSn));
  const targets = new Map<string, Target>();
  const firstByKey = new Map<string, IngestSample>();
  for (const sample of samples) {
    const key = toSampleKey(sample);
    if (targets.has(key) || firstByKey.has(key)) continue;
    const { droneSn, taskId } = sample;
    const staysOnGround =
      isOnGround(droneSn) && taskId === undefined && !getOpenDeviceTask(services.live, droneSn);
    const owner = staysOnGround ? dronesOnGround.refresh(droneSn, companyId, now) : null;
    if (owner === null) firstByKey.set(key, sample);
    else targets.set(key, { companyId: owner, goesTo: "onGround" });
  }
  const lookups: Lookups = { tasks: new Map(), frozen: new Map() };
  // Tasks close and their slots go to others while the database is read: what is open is read again after it.
  while (await lookUpMissing(services, companyId, { firstByKey, isFlying, opensTask, lookups }));
  // A new task may take the slot of one that has landed: all are opened before those of the others are noted.
  for (const [key, { droneSn }] of firstByKey) {
    const found = lookups.tasks.get(key);
    if (!found || !("task" in found) || !found.task || getOpenDeviceTask(services.live, droneSn)) continue;
    const slot = registry.open(found.task, { newRecord: found.newRecord });
    const goesTo =
      slot === null ? { reason: "noRoom" as const, field: null } : { slot, flies: isFlying(droneSn) };
    targets.set(key, { companyId: found.companyId, goesTo });
  }
  for (const [key, { droneSn, taskId }] of firstByKey) {
    if (targets.has(key)) continue;
    const open = getOpenDeviceTask(services.live, droneSn);
    const found = lookups.tasks.get(key);
    if (open && companyId !== null && open.task.companyId !== companyId)
      targets.set(key, { companyId: null, goesTo: { reason: "unregistered", field: "droneSn" } });
    else if (open) targets.set(key, { companyId: open.task.companyId, goesTo: toOpenTarget(open, taskId) });
    else if (found && "rejection" in found)
      targets.set(key, { companyId: found.companyId, goesTo: found.rejection });
    else if (found) {
      if (isOnGround(droneSn)) dronesOnGround.add(droneSn, found.companyId, now);
      targets.set(key, { companyId: found.companyId, goesTo: "onGround" });
    } else {
      // It has just lost its slot, so it is known to be on the ground.
      const owner = dronesOnGround.refresh(droneSn, companyId, now);
      if (owner !== null) targets.set(key, { companyId: owner, goesTo: "onGround" });
    }
  }
  return targets;

  function toOpenTarget(open: OpenTask, taskId: string | undefined): Target["goesTo"] {
    if (taskId !== undefined && taskId !== open.task.id) return { reason: "noTask", field: "taskId" };
    const { companyId: owner, droneSn } = open.task;
    if (mayStartFlight(open, isFlying(droneSn)) && lookups.frozen.get(owner))
      return { reason: "companyFrozen", field: null };
    return { slot: open.slot, flies: isFlying(droneSn) };
  }
}

/** Reads what is not known yet of these samples; false where there was nothing to read. */
async function lookUpMissing(
  services: IngestServices,
  companyId: string | null,
  {
    firstByKey,
    isFlying,
    opensTask,
    lookups: { tasks, frozen },
  }: {
    readonly firstByKey: ReadonlyMap<string, IngestSample>;
    readonly isFlying: (droneSn: string) => boolean;
    /** Whether what a drone sends may open a task. */
    readonly opensTask: (droneSn: string) => boolean;
    readonly lookups: Lookups;
  },
): Promise<boolean> {
  const unknown: [key: string, sample: IngestSample][] = [];
  const owners = new Set<string>();
  for (const [key, sample] of firstByKey) {
    const open = getOpenDeviceTask(services.live, sample.droneSn);
    if (!open && !tasks.has(key)) unknown.push([key, sample]);
    if (open && mayStartFlight(open, isFlying(sample.droneSn)) && !frozen.has(open.task.companyId))
      owners.add(open.task.companyId);
  }
  if (owners.size > 0) {
    const found = await services.db
      .select({ id: companies.id })
      .from(companies)
      .where(and(inArray(companies.id, [...owners]), eq(companies.status, "frozen")));
    for (const id of owners) frozen.set(id, false);
    for (const { id } of found) frozen.set(id, true);
  }
  if (unknown.length > 0) {
    const found = await findDroneTasks(
      services,
      companyId,
      unknown.map(([, sample]) => sample),
      opensTask,
    );
    for (const [index, task] of found.entries()) tasks.set(unknown[index]?.[0] ?? "", task);
  }
  return owners.size > 0 || unknown.length > 0;
}

/** The open task of a real drone. Where a real device sends, it displaces the simulated flight of its number. */
function getOpenDeviceTask({ registry }: LiveService, droneSn: string): OpenTask | undefined {
  const open = registry.getByDrone(droneSn);
  return open?.task.source === "device" ? open : undefined;
}

/** Whether samples may start a flight of an open task: its first one, or the next where the drone flies again. */
const mayStartFlight = ({ flight, flown }: OpenTask, isFlyingAgain: boolean): boolean =>
  flight === null && (flown.flights === 0 || isFlyingAgain);

/** Whether only the database knows where this sample goes. */
export function needsDatabase(live: LiveService, sample: IngestSample): boolean {
  const open = getOpenDeviceTask(live, sample.droneSn);
  return !open || mayStartFlight(open, getGroundState(sample) === "flying");
}
