import { flightPhases } from "../../../adapters/contract/flight.ts";
import { type ImportLeftOut, importLeftOut } from "../../../adapters/contract/flightFile.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import { decodeTrackChunk, encodeTrackChunk } from "../../../adapters/contract/track.ts";
import { appendSample, type SourceSample } from "../fleet/appendSample.ts";
import { createFleet, type Fleet, type FlightPlace } from "../fleet/fleet.ts";
import { canPhaseFollow } from "../fleet/phaseRules.ts";
import { createBatch } from "../fleet/sampleColumns.ts";
import { createSlotColumns } from "../fleet/slotColumns.ts";
import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import { getPhase, hasLanded, isAtRest, startsFlight } from "../flights/flightPhases.ts";
import { landedDurationMs } from "../flights/takeOff.ts";
import { maxPauseMs } from "./clockRuns.ts";
import { type ClockSpan, drawTimeLine, type LineTime } from "./fileClock.ts";

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
  /** UTC ms of the first and the last sample of the track, by the clock that the drone had at the end. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Time between believed samples, ms. */
  readonly flownMs: number;
  readonly distanceM: number;
  readonly isDistanceIncomplete: boolean;
  /** Above the take-off point; null where the recording does not have it. */
  readonly maxHeightM: number | null;
  readonly photos: number;
  /** The drone's last message about its mode; empty where there is none. */
  readonly endReason: string;
}

/** A flight, and the clocks of its recording, which put times on its time line. */
export interface FlownFlight {
  readonly flight: ImportedFlight;
  readonly spans: readonly ClockSpan[];
}

/** A clock that was never set begins before; a recording may be as old as it likes. */
const earliestMs = Date.UTC(2000, 0);
/** How far in the future a recording may lie: a drone's clock is not exact. */
const futureSlackMs = 60_000;
const slot = 0;

type Note = (reason: ImportLeftOut, index: number) => void;

/**
 * Passes samples through the fleet's own rules, each as if it had come at its own time. A flight ends as one that is
 * sent live: a minute after its landing; what stands on the ground after it belongs to none.
 * @returns flights with a sample that is believed
 */
export function flySamples(samples: readonly SourceSample[], nowMs: number, note: Note): FlownFlight[] {
  const flights: FlownFlight[] = [];
  const timed = samples.flatMap((sample, index) => {
    const refusal = checkTime(sample, nowMs);
    if (refusal) note(refusal, index);
    return refusal ? [] : [{ sample, index }];
  });
  const { times, spans } = drawTimeLine(timed.map(({ sample }) => sample));
  let flyer = createFlyer(note, true);
  const finish = () => {
    const flown = flyer.finish();
    if (!flown) return;
    const { flight, shiftMs: endMs } = flown;
    flights.push({
      flight,
      spans: spans.map(({ shiftMs, ...span }) => ({ ...span, shiftMs: shiftMs - endMs })),
    });
  };
  for (const [nth, { sample, index }] of timed.entries()) {
    const time = times[nth] ?? "notFinite";
    if (typeof time === "string") note(time, index);
    else if (typeof sample.lat !== "number" && typeof sample.lon !== "number") note("noPosition", index);
    else {
      if (flyer.isOverAt(time.lineAt)) {
        finish();
        flyer = createFlyer(note, false);
      }
      flyer.fly(sample, index, time);
    }
  }
  finish();
  return flights;
}

/** Why a sample cannot be of a recording that exists now; null where it can. */
function checkTime({ tSrc }: SourceSample, nowMs: number): ImportLeftOut | null {
  if (!Number.isFinite(tSrc)) return "notFinite";
  if (tSrc > nowMs + futureSlackMs) return "future";
  return tSrc < earliestMs ? "clock" : null;
}

interface Flyer {
  readonly fly: (sample: SourceSample, index: number, time: LineTime) => void;
  /** Whether the flight has ended by then. */
  readonly isOverAt: (lineAt: number) => boolean;
  /** The flight by the clock of its end, and what put that on the time line; null where no sample is believed. */
  readonly finish: () => { readonly flight: ImportedFlight; readonly shiftMs: number } | null;
}

/**
 * One flight of a drone.
 * @param startsAtOnce otherwise it starts with its take-off
 */
function createFlyer(note: Note, startsAtOnce: boolean): Flyer {
  const chunks: RecordedChunk[] = [];
  const events: ImportedEvent[] = [];
  let endReason = "";
  let current = 0;
  let currentShiftMs = 0;
  let endShiftMs = 0;
  let hasStarted = startsAtOnce;
  let hasTakenOff = false;
  let landedAt = Number.NaN;
  const followTakeOff = () => {
    const isInAir = fleet.motion.isInAir[slot] === 1;
    if (isInAir) {
      hasTakenOff = true;
      landedAt = Number.NaN;
    } else if (hasTakenOff && Number.isNaN(landedAt) && hasLanded(fleet, slot)) {
      landedAt = fleet.getLastAt(slot);
    }
    return isInAir;
  };
  const prepareSample = () => {
    const isInAir = followTakeOff();
    if (!hasStarted) {
      const phase = getPhase(fleet, slot);
      hasStarted = isInAir || (phase !== undefined && startsFlight(phase));
      if (hasStarted) fleet.resetStats(slot);
      else note("onGround", current);
    }
    return hasStarted;
  };
  const fleet: Fleet = createFleet(createSlotColumns(1), {
    prepareSample,
    onAccepted: () => {
      endReason = fleet.modeReason[slot] ?? "";
      endShiftMs = currentShiftMs;
    },
    onRejected: (_slot, { reason }) =>
      note(importLeftOut.schema.safeParse(reason).data ?? "outOfRange", current),
    onPhaseChanged: (_slot, from, to) => {
      const [previous, after] = [flightPhases[from] ?? null, flightPhases[to]];
      if (!after || !hasStarted) return;
      const kind = previous === null || canPhaseFollow(previous, after) ? "phase" : "impossible";
      events.push({ atMs: fleet.tSrc[slot] ?? 0, kind, from: previous, to: after });
    },
    onLinkChanged: () => undefined,
    onRecorded: () => undefined,
    onChunkRecorded: (chunk) => chunks.push(chunk),
  });
  fleet.open(slot);
  const batch = createBatch(1);
  return {
    fly: (sample, index, { lineAt, shiftMs }) => {
      [current, currentShiftMs] = [index, shiftMs];
      batch.count = 0;
      appendSample(batch, slot, { ...sample, tSrc: lineAt });
      fleet.ingest(batch, lineAt);
    },
    isOverAt: (lineAt) => {
      const lostMs = lineAt - fleet.getLastAt(slot);
      if (!hasStarted || !(lostMs > 0)) return false;
      const hasStopped = hasTakenOff && lostMs >= landedDurationMs && isAtRest(fleet, slot);
      return hasStopped || lineAt - landedAt >= landedDurationMs || lostMs > maxPauseMs;
    },
    finish: () => {
      fleet.flushTrack(slot);
      const flight = summarize(fleet, {
        chunks: chunks.map((chunk) => toImportedChunk(chunk, -endShiftMs)),
        events: events.map((event) => ({ ...event, atMs: event.atMs - endShiftMs })),
        endReason,
      });
      return flight && { flight, shiftMs: endShiftMs };
    },
  };
}

function summarize(
  fleet: Fleet,
  { chunks, events, endReason }: Pick<ImportedFlight, "chunks" | "events" | "endReason">,
): ImportedFlight | null {
  if (chunks.length === 0) return null;
  const startedAt = Math.min(...chunks.map(({ t0 }) => t0));
  const endedAt = Math.max(...chunks.map(({ lastAt }) => lastAt));
  const { distanceM, isDistanceIncomplete, maxHeightM } = fleet.getFlightStats(slot);
  return {
    ...fleet.getPlace(slot, "takeoff"),
    ...fleet.getPlace(slot, "landing"),
    chunks,
    events,
    endReason,
    samples: chunks.reduce((sum, { samples }) => sum + samples, 0),
    startedAt,
    endedAt,
    flownMs: endedAt - startedAt,
    distanceM: Math.round(distanceM),
    isDistanceIncomplete,
    maxHeightM,
    photos: 0,
  };
}

function toImportedChunk(recorded: RecordedChunk, shiftMs: number): ImportedChunk {
  const { count } = recorded;
  const chunk = decodeTrackChunk(recorded.bytes.buffer);
  const t0 = recorded.t0 + shiftMs;
  const bytes = shiftMs === 0 ? recorded.bytes : encodeTrackChunk({ ...chunk, t0 });
  return { t0, samples: count, bytes, lastAt: t0 + (chunk.columns.dt[count - 1] ?? 0) };
}
