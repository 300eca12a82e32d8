import { maxDrones } from "../../../../adapters/contract/fleetFrame.ts";
import type { FleetViewport, Trails } from "./fleetSnapshot.ts";
import { toMercatorX, toMercatorY, toNearestCopy } from "./mercator.ts";

/** Positions stored per drone. */
const positionsPerDrone = 64;
/** Positions stored of the selected drone: three hours at 1 Hz. */
const maxSelectedPositions = 10_800;
/** Positions closer than this are the same one: a frame rounds its age to 0.1 s. */
const minStepSeconds = 0.15;
/** Intervals that a source's period is the median of. */
const periodWindow = 20;
/** Assumed until two positions are known; frames come no faster than this. */
const minPeriodSeconds = 1;
/** More trails than this would be unreadable and are not drawn. */
const maxTrails = 400;
const minTrailZoom = 11;

/** Positions in EPSG:3857, two numbers each, and their times in seconds. */
interface TimedPath {
  readonly coordinates: number[];
  readonly times: number[];
}
interface SelectedTrail extends TimedPath {
  readonly index: number;
}

const createTimedPath = (): TimedPath => ({ coordinates: [], times: [] });

function getMedianInterval(times: readonly number[]): number {
  const intervals = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const sorted = intervals.toSorted((a, b) => a - b);
  return Math.max(minPeriodSeconds, sorted[(sorted.length - 1) >> 1] ?? 0);
}

/** Appends `x, y, gap` triples; the interval before the first point is none. */
function appendTrail({ coordinates, times }: TimedPath, target: number[]): void {
  times.forEach((_, i) => target.push(coordinates[2 * i] ?? 0, coordinates[2 * i + 1] ?? 0, isGap(times, i)));
}

/**
 * Whether the source left out samples before a point: the interval is longer than 2T + 1 s, where T is the median of
 * the intervals around it.
 */
function isGap(times: readonly number[], i: number): 0 | 1 {
  const interval = (times[i] ?? 0) - (times[i - 1] ?? Number.NaN);
  // Most intervals are short, and a median takes time.
  if (!(interval > 2 * minPeriodSeconds + 1)) return 0;
  const first = Math.max(0, i - periodWindow / 2 - 1);
  const period = getMedianInterval(times.slice(first, first + periodWindow + 1));
  return interval > 2 * period + 1 ? 1 : 0;
}

/** A position of a stored track: degrees × 10⁷ and server time, UTC ms. */
export interface TrackPosition {
  readonly lat: number;
  readonly lon: number;
  readonly time: number;
}

interface FleetPositions {
  readonly index: Uint32Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly styleIndexes: Uint8Array;
  readonly count: number;
}

/** Recent positions of every drone, in ring buffers over typed arrays, by table index. */
export class FleetHistory {
  #capacity = 0;
  #lat = new Int32Array(0);
  #lon = new Int32Array(0);
  /** Seconds since the epoch of this history. */
  #time = new Float32Array(0);
  #writeCounts = new Uint32Array(0);
  #epoch = Number.NaN;
  #selected: SelectedTrail | null = null;
  /** The stored track of the drone that was selected last. */
  #loaded: SelectedTrail | null = null;

  /** Clears an index that now belongs to another drone. */
  reset(index: number): void {
    if (index < this.#writeCounts.length) this.#writeCounts[index] = 0;
    if (this.#selected?.index === index) this.#selected = { index, ...createTimedPath() };
    if (this.#loaded?.index === index) this.#loaded = null;
  }

  /** Puts a stored track before the positions that came in frames; one that is too long is thinned out evenly. */
  loadTrack(index: number, positions: readonly TrackPosition[]): void {
    if (Number.isNaN(this.#epoch)) this.#epoch = positions[0]?.time ?? Number.NaN;
    const stride = Math.ceil(positions.length / maxSelectedPositions);
    const used = positions.filter((_, i) => i % stride === 0 || i === positions.length - 1);
    this.#loaded = {
      index,
      coordinates: used.flatMap(({ lat, lon }) => [toMercatorX(lon), toMercatorY(lat)]),
      times: used.map(({ time }) => (time - this.#epoch) / 1_000),
    };
    if (this.#selected?.index === index)
      this.#selected = this.#joinTrack({ index, ...this.#readPath(index) });
  }

  /** @param time server time of the position, UTC ms */
  add(index: number, lat: number, lon: number, time: number): void {
    if (index >= maxDrones) return;
    this.#ensureCapacity(index + 1);
    if (Number.isNaN(this.#epoch)) this.#epoch = time;
    const seconds = (time - this.#epoch) / 1000;
    const written = this.#writeCounts[index] ?? 0;
    if (written > 0) {
      const lastSlot = index * positionsPerDrone + ((written - 1) % positionsPerDrone);
      // Ignore repeated and late positions.
      if (seconds < (this.#time[lastSlot] ?? 0) + minStepSeconds) return;
    }
    const slot = index * positionsPerDrone + (written % positionsPerDrone);
    this.#lat[slot] = lat;
    this.#lon[slot] = lon;
    this.#time[slot] = seconds;
    this.#writeCounts[index] = written + 1;
    if (this.#selected?.index === index) this.#addSelected(lat, lon, seconds);
  }

  /** Returns the median of the last intervals between a drone's positions, seconds. */
  getPeriod(index: number): number {
    const times: number[] = [];
    this.#forEachPosition(index, (_lat, _lon, time) => times.push(time));
    return getMedianInterval(times.slice(-periodWindow - 1));
  }

  /** Creates the trails to draw: the selected drone's always, those of visible singles from zoom 11 on. */
  createTrails(positions: FleetPositions, singles: Uint32Array, viewport: FleetViewport): Trails {
    this.#select(viewport.selected);
    const points: number[] = [];
    const starts: number[] = [];
    const styleIndexes: number[] = [];
    const visibleRows =
      viewport.trails && viewport.zoom >= minTrailZoom
        ? this.#rowsInExtent(positions, singles, viewport)
        : [];
    for (const row of visibleRows.length <= maxTrails ? visibleRows : []) {
      if (positions.index[row] === viewport.selected) continue;
      starts.push(points.length / 3);
      styleIndexes.push(positions.styleIndexes[row] ?? 0);
      appendTrail(this.#readPath(positions.index[row] ?? 0), points);
    }
    const row = viewport.selected === null ? -1 : positions.index.indexOf(viewport.selected);
    if (row >= 0 && this.#selected) {
      starts.push(points.length / 3);
      styleIndexes.push(positions.styleIndexes[row] ?? 0);
      appendTrail(this.#selected, points);
    }
    starts.push(points.length / 3);
    return {
      points: Float64Array.from(points),
      starts: Uint32Array.from(starts),
      styleIndexes: Uint8Array.from(styleIndexes),
    };
  }

  #rowsInExtent(
    { x1, y1 }: FleetPositions,
    singles: Uint32Array,
    { extent: [west, south, east, north] }: FleetViewport,
  ): number[] {
    const rows: number[] = [];
    for (const row of singles) {
      const x = toNearestCopy(x1[row] ?? 0, (west + east) / 2);
      const y = y1[row] ?? 0;
      if (x >= west && x <= east && y >= south && y <= north) rows.push(row);
    }
    return rows;
  }

  #select(index: number | null): void {
    if ((this.#selected?.index ?? null) === index) return;
    this.#selected = index === null ? null : this.#joinTrack({ index, ...this.#readPath(index) });
  }

  /** The stored track up to the first position of a path, then the path. */
  #joinTrack(path: SelectedTrail): SelectedTrail {
    if (this.#loaded?.index !== path.index) return path;
    const { coordinates, times } = this.#loaded;
    const first = (path.times[0] ?? Number.POSITIVE_INFINITY) - minStepSeconds;
    const end = times.findIndex((time) => time >= first);
    const count = end < 0 ? times.length : end;
    return {
      index: path.index,
      coordinates: [...coordinates.slice(0, 2 * count), ...path.coordinates],
      times: [...times.slice(0, count), ...path.times],
    };
  }

  #addSelected(lat: number, lon: number, time: number): void {
    if (!this.#selected) return;
    const { coordinates, times } = this.#selected;
    coordinates.push(toMercatorX(lon), toMercatorY(lat));
    times.push(time);
    if (times.length <= maxSelectedPositions) return;
    times.shift();
    coordinates.splice(0, 2);
  }

  #readPath(index: number): TimedPath {
    const path = createTimedPath();
    this.#forEachPosition(index, (lat, lon, time) => {
      path.coordinates.push(toMercatorX(lon), toMercatorY(lat));
      path.times.push(time);
    });
    return path;
  }

  #forEachPosition(index: number, visit: (lat: number, lon: number, time: number) => void): void {
    const written = this.#writeCounts[index] ?? 0;
    for (let i = Math.max(0, written - positionsPerDrone); i < written; i++) {
      const slot = index * positionsPerDrone + (i % positionsPerDrone);
      visit(this.#lat[slot] ?? 0, this.#lon[slot] ?? 0, this.#time[slot] ?? 0);
    }
  }

  #ensureCapacity(capacity: number): void {
    if (capacity <= this.#capacity) return;
    const newCapacity = Math.max(256, 2 ** Math.ceil(Math.log2(capacity)));
    const [lat, lon, time] = [this.#lat, this.#lon, this.#time];
    const written = this.#writeCounts;
    this.#lat = new Int32Array(newCapacity * positionsPerDrone);
    this.#lon = new Int32Array(newCapacity * positionsPerDrone);
    this.#time = new Float32Array(newCapacity * positionsPerDrone);
    this.#writeCounts = new Uint32Array(newCapacity);
    this.#lat.set(lat);
    this.#lon.set(lon);
    this.#time.set(time);
    this.#writeCounts.set(written);
    this.#capacity = newCapacity;
  }
}
