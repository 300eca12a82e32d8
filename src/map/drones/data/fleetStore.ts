import { decodeFleetFrame, type FleetFrame } from "../../../../adapters/contract/fleetFrame.ts";
import { linkStates } from "../../../../adapters/contract/flight.ts";
import { FleetHistory } from "./fleetHistory.ts";
import type { FleetShot, FleetWindow, Grouping, ShotColumns } from "./fleetShot.ts";
import { group, isParted } from "./grouping.ts";
import { lookOf } from "./looks.ts";
import { mercatorX, mercatorY } from "./mercator.ts";
import { mostDrones } from "./mostDrones.ts";

const lost = linkStates.indexOf("lost");
const unknownSpeed = 65_535;
/** Metres of the projection between two shots beyond which a marker jumps rather than slides. */
const slideLimit = 600;

const everything: FleetWindow = {
  extent: [-2.1e7, -2.1e7, 2.1e7, 2.1e7],
  zoom: 4,
  clusters: false,
  trails: false,
  selected: null,
};

interface Kept {
  readonly sequence: number;
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Turns frames into shots: projects, remembers where everybody was, groups for the zoom that is seen. */
export class FleetStore {
  readonly #history = new FleetHistory();
  #window = everything;
  #kept: Kept | null = null;
  /** Row in the shot before by table index, plus 1; 0 where it was not in it. */
  #before = new Uint32Array(0);

  /** Reads one frame; throws FleetFrameFault where the bytes are none. */
  take(bytes: ArrayBuffer): FleetShot {
    const frame = decodeFleetFrame(bytes);
    const { columns, count } = frame;
    const x1 = new Float64Array(count);
    const y1 = new Float64Array(count);
    const look = new Uint8Array(count);
    let fastest = 0;
    for (let row = 0; row < count; row++) {
      x1[row] = mercatorX(columns.lon[row] ?? 0);
      y1[row] = mercatorY(columns.lat[row] ?? 0);
      look[row] = lookOf(columns.phase[row] ?? 0, columns.link[row] ?? 0);
      const speed = columns.speed[row] ?? unknownSpeed;
      if (speed !== unknownSpeed && speed > fastest) fastest = speed;
      const time = frame.serverTime - (columns.age[row] ?? 0) * 100;
      this.#history.add(columns.index[row] ?? 0, columns.lat[row] ?? 0, columns.lon[row] ?? 0, time);
    }
    const { x0, y0 } = this.#origins(frame, x1, y1);
    this.#keep(frame, x1, y1);
    const grouping = group({ x: x1, y: y1, count }, this.#window);
    const placed = { index: columns.index, x1, y1, look, count };
    return {
      sequence: frame.sequence,
      table: frame.table,
      serverTime: frame.serverTime,
      count,
      fleet: frame.fleet,
      columns: columnsOf(frame),
      x0,
      y0,
      x1,
      y1,
      look,
      ...grouping,
      trails: this.#history.trails(placed, grouping.singles, this.#window),
      fastest: fastest / 100,
    };
  }

  /** These indexes stand for other drones from now on. */
  forget(indexes: readonly number[]): void {
    for (const index of indexes) {
      this.#history.forget(index);
      if (index < this.#before.length) this.#before[index] = 0;
    }
  }

  /** Sees another part of the map; answers with the last shot grouped for it, null where nothing is new. */
  look(window: FleetWindow): { readonly sequence: number; readonly grouping: Grouping } | null {
    const wasParted = isParted(this.#window);
    this.#window = window;
    // Drones that all stand for themselves do so wherever one looks.
    if (!this.#kept || (wasParted && isParted(window))) return null;
    return { sequence: this.#kept.sequence, grouping: group(this.#kept, window) };
  }

  #origins({ columns, count }: FleetFrame, x1: Float64Array, y1: Float64Array) {
    const x0 = x1.slice();
    const y0 = y1.slice();
    for (let row = 0; row < count; row++) {
      if ((columns.link[row] ?? 0) >= lost) continue;
      const before = (this.#before[columns.index[row] ?? 0] ?? 0) - 1;
      if (before < 0 || !this.#kept) continue;
      const x = this.#kept.x[before] ?? 0;
      const y = this.#kept.y[before] ?? 0;
      if (Math.abs(x - (x1[row] ?? 0)) + Math.abs(y - (y1[row] ?? 0)) > slideLimit) continue;
      x0[row] = x;
      y0[row] = y;
    }
    return { x0: x0 as Float64Array<ArrayBuffer>, y0: y0 as Float64Array<ArrayBuffer> };
  }

  #keep({ columns, count, sequence }: FleetFrame, x: Float64Array, y: Float64Array): void {
    let highest = 0;
    for (let row = 0; row < count; row++) {
      const index = columns.index[row] ?? 0;
      if (index < mostDrones && index > highest) highest = index;
    }
    if (highest >= this.#before.length) this.#before = new Uint32Array(2 * (highest + 1));
    else this.#before.fill(0);
    for (let row = 0; row < count; row++) this.#before[columns.index[row] ?? 0] = row + 1;
    this.#kept = { sequence, count, x: x.slice(), y: y.slice() };
  }
}

/** Views over the frame's own buffer, which is handed over with them. */
function columnsOf({ columns }: FleetFrame): ShotColumns {
  const { spare: _, ...used } = columns;
  return used;
}
