import { flightPhases } from "../../../adapters/contract/flight.ts";
import { type ImportLeftOut, importLeftOut } from "../../../adapters/contract/flightFile.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import { decodeTrackChunk } from "../../../adapters/contract/track.ts";
import { appendSample, type SourceSample } from "../fleet/appendSample.ts";
import { clearImpossible } from "../fleet/clearImpossible.ts";
import { createFleet, type Fleet, type FlightPlace } from "../fleet/fleet.ts";
import { canPhaseFollow } from "../fleet/phaseRules.ts";
import { createBatch, type SampleField } from "../fleet/sampleColumns.ts";
import { createSlotColumns } from "../fleet/slotColumns.ts";
import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import { createLeftOutNotes, type LeftOut } from "../replay/leftOutNotes.ts";
import { type RecordedFlight, RecordingError } from "../replay/recordedFlight.ts";

/** A piece of an imported track, ready for its row; times are UTC ms. */
export interface ImportedChunk {
  readonly t0: number;
  readonly samples: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lastAt: number;
}

export interface ImportedEvent {
  readonly atMs: number;
  readonly kind: TaskEvent["kind"];
  readonly from: string | null;
  readonly to: string | null;
}

/** A flight as it goes into the history. */
export interface ImportedFlight extends FlightPlace {
  readonly chunks: readonly ImportedChunk[];
  readonly events: readonly ImportedEvent[];
  /** Samples in the track. */
  readonly samples: number;
  /** UTC ms of the first and the last sample of the track. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Time between believed samples, ms: the drone's clock may have been put right in between. */
  readonly flownMs: number;
  readonly distanceM: number;
  readonly isDistanceIncomplete: boolean;
  /** Above the take-off point; null where the recording does not have it. */
  readonly maxHeightM: number | null;
  readonly photos: number;
  /** The drone's last message about its mode; empty where there is none. */
  readonly endReason: string;
}

/** Values that cannot be and count as unknown, by field; their samples are in the track. */
export type ClearedCounts = Partial<Record<SampleField, number>>;

export interface BuiltImport {
  /** Empty where no sample of the recording is believed. */
  readonly flights: readonly ImportedFlight[];
  readonly leftOut: LeftOut;
  readonly cleared: ClearedCounts;
}

/** Flights of one file at most. */
export const maxImportedFlights = 50;
const maxMessages = 2_000;
const maxMessageLength = 200;
/** A clock that was never set begins before; a recording may be as old as it likes. */
const earliestMs = Date.UTC(2000, 0);
/** How far in the future a recording may lie: a drone's clock is not exact. */
const futureSlackMs = 60_000;
/** A longer pause between two samples is no flight, but a clock that was put right or a drone that was off, ms. */
const maxStepMs = 1_800_000;
const slot = 0;

/**
 * Turns a recording into flights of the history. Samples are validated by the rules of samples that are sent, each as
 * if it had come at its own time; a value that cannot be is unknown and refuses none.
 * @param nowMs server's time, UTC ms
 */
export function buildImport(recording: RecordedFlight, nowMs: number): BuiltImport {
  const starts = [0, ...(recording.furtherFlights ?? [])];
  if (starts.length > maxImportedFlights)
    throw new RecordingError(`A file holds at most ${maxImportedFlights} flights`, { fault: "tooMany" });
  const { counts, lines, note } = createLeftOutNotes(recording.leftOut);
  const cleared: ClearedCounts = {};
  const samplesOf = (from: number, to: number | undefined) =>
    recording.samples.slice(from, to).map((sample) => {
      const checked = clearImpossible(sample);
      for (const { field } of checked.cleared) cleared[field] = (cleared[field] ?? 0) + 1;
      return checked.values;
    });
  const flights = starts.flatMap((start, index) => {
    const samples = samplesOf(start, starts[index + 1]);
    const flight = flySamples(samples, nowMs, (reason, index) =>
      note(reason, recording.lines?.[start + index]),
    );
    return flight ? [addReports(flight, recording)] : [];
  });
  return { flights, leftOut: { counts, lines }, cleared };
}

/** Why a sample cannot be of a recording that exists now; null where it can. */
function checkTime({ tSrc }: SourceSample, nowMs: number): ImportLeftOut | null {
  if (!Number.isFinite(tSrc)) return "notFinite";
  if (tSrc > nowMs + futureSlackMs) return "future";
  return tSrc < earliestMs ? "clock" : null;
}

/** Passes the samples through the fleet's own rules; null where none is believed. */
function flySamples(
  samples: readonly SourceSample[],
  nowMs: number,
  note: (reason: ImportLeftOut, index: number) => void,
): ImportedFlight | null {
  const chunks: ImportedChunk[] = [];
  const events: ImportedEvent[] = [];
  let endReason = "";
  let flownMs = 0;
  let before = Number.NaN;
  let index = 0;
  const fleet: Fleet = createFleet(createSlotColumns(1), {
    prepareSample: () => true,
    onAccepted: () => {
      endReason = fleet.modeReason[slot] ?? "";
      const time = fleet.tSrc[slot] ?? Number.NaN;
      const step = time - before;
      if (step > 0 && step <= maxStepMs) flownMs += step;
      before = time;
    },
    onRejected: (_slot, { reason }) =>
      note(importLeftOut.schema.safeParse(reason).data ?? "outOfRange", index),
    onPhaseChanged: (_slot, from, to) => {
      const [before, after] = [flightPhases[from] ?? null, flightPhases[to]];
      if (!after) return;
      const kind = before === null || canPhaseFollow(before, after) ? "phase" : "impossible";
      events.push({ atMs: fleet.tSrc[slot] ?? 0, kind, from: before, to: after });
    },
    onLinkChanged: () => undefined,
    onRecorded: () => undefined,
    onChunkRecorded: (chunk) => chunks.push(toImportedChunk(chunk)),
  });
  fleet.open(slot);
  const batch = createBatch(1);
  for (const [at, sample] of samples.entries()) {
    index = at;
    const refusal = checkTime(sample, nowMs);
    if (refusal) note(refusal, index);
    else if (typeof sample.lat !== "number" && typeof sample.lon !== "number") note("noPosition", index);
    else {
      batch.count = 0;
      appendSample(batch, slot, sample);
      fleet.ingest(batch, sample.tSrc);
    }
  }
  fleet.flushTrack(slot);
  return summarize(fleet, chunks, { events, endReason, flownMs });
}

function summarize(
  fleet: Fleet,
  chunks: readonly ImportedChunk[],
  { events, endReason, flownMs }: Pick<ImportedFlight, "events" | "endReason" | "flownMs">,
): ImportedFlight | null {
  if (chunks.length === 0) return null;
  const { distanceM, isDistanceIncomplete, maxHeightM } = fleet.getFlightStats(slot);
  return {
    ...fleet.getPlace(slot, "takeoff"),
    ...fleet.getPlace(slot, "landing"),
    chunks,
    events,
    endReason,
    samples: chunks.reduce((sum, { samples }) => sum + samples, 0),
    // A drone's clock may have been put right in between.
    startedAt: Math.min(...chunks.map(({ t0 }) => t0)),
    endedAt: Math.max(...chunks.map(({ lastAt }) => lastAt)),
    flownMs,
    distanceM: Math.round(distanceM),
    isDistanceIncomplete,
    maxHeightM,
    photos: 0,
  };
}

function toImportedChunk({ t0, count, bytes }: RecordedChunk): ImportedChunk {
  const { columns } = decodeTrackChunk(bytes.buffer);
  return { t0, samples: count, bytes, lastAt: t0 + (columns.dt[count - 1] ?? 0) };
}

/** Adds what the drone reported during the flight: its photos and messages. */
function addReports(flight: ImportedFlight, { photos, messages }: RecordedFlight): ImportedFlight {
  const isDuring = (atMs: number) => atMs >= flight.startedAt && atMs <= flight.endedAt;
  const taken = photos.filter(isDuring);
  const shown = messages.filter(({ tSrc }) => isDuring(tSrc)).slice(0, maxMessages);
  const events = [
    ...flight.events,
    ...taken.map((atMs, index) => ({ atMs, kind: "photo" as const, from: null, to: String(index + 1) })),
    ...shown.map(({ tSrc, text }) => ({
      atMs: tSrc,
      kind: "message" as const,
      from: null,
      to: toStorableText(text),
    })),
  ];
  return { ...flight, events: events.toSorted((a, b) => a.atMs - b.atMs), photos: taken.length };
}

/** Text that the database can hold, of a length that lists can show. */
const toStorableText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, maxMessageLength);
