import type { FleetWindow, Trails } from "./fleetShot.ts";
import { mercatorX, mercatorY } from "./mercator.ts";
import { mostDrones } from "./mostDrones.ts";

/** Positions kept of every drone. */
const kept = 64;
/** Positions kept of the selected one: three hours at 1 Hz. */
const keptSelected = 10_800;
/** Longer than this between two positions, nobody knows the way (2T + 1 s at 1 Hz). */
const gapSeconds = 3;
/** More trails than this are a tangle that says nothing. */
const mostTrails = 400;
const firstTrailZoom = 11;

interface Placed {
  readonly index: Uint32Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly look: Uint8Array;
  readonly count: number;
}

/** Where every drone was lately, in rings over plain typed arrays, by table index. */
export class FleetHistory {
  #room = 0;
  #lat = new Int32Array(0);
  #lon = new Int32Array(0);
  /** Seconds since the epoch of this history. */
  #time = new Float32Array(0);
  #written = new Uint32Array(0);
  #epoch = Number.NaN;
  #selected: { index: number; points: number[] } | null = null;

  /** The index means another drone from now on. */
  forget(index: number): void {
    if (index < this.#written.length) this.#written[index] = 0;
    if (this.#selected?.index === index) this.#selected.points.length = 0;
  }

  /** @param time of the position by the server's clock, ms */
  add(index: number, lat: number, lon: number, time: number): void {
    if (index >= mostDrones) return;
    this.#grow(index + 1);
    if (Number.isNaN(this.#epoch)) this.#epoch = time;
    const seconds = (time - this.#epoch) / 1000;
    const written = this.#written[index] ?? 0;
    if (written > 0) {
      const last = index * kept + ((written - 1) % kept);
      // The same position told again is no new one.
      if (seconds <= (this.#time[last] ?? 0)) return;
    }
    const at = index * kept + (written % kept);
    this.#lat[at] = lat;
    this.#lon[at] = lon;
    this.#time[at] = seconds;
    this.#written[index] = written + 1;
    if (this.#selected?.index === index) this.#extend(this.#selected.points, lat, lon, seconds);
  }

  /** The trails to draw: of the singles in the window from zoom 11 on, and of the selected drone always. */
  trails(placed: Placed, singles: Uint32Array, window: FleetWindow): Trails {
    this.#select(window.selected);
    const points: number[] = [];
    const starts: number[] = [];
    const looks: number[] = [];
    const shown = window.trails && window.zoom >= firstTrailZoom ? this.#inside(placed, singles, window) : [];
    for (const row of shown.length <= mostTrails ? shown : []) {
      if (placed.index[row] === window.selected) continue;
      starts.push(points.length / 3);
      looks.push(placed.look[row] ?? 0);
      this.#copy(placed.index[row] ?? 0, points);
    }
    const row = window.selected === null ? -1 : placed.index.indexOf(window.selected);
    if (row >= 0 && this.#selected) {
      starts.push(points.length / 3);
      looks.push(placed.look[row] ?? 0);
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
      looks: Uint8Array.from(looks),
    };
  }

  #inside(
    { x1, y1 }: Placed,
    singles: Uint32Array,
    { extent: [west, south, east, north] }: FleetWindow,
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
    if (this.#selected) this.#each(this.#selected.index, (lat, lon, time) => this.#note(lat, lon, time));
  }

  #note(lat: number, lon: number, time: number): void {
    if (this.#selected) this.#extend(this.#selected.points, lat, lon, time);
  }

  #copy(index: number, into: number[]): void {
    let before = Number.NaN;
    this.#each(index, (lat, lon, time) => {
      into.push(mercatorX(lon), mercatorY(lat), time - before > gapSeconds ? 1 : 0);
      before = time;
    });
  }

  /** Points of the selected trail are `x, y, gap, time`. */
  #extend(points: number[], lat: number, lon: number, time: number): void {
    const before = points.at(-1) ?? Number.NaN;
    points.push(mercatorX(lon), mercatorY(lat), time - before > gapSeconds ? 1 : 0, time);
    if (points.length > 4 * keptSelected) points.splice(0, 4);
  }

  #each(index: number, told: (lat: number, lon: number, time: number) => void): void {
    const written = this.#written[index] ?? 0;
    for (let i = Math.max(0, written - kept); i < written; i++) {
      const at = index * kept + (i % kept);
      told(this.#lat[at] ?? 0, this.#lon[at] ?? 0, this.#time[at] ?? 0);
    }
  }

  #grow(room: number): void {
    if (room <= this.#room) return;
    const wanted = Math.max(256, 2 ** Math.ceil(Math.log2(room)));
    const [lat, lon, time] = [this.#lat, this.#lon, this.#time];
    const written = this.#written;
    this.#lat = new Int32Array(wanted * kept);
    this.#lon = new Int32Array(wanted * kept);
    this.#time = new Float32Array(wanted * kept);
    this.#written = new Uint32Array(wanted);
    this.#lat.set(lat);
    this.#lon.set(lon);
    this.#time.set(time);
    this.#written.set(written);
    this.#room = wanted;
  }
}
