import { createColumns } from "../contract/columns.ts";
import { unknownPhaseCode } from "../contract/flight.ts";
import { toE7, toNumber } from "../contract/foreignNumbers.ts";
import { encodeTrackChunk, trackChunkSamples, trackColumns, trackUnknown } from "../contract/track.ts";
import { takeNamed, withOtherNames } from "./foreignNames.ts";
import { isList, isObject } from "./foreignShapes.ts";
import { parseForeignInstant } from "./parseForeignInstant.ts";

// A platform of others answers the track of a flight as a list of places with their times.

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  /** NaN without a time. */
  readonly ms: number;
  readonly lat: number;
  readonly lon: number;
  readonly fields: Fields;
}

const timeNames = ["time", "at", "ts", "timestamp", "tSrc", "createTime", "createdAt"] as const;

function readPlace(value: unknown): Place[] {
  // As GeoJSON writes places, without their times.
  const [first, second] = isList(value) ? value : [];
  const named = isList(value) ? { lon: first, lat: second } : value;
  if (!isObject(named)) return [];
  const lat = toE7(takeNamed(named, ["lat", "latitude"]), 90);
  const lon = toE7(takeNamed(named, ["lon", "lng", "longitude"]), 180);
  const ms = Date.parse(parseForeignInstant(String(takeNamed(named, timeNames) ?? "")) ?? "");
  const fields = withOtherNames({ batPct: 0 }, named);
  return lat === null || lon === null ? [] : [{ ms, lat, lon, fields }];
}

const hasTime = ({ ms }: Place) => !Number.isNaN(ms);

/** The places of an answer: those of its first list that has some with a time, else the first that has any. */
function readPlaces(data: unknown): readonly Place[] {
  const lists = [data, ...(isObject(data) ? Object.values(data) : [])].filter(Array.isArray);
  const places = lists.map((list) => list.flatMap(readPlace));
  return places.find((list) => list.some(hasTime)) ?? places.find(({ length }) => length > 0) ?? [];
}

/** Places by their time, each time once. */
function sortPlaces(given: readonly Place[]): readonly Place[] {
  const places = given.filter(hasTime);
  return [...new Map(places.map((place) => [place.ms, place])).values()].toSorted((a, b) => a.ms - b.ms);
}

/** What is told of a track that has places but no times: when a drone was where is not made up. */
export const timelessTrack = "平台给出的航迹只有位置、没有时间，无法回放，请联系平台的管理员。";

/** Whether an answer tells places, and of none of them when the drone was there. */
export function isTimeless(data: unknown): boolean {
  const places = readPlaces(data);
  return places.length > 0 && !places.some(hasTime);
}

function encodePlaces(places: readonly Place[]): string {
  const count = places.length;
  const columns = createColumns(trackColumns, count);
  const t0 = places[0]?.ms ?? 0;
  places.forEach(({ ms, lat, lon, fields }, row) => {
    const toColumn = (name: string, scale: number, unknown: number): number => {
      const value = toNumber(fields[name]);
      return value === null ? unknown : Math.round(value * scale);
    };
    columns.dt[row] = ms - t0;
    columns.lat[row] = lat;
    columns.lon[row] = lon;
    columns.hEll[row] = toColumn("hEll", 10, trackUnknown.hEll);
    columns.hRel[row] = toColumn("hRel", 10, trackUnknown.height);
    columns.hAgl[row] = toColumn("hAgl", 10, trackUnknown.height);
    columns.speed[row] = toColumn("vH", 100, trackUnknown.speed);
    columns.climb[row] = toColumn("vV", 100, trackUnknown.climb);
    columns.heading[row] = toColumn("heading", 100, trackUnknown.heading);
    columns.battery[row] = toColumn("batPct", 1, trackUnknown.battery);
    columns.phase[row] = unknownPhaseCode;
    columns.fix[row] = trackUnknown.fix;
    columns.sats[row] = trackUnknown.sats;
  });
  const bytes = encodeTrackChunk({ t0, count, columns });
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * The answer to a track call in the shape of the contract; unchanged where it has no places.
 * @param taskId that was asked for
 * @param flightId of the one flight; the task's where none was asked for
 */
export function toTrackShape(data: unknown, taskId: string, flightId: string): unknown {
  const given = readPlaces(data);
  const places = sortPlaces(given);
  const [first, last] = [places[0], places.at(-1)];
  const task = isObject(data) && isObject(data["task"]) ? data["task"] : {};
  if (!first || !last)
    return given.length > 0
      ? { task: { id: taskId, ...task }, flights: [{ id: flightId }], points: [] }
      : data;
  const starts = Array.from(
    { length: Math.ceil(places.length / trackChunkSamples) },
    (_, n) => n * trackChunkSamples,
  );
  const [startedAt, endedAt] = [first, last].map(({ ms }) => new Date(ms).toISOString());
  return {
    task: { id: taskId, ...task },
    flights: [{ id: flightId, startedAt, endedAt, clockOffsetMs: 0 }],
    points: starts.map((start) => ({
      flightId,
      bytes: encodePlaces(places.slice(start, start + trackChunkSamples)),
    })),
  };
}
