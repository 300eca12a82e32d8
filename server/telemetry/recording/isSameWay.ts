import { decodeTrackChunk } from "../../../adapters/contract/track.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";

/** A way flown: times in UTC ms by the drone's clock, ascending, and degrees × 10⁷. */
export interface FlownWay {
  readonly times: readonly number[];
  readonly lat: readonly number[];
  readonly lon: readonly number[];
}

/** Samples of one moment are at most so far apart in time; another program may have rounded it. */
const sameMomentMs = 1_500;
/** So far a fast drone flies between two samples of one moment. */
const samePlaceM = 50;
/** Fewer moments that both know prove nothing, and so does a smaller part of the shorter way. */
const minCommon = 5;
const minCommonShare = 0.5;
const minSameShare = 0.8;

/** Reads the way of a track, as its chunks are stored. */
export function readWay(chunks: readonly { readonly bytes: Uint8Array }[]): FlownWay {
  const decoded = chunks
    .map(({ bytes }) => decodeTrackChunk(new Uint8Array(bytes).buffer))
    .toSorted((a, b) => a.t0 - b.t0);
  return {
    times: decoded.flatMap(({ t0, columns, count }) =>
      [...columns.dt.subarray(0, count)].map((dt) => t0 + dt),
    ),
    lat: decoded.flatMap(({ columns, count }) => [...columns.lat.subarray(0, count)]),
    lon: decoded.flatMap(({ columns, count }) => [...columns.lon.subarray(0, count)]),
  };
}

/** Whether two ways are of one flight: at the moments that both know, the drone was in the same place. */
export function isSameWay(one: FlownWay, other: FlownWay): boolean {
  let [common, same, j] = [0, 0, 0];
  let [firstCommon, lastCommon] = [Number.NaN, Number.NaN];
  for (const [i, at] of one.times.entries()) {
    const gap = (index: number) => Math.abs((other.times[index] ?? Number.POSITIVE_INFINITY) - at);
    while (j + 1 < other.times.length && gap(j + 1) <= gap(j)) j += 1;
    if (gap(j) > sameMomentMs) continue;
    if (common === 0) firstCommon = at;
    lastCommon = at;
    common += 1;
    const metres = haversineDistance(
      one.lat[i] ?? Number.NaN,
      one.lon[i] ?? Number.NaN,
      other.lat[j] ?? Number.NaN,
      other.lon[j] ?? Number.NaN,
    );
    if (metres <= samePlaceM) same += 1;
  }
  const spanMs = ({ times }: FlownWay) => (times.at(-1) ?? 0) - (times[0] ?? 0);
  const commonMs = lastCommon - firstCommon;
  const isMost = commonMs >= minCommonShare * Math.min(spanMs(one), spanMs(other));
  return common >= minCommon && isMost && same >= minSameShare * common;
}
