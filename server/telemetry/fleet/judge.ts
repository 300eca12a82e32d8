import { type Rejection, rejectionReasons } from "../../../adapters/contract/telemetry.ts";
import { distance1e7 } from "./distance.ts";
import { type SampleBatch, type SampleField, sampleFields } from "./sampleColumns.ts";

/** The least and the greatest that each value can be; beyond it the sample is not believed. */
const ranges: Partial<Record<SampleField, readonly [number, number]>> = {
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
const ranged = sampleFields.flatMap((field, column) => {
  const range = ranges[field];
  return range ? [{ column, least: range[0], greatest: range[1] }] : [];
});

/** Around (0,0), in degrees × 10⁷: what a receiver without a fix says; about 11 m. */
const nullIsland = 1_000;
const jumpSpeed = 40;
const jumpFactor = 2.2;
/** How much faster than the server's a drone's clock may run between two samples. */
const clockSlackMs = 60_000;

/** What is known of the flight before the sample; NaN where nothing is. */
export interface Before {
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
export function judgeAlone(batch: SampleBatch, from: number, to: number, verdicts: Uint8Array): void {
  const { columns, tSrc, broken, values } = batch;
  const [outOfRange, notFinite, nullIsle] = [code("outOfRange"), code("notFinite"), code("nullIsland")];
  verdicts.fill(0, from, to);
  for (const { column, least, greatest } of ranged) {
    const cells = columns[column];
    if (cells) markOutside(cells, from, to, least, greatest, verdicts, outOfRange);
  }
  const { lat, lon } = values;
  for (let row = from; row < to; row++) {
    const [north, east] = [lat[row] ?? Number.NaN, lon[row] ?? Number.NaN];
    if (broken[row] === 1 || !Number.isFinite(tSrc[row]) || Number.isNaN(north) !== Number.isNaN(east))
      verdicts[row] = notFinite;
    else if (Math.abs(north) <= nullIsland && Math.abs(east) <= nullIsland) verdicts[row] = nullIsle;
  }
}

/** Reasons by their code; code 0 is none. */
export const rejections: readonly (Rejection | null)[] = [null, ...rejectionReasons];
const code = (reason: Rejection) => rejections.indexOf(reason);

function markOutside(
  cells: Float64Array,
  from: number,
  to: number,
  least: number,
  greatest: number,
  verdicts: Uint8Array,
  verdict: number,
): void {
  for (let row = from; row < to; row++) {
    const value = cells[row] ?? Number.NaN;
    if (value < least || value > greatest) verdicts[row] = verdict;
  }
}

/** Why a row does not follow from what came before it; null where it does. */
export function judgeAfter(
  { values, tSrc }: SampleBatch,
  row: number,
  before: Before,
  tReceived: number,
): Rejection | null {
  const time = tSrc[row] ?? Number.NaN;
  if (time <= before.tSrc) return "older";
  if (time - before.tSrc > tReceived - before.tReceived + clockSlackMs) return "future";
  const lat = values.lat[row] ?? Number.NaN;
  const lon = values.lon[row] ?? Number.NaN;
  const speed = distance1e7(before.lat, before.lon, lat, lon) / ((time - before.tPosition) / 1_000);
  const own = values.vH[row] ?? Number.NaN;
  // Comparisons with an unknown place are false: a first position is never a jump.
  return speed > jumpSpeed && !(speed <= jumpFactor * own) ? "jump" : null;
}
