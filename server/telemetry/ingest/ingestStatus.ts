import type { FieldIssue } from "../../../adapters/contract/envelope.ts";
import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import type { IngestSource, SignatureFailure } from "../../../adapters/contract/ingestStatus.ts";
import type { IngestSample, RejectionReason } from "../../../adapters/contract/telemetry.ts";
import { type ClearedReason, type ClearedValue, toSentValue } from "../fleet/clearImpossible.ts";
import type { SampleField } from "../fleet/sampleColumns.ts";
import { describeExpectation, type Rejection } from "../fleet/validateSamples.ts";
import { requiredOffsets } from "./proposeClockCorrection.ts";
import { createRefusedDrones, type RefusedDrones } from "./refusedDrones.ts";

interface Refusal {
  readonly at: number;
  readonly reason: RejectionReason;
  readonly field: string | null;
  readonly expected: string;
  readonly value: number | string | null;
}

/** How often a field had a value that counts as unknown, with the last one. */
interface ClearedField {
  count: number;
  at: number;
  value: number | string;
  reason: ClearedReason;
}

/** Values of the last accepted sample. */
interface LastSample {
  readonly at: number;
  readonly tSrc: number;
  readonly phase: FlightPhase | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly hRel: number | null;
  readonly hAgl: number | null;
  readonly hEll: number | null;
  readonly batPct: number | null;
}

/** What one registered device has sent since the start. */
export interface DeviceIngestEntry {
  readonly companyId: string;
  readonly sn: string;
  via: IngestSource;
  lastAt: number;
  last: LastSample | null;
  accepted: number;
  readonly refused: Partial<Record<RejectionReason, number>>;
  /** Server's time minus the device's of the newest sample of the last calls, whatever became of it, ms. */
  readonly offsets: number[];
  /** Newest first. */
  readonly refusals: Refusal[];
  /** Since the start, by field. */
  readonly cleared: Map<SampleField, ClearedField>;
}

interface UnregisteredEntry {
  /** Company of the access key; null where a broker authenticates the device. */
  readonly companyId: string | null;
  readonly sn: string;
  readonly via: IngestSource;
  at: number;
  count: number;
}

interface SignatureFailureEntry {
  readonly accessKey: string;
  readonly reason: SignatureFailure;
  at: number;
  count: number;
  /** Server's time minus the time stamp that was sent; null if that is no number. */
  clockOffsetMs: number | null;
}

interface InvalidBody {
  readonly companyId: string;
  readonly at: number;
  readonly path: string;
  readonly message: string;
}

/** Requests of a company that were refused because its share was used up. */
interface LimitedCompany {
  at: number;
  count: number;
  /** What the last one was answered. */
  message: string;
}

/** A sample with what became of it. */
interface JudgedSample {
  readonly sample: IngestSample;
  /** Drone's time as it was sent, where its clock was corrected; UTC ms. */
  readonly sentTime?: number;
  /** Null where the serial number is registered for nobody who may send it. */
  readonly companyId: string | null;
  readonly rejection: Rejection | null;
  /** Values that came with it and count as unknown. */
  readonly cleared?: readonly ClearedValue[];
}

/** What devices send and why it is refused, as 设备接入 shows it. In memory and bounded: a restart forgets it. */
export interface IngestStatus {
  readonly addSamples: (
    sender: { readonly companyId: string | null; readonly via: IngestSource },
    at: number,
    samples: readonly JudgedSample[],
  ) => void;
  readonly addSignatureFailure: (
    failure: Pick<SignatureFailureEntry, "accessKey" | "reason" | "at" | "clockOffsetMs"> & {
      /** Whether there is such an access key. */
      readonly isKnownKey: boolean;
    },
  ) => void;
  /** Counts a signed request whose body does not have the form of the call. */
  readonly addInvalidBody: (companyId: string, at: number, issues: readonly FieldIssue[]) => void;
  /** Counts a request that was refused because its company's share was used up. */
  readonly addLimited: (companyId: string, at: number, message: string) => void;
  /** Those of the last minutes; null where there were none. */
  readonly getLimited: (companyId: string, now: number) => LimitedCompany | null;
  /** Drops a serial number from the unregistered ones: it has just been registered. */
  readonly forgetUnregistered: (sn: string) => void;
  readonly getDevice: (companyId: string, sn: string) => DeviceIngestEntry | undefined;
  /** In no order. */
  readonly listDevices: () => Iterable<DeviceIngestEntry>;
  readonly listRefused: RefusedDrones["list"];
  /** These lists are newest first. */
  readonly listUnregistered: () => readonly UnregisteredEntry[];
  readonly listSignatureFailures: () => readonly SignatureFailureEntry[];
  readonly listInvalidBodies: () => readonly InvalidBody[];
  /** When registered drones last sent something, UTC ms by serial number: those that have since the last call of this function. */
  readonly takeSeenDevices: () => ReadonlyMap<string, number>;
}

/** Only registered drones have an entry; beyond this the longest known is dropped. */
const maxDevices = 100_000;
const maxUnregistered = 200;
const maxSignatureFailures = 1_000;
/** Anybody can name keys that do not exist: these have a list of their own. Keys are far shorter than this. */
const maxUnknownKeyFailures = 100;
export const maxAccessKeyLength = 64;
const maxInvalidBodies = 200;
const maxRefusals = 20;
const maxLimited = 1_000;
/** A company that was not limited for so long has done with it. */
const limitedMs = 600_000;

export function createIngestStatus(): IngestStatus {
  const devices = new Map<string, DeviceIngestEntry>();
  const unregistered = new Map<string, UnregisteredEntry>();
  const signatureFailures = new Map<string, SignatureFailureEntry>();
  const unknownKeyFailures = new Map<string, SignatureFailureEntry>();
  const invalidBodies: InvalidBody[] = [];
  const limited = new Map<string, LimitedCompany>();
  const refusedDrones = createRefusedDrones();
  /** When each drone last sent something, UTC ms. */
  let seenDevices = new Map<string, number>();

  const getDevice = (companyId: string, sn: string) => devices.get(`${companyId} ${sn}`);

  const getLimited = (companyId: string, now: number) => {
    const entry = limited.get(companyId);
    return entry && now - entry.at <= limitedMs ? entry : null;
  };

  const addUnregistered = (companyId: string | null, sn: string, via: IngestSource, at: number) => {
    const key = `${companyId} ${sn}`;
    const entry = unregistered.get(key) ?? { companyId, sn, via, at, count: 0 };
    entry.at = at;
    entry.count += 1;
    moveToEnd(unregistered, key, entry, maxUnregistered);
  };

  return {
    addSamples: (sender, at, samples) => {
      const heard = new Map<DeviceIngestEntry, number>();
      for (const { sample, sentTime = sample.tSrc, companyId, rejection, cleared = [] } of samples) {
        const { droneSn: sn } = sample;
        if (companyId === null || rejection?.reason === "unregistered") {
          addUnregistered(sender.companyId, sn, sender.via, at);
          continue;
        }
        let entry = getDevice(companyId, sn);
        if (!entry) {
          entry = {
            companyId,
            sn,
            via: sender.via,
            lastAt: at,
            last: null,
            accepted: 0,
            refused: {},
            offsets: [],
            refusals: [],
            cleared: new Map(),
          };
          moveToEnd(devices, `${companyId} ${sn}`, entry, maxDevices);
        }
        entry.via = sender.via;
        entry.lastAt = at;
        seenDevices.set(sn, at);
        addCleared(entry, at, cleared);
        if (Number.isFinite(sentTime)) heard.set(entry, Math.max(sentTime, heard.get(entry) ?? sentTime));
        refusedDrones.add(at, companyId, sample, rejection);
        if (rejection) addRefusal(entry, at, sample, rejection);
        else {
          entry.accepted += 1;
          entry.last = toLastSample(at, sample);
        }
      }
      for (const [{ offsets }, newest] of heard) {
        offsets.push(at - newest);
        if (offsets.length > requiredOffsets) offsets.shift();
      }
    },
    addSignatureFailure: ({ accessKey, reason, at, clockOffsetMs, isKnownKey }) => {
      if (accessKey.length > maxAccessKeyLength) return;
      const failures = isKnownKey ? signatureFailures : unknownKeyFailures;
      const key = `${accessKey} ${reason}`;
      const entry = failures.get(key) ?? { accessKey, reason, at, count: 0, clockOffsetMs };
      entry.at = at;
      entry.clockOffsetMs = clockOffsetMs;
      entry.count += 1;
      moveToEnd(failures, key, entry, isKnownKey ? maxSignatureFailures : maxUnknownKeyFailures);
    },
    addInvalidBody: (companyId, at, issues) => {
      // The first issue is enough to mend the body, and a sender repeats the same one in every sample.
      const [first] = issues;
      if (!first) return;
      const { path, message } = first;
      invalidBodies.unshift({ companyId, at, path, message });
      invalidBodies.length = Math.min(invalidBodies.length, maxInvalidBodies);
    },
    addLimited: (companyId, at, message) => {
      const count = (getLimited(companyId, at)?.count ?? 0) + 1;
      moveToEnd(limited, companyId, { at, count, message }, maxLimited);
    },
    getLimited,
    forgetUnregistered: (sn) => {
      for (const [key, entry] of unregistered) if (entry.sn === sn) unregistered.delete(key);
    },
    getDevice,
    listDevices: () => devices.values(),
    listRefused: refusedDrones.list,
    listUnregistered: () => [...unregistered.values()].reverse(),
    listSignatureFailures: () =>
      [...signatureFailures.values(), ...unknownKeyFailures.values()].reverse().sort((a, b) => b.at - a.at),
    listInvalidBodies: () => invalidBodies,
    takeSeenDevices: () => {
      const taken = seenDevices;
      seenDevices = new Map();
      return taken;
    },
  };
}

/** Sets the newest entry of a map in the order of time, and drops the oldest beyond `max`. */
function moveToEnd<T>(map: Map<string, T>, key: string, entry: T, max: number): void {
  map.delete(key);
  map.set(key, entry);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}

function addCleared(entry: DeviceIngestEntry, at: number, cleared: readonly ClearedValue[]): void {
  for (const { field, value, reason } of cleared) {
    const count = (entry.cleared.get(field)?.count ?? 0) + 1;
    entry.cleared.set(field, { count, at, value, reason });
  }
}

function addRefusal(entry: DeviceIngestEntry, at: number, sample: IngestSample, rejection: Rejection): void {
  const { reason, field } = rejection;
  entry.refused[reason] = (entry.refused[reason] ?? 0) + 1;
  const value = field === null ? null : (sample[field] ?? null);
  entry.refusals.unshift({
    at,
    reason,
    field,
    expected: describeExpectation(rejection),
    value: typeof value === "number" ? toSentValue(value) : value,
  });
  entry.refusals.length = Math.min(entry.refusals.length, maxRefusals);
}

const toLastSample = (at: number, sample: IngestSample): LastSample => ({
  at,
  tSrc: sample.tSrc,
  phase: sample.phase ?? null,
  lat: sample.lat ?? null,
  lon: sample.lon ?? null,
  hRel: sample.hRel ?? null,
  hAgl: sample.hAgl ?? null,
  hEll: sample.hEll ?? null,
  batPct: sample.batPct ?? null,
});
