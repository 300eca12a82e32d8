import { getDegreeLengths } from "../../../adapters/contract/localMetres.ts";
import type { Bounds } from "../../zones/zoneGeometry.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { type FlightFacts, hasFix3d } from "./flightFacts.ts";

/** Over a longer pause, or faster than this, nobody knows the way between two samples. */
const maxSegmentMs = 60_000;
const maxSpeedMs = 100;

/** The position of a sample and the one before it, in degrees; one object for all, as there are 20,000 a second. */
export interface Segment {
  lon: number;
  lat: number;
  fromLon: number;
  fromLat: number;
  /** NaN where the way from the last sample is not known. */
  seconds: number;
  /** Metres a second; 0 where the way is not known. */
  speed: number;
  /** Metres of one degree here. */
  lonM: number;
  latM: number;
}

export interface SegmentReader {
  readonly segment: Segment;
  /** Fills the segment; false where the newest sample brought no new place that can be believed. */
  readonly read: (slot: number, at: number) => boolean;
  /** Notes the segment's end, and whether it is so far from there. */
  readonly anchor: (slot: number) => void;
  readonly isAway: (slot: number, metres: number) => boolean;
  readonly dropAnchor: (slot: number) => void;
  readonly forget: (slot: number) => void;
}

export function createSegmentReader({ create }: SlotColumns, facts: FlightFacts): SegmentReader {
  const createColumn = () => create("f64", Number.NaN);
  const [lastLon, lastLat, lastAt] = [createColumn(), createColumn(), createColumn()];
  const [anchorLon, anchorLat] = [createColumn(), createColumn()];
  const segment: Segment = {
    lon: 0,
    lat: 0,
    fromLon: 0,
    fromLat: 0,
    seconds: 0,
    speed: 0,
    lonM: 0,
    latM: 0,
  };
  return {
    segment,
    read: (slot, at) => {
      const lat = (facts.values.lat[slot] ?? Number.NaN) * 1e-7;
      if (facts.positionAt[slot] !== at || Number.isNaN(lat) || !hasFix3d(facts, slot)) return false;
      segment.lat = lat;
      segment.lon = (facts.values.lon[slot] ?? Number.NaN) * 1e-7;
      segment.fromLat = lastLat[slot] ?? Number.NaN;
      segment.fromLon = lastLon[slot] ?? Number.NaN;
      const ms = at - (lastAt[slot] ?? Number.NaN);
      lastLat[slot] = segment.lat;
      lastLon[slot] = segment.lon;
      lastAt[slot] = at;
      const lengths = getDegreeLengths(lat);
      segment.lonM = lengths.lon;
      segment.latM = lengths.lat;
      const metres = Math.hypot(
        (segment.lon - segment.fromLon) * lengths.lon,
        (segment.lat - segment.fromLat) * lengths.lat,
      );
      segment.speed = (metres * 1_000) / ms;
      const isKnown = ms > 0 && ms <= maxSegmentMs && segment.speed <= maxSpeedMs;
      segment.seconds = isKnown ? ms / 1_000 : Number.NaN;
      if (isKnown) return true;
      segment.speed = 0;
      segment.fromLon = segment.lon;
      segment.fromLat = segment.lat;
      return true;
    },
    anchor: (slot) => {
      anchorLon[slot] = segment.lon;
      anchorLat[slot] = segment.lat;
    },
    isAway: (slot, metres) =>
      !(
        Math.abs(segment.lon - (anchorLon[slot] ?? Number.NaN)) * segment.lonM < metres &&
        Math.abs(segment.lat - (anchorLat[slot] ?? Number.NaN)) * segment.latM < metres
      ),
    dropAnchor: (slot) => {
      anchorLon[slot] = Number.NaN;
    },
    forget: (slot) => {
      for (const column of [lastLon, lastLat, lastAt, anchorLon, anchorLat]) column[slot] = Number.NaN;
    },
  };
}

/** Whether a segment's box lies further than so many metres from another one. */
export function isFar(segment: Segment, bounds: Bounds, metres: number): boolean {
  const { lon, lat, fromLon, fromLat, lonM, latM } = segment;
  const [dLon, dLat] = [metres / lonM, metres / latM];
  return (
    Math.min(lon, fromLon) - dLon > bounds.east ||
    Math.max(lon, fromLon) + dLon < bounds.west ||
    Math.min(lat, fromLat) - dLat > bounds.north ||
    Math.max(lat, fromLat) + dLat < bounds.south
  );
}
