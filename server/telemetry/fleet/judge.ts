import type { Rejection } from "../../../adapters/contract/telemetry.ts";
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
};
const ranged = sampleFields.flatMap((field) => {
  const range = ranges[field];
  return range ? [{ field, least: range[0], greatest: range[1] }] : [];
});

/** Around (0,0), in degrees × 10⁷: what a receiver without a fix says; about 11 m. */
const nullIsland = 1_000;
const jumpSpeed = 40;
const jumpFactor = 2.2;
/** How much faster than the server's a drone's clock may run between two samples. */
const clockSlackMs = 60_000;

/** What is known of the flight before the sample; NaN where nothing is. */
export interface Before {
  readonly tSrc: number;
  readonly tReceived: number;
  readonly lat: number;
  readonly lon: number;
  /** Time of the position, by the drone's clock. */
  readonly tPosition: number;
}

/** Why a row of a batch is not believed by itself, whatever came before; null where nothing is wrong with it. */
export function judgeAlone({ values, tSrc }: SampleBatch, row: number): Rejection | null {
  for (const field of sampleFields) if (isInfinite(values[field][row])) return "notFinite";
  if (!Number.isFinite(tSrc[row])) return "notFinite";
  const lat = values.lat[row] ?? Number.NaN;
  const lon = values.lon[row] ?? Number.NaN;
  if (Number.isNaN(lat) !== Number.isNaN(lon)) return "notFinite";
  if (Math.abs(lat) <= nullIsland && Math.abs(lon) <= nullIsland) return "nullIsland";
  for (const { field, least, greatest } of ranged) {
    const value = values[field][row] ?? Number.NaN;
    if (value < least || value > greatest) return "outOfRange";
  }
  return null;
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

const isInfinite = (value: number | undefined) =>
  value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
