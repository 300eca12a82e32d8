import { type RejectionReason, rejectionReasons } from "../../../adapters/contract/telemetry.ts";
import { haversineDistance } from "./haversineDistance.ts";
import { type SampleBatch, type SampleField, sampleFields } from "./sampleColumns.ts";

/** The least and the greatest that each value can be; beyond it the sample is not believed. */
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

/** Around (0,0), in degrees × 10⁷: what a receiver without a fix says; about 11 m. */
const nullIsland = 1_000;
const jumpSpeed = 40;
const jumpFactor = 2.2;
/** How much faster than the server's a drone's clock may run between two samples. */
const clockSlackMs = 60_000;

/** What is known of the flight before the sample; NaN where nothing is. */
export interface PreviousSample {
  tSrc: number;
  tReceived: number;
  lat: number;
  lon: number;
  /** Time of the position, by the drone's clock. */
  tPosition: number;
}

/**
 * Why rows of a batch are not believed by themselves, whatever came before, as positions in `rejections`; 0 where
 * nothing is wrong. Column by column: over a fleet that is several times faster than row by row.
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

/** Reasons by their code; code 0 is none. */
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

/** Why a row does not follow from what came before it; null where it does. */
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
  // Comparisons with an unknown place are false: a first position is never a jump.
  return speed > jumpSpeed && !(speed <= jumpFactor * reportedSpeed) ? "jump" : null;
}

/** After so many samples in a row that agree with one another but not with what came before, they are believed. */
const requiredStreak = 5;

/** What keeps a flight from being lost for good after one wrong first position, or when its clock is put right. */
export interface OutlierFilter {
  readonly reset: (slot: number) => void;
  /** Notes a sample that does not follow; true once enough of them follow one another. */
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
