import { type RejectionReason, rejectionReasons } from "../../../adapters/contract/telemetry.ts";
import { haversineDistance } from "./haversineDistance.ts";
import { type SampleBatch, type SampleField, sampleFields } from "./sampleColumns.ts";

/** Valid range of each value; a sample outside is rejected. */
const valueRanges: Partial<Record<SampleField, readonly [number, number]>> = {
  lat: [-900_000_000, 900_000_000],
  lon: [-1_800_000_000, 1_800_000_000],
  hEll: [-500, 12_000],
  hRel: [-2_000, 9_000],
  hAgl: [-500, 9_000],
  vH: [0, 150],
  vV: [-60, 60],
  heading: [0, 360],
  pitch: [-180, 180],
  roll: [-180, 180],
  batPct: [0, 100],
  sats: [0, 200],
  pct: [0, 100],
  traffic: [0, 4],
};
const rangeChecks = sampleFields.flatMap((field, column) => {
  const range = valueRanges[field];
  return range ? [{ column, least: range[0], greatest: range[1] }] : [];
});

/** Receivers without a fix report about (0,0). Degrees × 10⁷, about 11 m. */
const nullIsland = 1_000;
const jumpSpeed = 40;
const jumpFactor = 2.2;
/** How much further than the server's clock a drone's clock may advance between two samples. */
const clockSlackMs = 60_000;

/** The flight's known values before the sample; NaN if unknown. */
export interface PreviousSample {
  tSrc: number;
  tReceived: number;
  lat: number;
  lon: number;
  /** Drone time of the position. */
  tPosition: number;
}

/**
 * Validates rows independently of earlier samples. Writes to `codes` an index into `rejectionsByCode`, 0 for valid.
 * Works column by column, which is several times faster than row by row.
 */
export function validateSamples(batch: SampleBatch, from: number, to: number, codes: Uint8Array): void {
  const { columns, tSrc, malformed, values } = batch;
  const [outOfRangeCode, notFiniteCode, nullIslandCode] = [
    toRejectionCode("outOfRange"),
    toRejectionCode("notFinite"),
    toRejectionCode("nullIsland"),
  ];
  codes.fill(0, from, to);
  for (const { column, least, greatest } of rangeChecks) {
    const cells = columns[column];
    if (cells) markOutOfRange(cells, from, to, least, greatest, codes, outOfRangeCode);
  }
  const { lat, lon } = values;
  for (let row = from; row < to; row++) {
    const [north, east] = [lat[row] ?? Number.NaN, lon[row] ?? Number.NaN];
    if (malformed[row] === 1 || !Number.isFinite(tSrc[row]) || Number.isNaN(north) !== Number.isNaN(east))
      codes[row] = notFiniteCode;
    else if (Math.abs(north) <= nullIsland && Math.abs(east) <= nullIsland) codes[row] = nullIslandCode;
  }
}

/** Rejection reasons by code; code 0 is none. */
export const rejectionsByCode: readonly (RejectionReason | null)[] = [null, ...rejectionReasons];
const toRejectionCode = (reason: RejectionReason) => rejectionsByCode.indexOf(reason);

function markOutOfRange(
  cells: Float64Array,
  from: number,
  to: number,
  min: number,
  max: number,
  codes: Uint8Array,
  code: number,
): void {
  for (let row = from; row < to; row++) {
    const value = cells[row] ?? Number.NaN;
    if (value < min || value > max) codes[row] = code;
  }
}

/** Validates a row against the previous sample: returns the rejection reason, or null. */
export function validateSequence(
  { values, tSrc }: SampleBatch,
  row: number,
  previous: PreviousSample,
  tReceived: number,
): RejectionReason | null {
  const time = tSrc[row] ?? Number.NaN;
  if (time <= previous.tSrc) return "older";
  if (time - previous.tSrc > tReceived - previous.tReceived + clockSlackMs) return "future";
  const lat = values.lat[row] ?? Number.NaN;
  const lon = values.lon[row] ?? Number.NaN;
  const speed =
    haversineDistance(previous.lat, previous.lon, lat, lon) / ((time - previous.tPosition) / 1_000);
  const reportedSpeed = values.vH[row] ?? Number.NaN;
  // NaN comparisons are false, so a first position is never a jump.
  return speed > jumpSpeed && !(speed <= jumpFactor * reportedSpeed) ? "jump" : null;
}

/** Number of outliers in a row, consistent with one another, after which they are accepted. */
const requiredStreak = 5;

/** Lets a flight recover after a wrong first position or a corrected clock. */
export interface OutlierFilter {
  readonly reset: (slot: number) => void;
  /** Records an outlier; returns true after enough consistent outliers in a row. */
  readonly confirm: (batch: SampleBatch, row: number, slot: number, tReceived: number) => boolean;
}

export function createOutlierFilter(capacity: number): OutlierFilter {
  const streaks = new Uint8Array(capacity);
  const lastOutliers = new Map<number, PreviousSample>();
  const reset = (slot: number) => {
    if (streaks[slot] === 0) return;
    streaks[slot] = 0;
    lastOutliers.delete(slot);
  };
  return {
    reset,
    confirm: (batch, row, slot, tReceived) => {
      const previous = lastOutliers.get(slot);
      const isConsistent =
        previous !== undefined && validateSequence(batch, row, previous, tReceived) === null;
      const count = isConsistent ? (streaks[slot] ?? 0) + 1 : 1;
      streaks[slot] = count;
      const time = batch.tSrc[row] ?? Number.NaN;
      const lat = batch.values.lat[row] ?? Number.NaN;
      const lon = batch.values.lon[row] ?? Number.NaN;
      lastOutliers.set(slot, { tSrc: time, tReceived, lat, lon, tPosition: time });
      if (count < requiredStreak) return false;
      reset(slot);
      return true;
    },
  };
}
