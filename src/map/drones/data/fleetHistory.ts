import type { FleetViewport, Trails } from "./fleetSnapshot.ts";
import { maxDrones } from "./maxDrones.ts";
import { toMercatorX, toMercatorY } from "./mercator.ts";

/** Positions stored per drone. */
const positionsPerDrone = 64;
/** Positions stored of the selected drone: three hours at 1 Hz. */
const maxSelectedPositions = 10_800;
/** A longer interval between two positions is a gap in the trail (2T + 1 s at 1 Hz). */
const gapSeconds = 3;
/** More trails than this would be unreadable and are not drawn. */
const maxTrails = 400;
const minTrailZoom = 11;

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
  #selected: { index: number; points: number[] } | null = null;

  /** Clears an index that now belongs to another drone. */
  reset(index: number): void {
    if (index < this.#writeCounts.length) this.#writeCounts[index] = 0;
    if (this.#selected?.index === index) this.#selected.points.length = 0;
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
      if (seconds <= (this.#time[lastSlot] ?? 0)) return;
    }
    const slot = index * positionsPerDrone + (written % positionsPerDrone);
    this.#lat[slot] = lat;
    this.#lon[slot] = lon;
    this.#time[slot] = seconds;
    this.#writeCounts[index] = written + 1;
    if (this.#selected?.index === index) this.#appendPoint(this.#selected.points, lat, lon, seconds);
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
      this.#copyTrail(positions.index[row] ?? 0, points);
    }
    const row = viewport.selected === null ? -1 : positions.index.indexOf(viewport.selected);
    if (row >= 0 && this.#selected) {
      starts.push(points.length / 3);
      styleIndexes.push(positions.styleIndexes[row] ?? 0);
      for (let i = 0; i < this.#selected.points.length; i += 4) {
        points.push(
          this.#selected.points[i] ?? 0,
          this.#selected.points[i + 1] ?? 0,
          this.#selected.points[i + 2] ?? 0,
        );
      }
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
      const x = x1[row] ?? 0;
      const y = y1[row] ?? 0;
      if (x >= west && x <= east && y >= south && y <= north) rows.push(row);
    }
    return rows;
  }

  #select(index: number | null): void {
    if ((this.#selected?.index ?? null) === index) return;
    this.#selected = index === null ? null : { index, points: [] };
    if (this.#selected)
      this.#forEachPosition(this.#selected.index, (lat, lon, time) => this.#addSelected(lat, lon, time));
  }

  #addSelected(lat: number, lon: number, time: number): void {
    if (this.#selected) this.#appendPoint(this.#selected.points, lat, lon, time);
  }

  #copyTrail(index: number, target: number[]): void {
    let previousTime = Number.NaN;
    this.#forEachPosition(index, (lat, lon, time) => {
      target.push(toMercatorX(lon), toMercatorY(lat), time - previousTime > gapSeconds ? 1 : 0);
      previousTime = time;
    });
  }

  /** Points of the selected trail are `x, y, gap, time`. */
  #appendPoint(points: number[], lat: number, lon: number, time: number): void {
    const previousTime = points.at(-1) ?? Number.NaN;
    points.push(toMercatorX(lon), toMercatorY(lat), time - previousTime > gapSeconds ? 1 : 0, time);
    if (points.length > 4 * maxSelectedPositions) points.splice(0, 4);
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
