import { decodeFleetFrame, type FleetFrame } from "../../../../adapters/contract/fleetFrame.ts";
import { linkStates } from "../../../../adapters/contract/flight.ts";
import { FleetHistory } from "./fleetHistory.ts";
import type { FleetSnapshot, FleetViewport, Grouping, SnapshotColumns } from "./fleetSnapshot.ts";
import { groupDrones, isUnclustered } from "./groupDrones.ts";
import { getMarkerStyleIndex } from "./markerStyles.ts";
import { maxDrones } from "./maxDrones.ts";
import { toMercatorX, toMercatorY } from "./mercator.ts";

const lostLink = linkStates.indexOf("lost");
const unknownSpeed = 65_535;
/** Metres of the projection between two snapshots beyond which a marker jumps rather than slides. */
const maxSlideMetres = 600;

const defaultViewport: FleetViewport = {
  extent: [-2.1e7, -2.1e7, 2.1e7, 2.1e7],
  zoom: 4,
  clusters: false,
  trails: false,
  selected: null,
};

interface PreviousFrame {
  readonly sequence: number;
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Turns frames into snapshots: projects, remembers where everybody was, groups for the zoom that is seen. */
export class FleetStore {
  readonly #history = new FleetHistory();
  #viewport = defaultViewport;
  #previous: PreviousFrame | null = null;
  /** Row in the snapshot before by table index, plus 1; 0 where it was not in it. */
  #previousRows = new Uint32Array(0);

  /** Reads one frame; throws FleetFrameError where the bytes are none. */
  decode(bytes: ArrayBuffer): FleetSnapshot {
    const frame = decodeFleetFrame(bytes);
    const { columns, count } = frame;
    const x1 = new Float64Array(count);
    const y1 = new Float64Array(count);
    const styleIndexes = new Uint8Array(count);
    let maxSpeed = 0;
    for (let row = 0; row < count; row++) {
      x1[row] = toMercatorX(columns.lon[row] ?? 0);
      y1[row] = toMercatorY(columns.lat[row] ?? 0);
      styleIndexes[row] = getMarkerStyleIndex(columns.phase[row] ?? 0, columns.link[row] ?? 0);
      const speed = columns.speed[row] ?? unknownSpeed;
      if (speed !== unknownSpeed && speed > maxSpeed) maxSpeed = speed;
      const time = frame.serverTime - (columns.age[row] ?? 0) * 100;
      this.#history.add(columns.index[row] ?? 0, columns.lat[row] ?? 0, columns.lon[row] ?? 0, time);
    }
    const { x0, y0 } = this.#startPositions(frame, x1, y1);
    this.#rememberFrame(frame, x1, y1);
    const grouping = groupDrones({ x: x1, y: y1, count }, this.#viewport);
    const positions = { index: columns.index, x1, y1, styleIndexes, count };
    return {
      sequence: frame.sequence,
      tableId: frame.tableId,
      serverTime: frame.serverTime,
      count,
      fleetSize: frame.fleetSize,
      columns: toSnapshotColumns(frame),
      x0,
      y0,
      x1,
      y1,
      styleIndexes,
      ...grouping,
      trails: this.#history.createTrails(positions, grouping.singles, this.#viewport),
      maxSpeed: maxSpeed / 100,
    };
  }

  /** These indexes stand for other drones from now on. */
  forget(indexes: readonly number[]): void {
    for (const index of indexes) {
      this.#history.reset(index);
      if (index < this.#previousRows.length) this.#previousRows[index] = 0;
    }
  }

  /** Sees another part of the map; answers with the last snapshot grouped for it, null where nothing is new. */
  setViewport(viewport: FleetViewport): { readonly sequence: number; readonly grouping: Grouping } | null {
    const wasUnclustered = isUnclustered(this.#viewport);
    this.#viewport = viewport;
    // Drones that all stand for themselves do so wherever one looks.
    if (!this.#previous || (wasUnclustered && isUnclustered(viewport))) return null;
    return { sequence: this.#previous.sequence, grouping: groupDrones(this.#previous, viewport) };
  }

  #startPositions({ columns, count }: FleetFrame, x1: Float64Array, y1: Float64Array) {
    const x0 = x1.slice();
    const y0 = y1.slice();
    for (let row = 0; row < count; row++) {
      if ((columns.link[row] ?? 0) >= lostLink) continue;
      const previousRow = (this.#previousRows[columns.index[row] ?? 0] ?? 0) - 1;
      if (previousRow < 0 || !this.#previous) continue;
      const x = this.#previous.x[previousRow] ?? 0;
      const y = this.#previous.y[previousRow] ?? 0;
      if (Math.abs(x - (x1[row] ?? 0)) + Math.abs(y - (y1[row] ?? 0)) > maxSlideMetres) continue;
      x0[row] = x;
      y0[row] = y;
    }
    return { x0: x0 as Float64Array<ArrayBuffer>, y0: y0 as Float64Array<ArrayBuffer> };
  }

  #rememberFrame({ columns, count, sequence }: FleetFrame, x: Float64Array, y: Float64Array): void {
    let maxIndex = 0;
    for (let row = 0; row < count; row++) {
      const index = columns.index[row] ?? 0;
      if (index < maxDrones && index > maxIndex) maxIndex = index;
    }
    if (maxIndex >= this.#previousRows.length) this.#previousRows = new Uint32Array(2 * (maxIndex + 1));
    else this.#previousRows.fill(0);
    for (let row = 0; row < count; row++) this.#previousRows[columns.index[row] ?? 0] = row + 1;
    this.#previous = { sequence, count, x: x.slice(), y: y.slice() };
  }
}

/** Views over the frame's own buffer, which is handed over with them. */
function toSnapshotColumns({ columns }: FleetFrame): SnapshotColumns {
  const { spare: _, ...used } = columns;
  return used;
}
