import { and, eq, isNull } from "drizzle-orm";
import type { DeviceIngest, ingestStatusCalls } from "../../../adapters/contract/ingestStatus.ts";
import { rejectionReasons, type telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { drones } from "../../db/schema/drone.ts";
import { describeExpectation } from "../../telemetry/fleet/validateSamples.ts";
import type { DeviceIngestEntry } from "../../telemetry/ingest/ingestStatus.ts";
import { proposeClockCorrection } from "../../telemetry/ingest/proposeClockCorrection.ts";
import { takeTelemetry } from "../../telemetry/ingest/takeTelemetry.ts";

export const telemetryHandlers: Handlers<typeof telemetryCalls> = {
  telemetryIngest: async ({ body: { samples }, leftOut }, { db, live, newId, now, signer }) =>
    takeTelemetry({ db, live, newId, now }, signer, samples, leftOut),
};

const maxDevices = 50;
/** A correction that differs by no more is the one that is set, s. */
const sameClockS = 60;
const maxInvalidBodies = 20;

export const ingestStatusHandlers: Handlers<typeof ingestStatusCalls> = {
  ingestStatus: async ({ query: { companyId, sn } }, { db, live, now }) => {
    const { ingestStatus } = live;
    const isOwn = (entry: { readonly companyId: string | null }) =>
      companyId === undefined || entry.companyId === companyId;
    const isAsked = (entry: { readonly sn: string }) => sn === undefined || entry.sn === sn;
    const accessKeyNames = companyId === undefined ? null : await readAccessKeys(db, companyId);
    const lastSeenAt = sn === undefined ? null : await readLastSeen(db, sn, companyId);
    const devices = [...ingestStatus.listDevices()].filter(isOwn);
    return {
      at: now.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      room: {
        capacity: live.registry.capacity,
        free: live.registry.freePlaces(),
        refusedDrones: devices.filter((entry) => hasFoundNoRoom(entry, live)).length,
      },
      devices: devices
        .filter(isAsked)
        .sort((a, b) => b.lastAt - a.lastAt)
        .slice(0, maxDevices)
        .map((entry) => toDeviceIngest(entry, live)),
      unregistered: ingestStatus
        .listUnregistered()
        // What a broker lets in belongs to no company until it is registered.
        .filter((entry) => entry.companyId === null || isOwn(entry))
        .map(({ at, count, ...entry }) => ({ sn: entry.sn, via: entry.via, at: toInstant(at), count })),
      signatureFailures: ingestStatus
        .listSignatureFailures()
        .filter(({ accessKey }) => accessKeyNames === null || accessKeyNames.has(accessKey))
        .map((failure) => ({ ...failure, at: toInstant(failure.at) })),
      limited: toLimited(companyId === undefined ? null : ingestStatus.getLimited(companyId, now.getTime())),
      invalidBodies: ingestStatus
        .listInvalidBodies()
        .filter(isOwn)
        .slice(0, maxInvalidBodies)
        .map(({ at, path, message }) => ({ at: toInstant(at), path, message })),
    };
  },
};

const toLimited = (limited: ReturnType<Call["live"]["ingestStatus"]["getLimited"]>) =>
  limited && { ...limited, at: toInstant(limited.at) };

/** Whether a drone waits for a place: its last sample was refused because all were taken. */
const hasFoundNoRoom = (
  { sn, lastAt, refusals: [last] }: DeviceIngestEntry,
  { registry }: Call["live"],
): boolean => last?.reason === "noRoom" && last.at === lastAt && !registry.getByDrone(sn);

async function readLastSeen(db: Db, sn: string, companyId: string | undefined): Promise<Date | null> {
  const isOwn = companyId === undefined ? undefined : eq(drones.companyId, companyId);
  const [drone] = await db
    .select({ lastSeenAt: drones.lastSeenAt })
    .from(drones)
    .where(and(eq(drones.sn, sn), isNull(drones.deletedAt), isOwn));
  return drone?.lastSeenAt ?? null;
}

async function readAccessKeys(db: Db, companyId: string): Promise<ReadonlySet<string>> {
  const keys = await db
    .select({ accessKey: accessKeys.accessKey })
    .from(accessKeys)
    .where(eq(accessKeys.companyId, companyId));
  return new Set(keys.map(({ accessKey }) => accessKey));
}

function toDeviceIngest(
  entry: DeviceIngestEntry,
  { registry, clockCorrections }: Call["live"],
): DeviceIngest {
  const { sn, via, lastAt, last, accepted, refused, refusals, cleared, offsets } = entry;
  const clockCorrectionS = clockCorrections.get(sn);
  const proposal = proposeClockCorrection(offsets);
  const open = registry.getByDrone(sn);
  const isOwn = open?.task.companyId === entry.companyId;
  return {
    sn,
    via,
    lastAt: toInstant(lastAt),
    last: last && toLast(last, isOwn ? registry.getLiveState(open)?.clockOffsetMs : undefined),
    taskId: isOwn ? open.task.id : null,
    isContradicted: isOwn && open.isContradicted,
    accepted,
    refused: rejectionReasons.flatMap((reason) => {
      const count = refused[reason];
      return count === undefined ? [] : [{ reason, count }];
    }),
    refusals: refusals.map((refusal) => ({ ...refusal, at: toInstant(refusal.at) })),
    clockCorrectionS,
    clockProposal:
      proposal && Math.abs(proposal.correctionS - clockCorrectionS) > sameClockS ? proposal : null,
    cleared: [...cleared].map(([field, last]) => ({
      field,
      ...last,
      at: toInstant(last.at),
      expected: describeExpectation({ reason: "outOfRange", field }),
    })),
  };
}

/** @param clockOffsetMs the flight's, over its last samples; without a flight the last sample's own */
function toLast(
  { at, tSrc, ...values }: NonNullable<DeviceIngestEntry["last"]>,
  clockOffsetMs = at - tSrc,
): NonNullable<DeviceIngest["last"]> {
  return { at: toInstant(at), ...values, clockOffsetMs };
}

const toInstant = (ms: number) => new Date(ms).toISOString();
