import type { RejectionReason } from "../../../adapters/contract/telemetry.ts";
import { haversineDistance } from "./haversineDistance.ts";
import type { RunningMedians } from "./linkState.ts";
import type { SampleBatch } from "./sampleColumns.ts";
import type { SlotColumns } from "./slotColumns.ts";
import type { TrackRecorder } from "./trackRecorder.ts";
import { type PreviousSample, validateSequence } from "./validateSamples.ts";

/** Number of outliers in a row, consistent with one another, after which they may be accepted. */
const requiredStreak = 5;
/** They must come for so long, in the server's time, without an accepted one in between: one call may have many. */
const requiredSpanMs = 10_000;
/** A source that sends rarely is waited for longer, but not beyond the time from which it is only last known. */
const requiredPeriods = 3;
const maxRequiredSpanMs = 60_000;
/** A clock that was set back runs on at its usual pace; samples that are sent again come as fast as they can. */
const maxOffsetChangeMs = 5_000;
/** Two senders take turns: after so many turns the other one counts as another drone. */
const otherSenderTurns = 2;
/** Nearer than this the other sender may be the same drone, sending twice. */
const otherPlaceM = 200;

/** What a sample is that does not follow from the one before. */
export type OutlierVerdict = "outlier" | "believed" | "otherPlace";

/** A row of a batch that does not follow from the sample before. */
export interface OutlierRow {
  readonly batch: SampleBatch;
  readonly row: number;
  readonly slot: number;
  readonly tReceived: number;
  readonly reason: RejectionReason;
  /** The last believed sample. */
  readonly believed: PreviousSample;
}

/**
 * Keeps a flight from being lost for good after one wrong first position, or when its clock is put right; distinguishes
 * a second drone with the same serial number from a jump, and a clock that was set back from samples sent again.
 */
export interface OutlierFilter {
  readonly reset: (slot: number) => void;
  /** A believed sample came in between. */
  readonly interrupt: (slot: number) => void;
  /** Notes a sample that does not follow; `believed` once enough of them follow one another for long enough. */
  readonly classify: (outlier: OutlierRow) => OutlierVerdict;
}

interface Outlier {
  readonly sample: PreviousSample;
  /** How many followed one another without a believed one in between. */
  readonly streak: number;
  /** Server's time of the first call of the streak, and the drone's time of the last sample in it. */
  readonly since: number;
  readonly sinceTime: number;
  /** How often a believed one came in between. */
  readonly turns: number;
  isInterrupted: boolean;
}

/** @param known what is known of the slots: the gaps between their samples and the track they have flown */
export function createOutlierFilter(
  { create }: SlotColumns,
  { periods, recorder }: { readonly periods: RunningMedians; readonly recorder: TrackRecorder },
): OutlierFilter {
  // One byte saves looking up the flights of a whole fleet.
  const hasOutlier = create("u8");
  const outliers = new Map<number, Outlier>();
  const reset = (slot: number) => {
    if (hasOutlier[slot] === 0) return;
    hasOutlier[slot] = 0;
    outliers.delete(slot);
  };
  const isLongEnough = (
    { slot, tReceived, reason }: OutlierRow,
    { sample, streak, since, sinceTime }: Outlier,
  ) => {
    const spanMs = tReceived - since;
    if (streak < requiredStreak || spanMs < getRequiredSpan(periods.get(slot))) return false;
    return reason !== "older" || Math.abs(sample.tSrc - sinceTime - spanMs) <= maxOffsetChangeMs;
  };
  return {
    reset,
    interrupt: (slot) => {
      if (hasOutlier[slot] === 0) return;
      const outlier = outliers.get(slot);
      if (outlier) outlier.isInterrupted = true;
    },
    classify: (outlierRow) => {
      const { batch, row, slot, tReceived, reason, believed } = outlierRow;
      const tSrc = batch.tSrc[row] ?? Number.NaN;
      const lat = batch.values.lat[row] ?? Number.NaN;
      const lon = batch.values.lon[row] ?? Number.NaN;
      // Samples that were accepted before prove nothing new, however often they are sent again.
      if (reason === "older" && recorder.has(slot, tSrc, lat, lon)) return "outlier";
      const previous = outliers.get(slot);
      const isConsistent =
        previous !== undefined && validateSequence(batch, row, previous.sample, tReceived) === null;
      const isInterrupted = previous?.isInterrupted ?? false;
      const before = isConsistent && !isInterrupted ? previous : null;
      const outlier: Outlier = {
        sample: { tSrc, at: tReceived, lat, lon, tPosition: tSrc },
        streak: (before?.streak ?? 0) + 1,
        since: before?.since ?? tReceived,
        sinceTime: before && before.since !== tReceived ? before.sinceTime : tSrc,
        turns: isConsistent ? previous.turns + (isInterrupted ? 1 : 0) : 0,
        isInterrupted: false,
      };
      hasOutlier[slot] = 1;
      outliers.set(slot, outlier);
      if (isLongEnough(outlierRow, outlier)) {
        reset(slot);
        return "believed";
      }
      const isFar = haversineDistance(believed.lat, believed.lon, lat, lon) > otherPlaceM;
      return outlier.turns >= otherSenderTurns && isFar ? "otherPlace" : "outlier";
    },
  };
}

/** @param periodMs NaN where the source's period is not known */
const getRequiredSpan = (periodMs: number): number =>
  Number.isNaN(periodMs)
    ? requiredSpanMs
    : Math.min(maxRequiredSpanMs, Math.max(requiredSpanMs, requiredPeriods * periodMs));
