import {
  getAlarmLevel,
  getDataState,
  isPositionFrozen,
  isPositionStale,
} from "../../../../adapters/contract/droneState.ts";
import { decodeFleetFrame, type FleetFrame, maxDrones } from "../../../../adapters/contract/fleetFrame.ts";
import { linkStates } from "../../../../adapters/contract/flight.ts";
import { decodeTrackChunk } from "../../../../adapters/contract/track.ts";
import { FleetHistory } from "./fleetHistory.ts";
import type {
  CloseUp,
  FleetSnapshot,
  FleetViewport,
  Grouping,
  SnapshotColumns,
  StoredTrack,
} from "./fleetSnapshot.ts";
import { type DronePositions, groupDrones, isUnclustered, toCellPoints } from "./groupDrones.ts";
import { getMarkerStyleIndex } from "./markerStyles.ts";
import { toMercatorX, toMercatorY } from "./mercator.ts";

const lostLink = linkStates.indexOf("lost");
const unknownSpeed = 65_535;
/** Ages in tenths of a second: of this or more, and always fresh whatever the period, to save its median. */
const maxAge = 65_535;
const freshAge = 100;
/** Projected metres between two snapshots above which a marker jumps instead of sliding. */
const maxSlideMetres = 600;

const defaultViewport: FleetViewport = {
  extent: [-2.1e7, -2.1e7, 2.1e7, 2.1e7],
  zoom: 4,
  clusters: false,
  trails: false,
  selected: null,
};

interface PreviousFrame extends DronePositions {
  readonly sequence: number;
}

/** Converts frames to snapshots: projects positions, records the history, groups for the current zoom. */
export class FleetStore {
  readonly #history = new FleetHistory();
  #viewport = defaultViewport;
  #closeUp: FleetViewport | null = null;
  #previous: PreviousFrame | null = null;
  /** Row + 1 in the previous snapshot, by table index; 0 if absent. */
  #previousRows = new Uint32Array(0);

  /** Decodes a frame; throws `FleetFrameError` if the bytes are not one. */
  decode(bytes: ArrayBuffer): FleetSnapshot {
    const frame = decodeFleetFrame(bytes);
    const { columns, count } = frame;
    const x1 = new Float64Array(count);
    const y1 = new Float64Array(count);
    const styleIndexes = new Uint8Array(count);
    const states = new Uint8Array(count);
    const alarmed = Uint8Array.from(columns.alarms, (bits) => (bits === 0 ? 0 : 1));
    const levels = Uint8Array.from(columns.alarms, getAlarmLevel);
    let maxSpeed = 0;
    for (let row = 0; row < count; row++) {
      x1[row] = toMercatorX(columns.lon[row] ?? 0);
      y1[row] = toMercatorY(columns.lat[row] ?? 0);
      const speed = columns.speed[row] ?? unknownSpeed;
      if (speed !== unknownSpeed && speed > maxSpeed) maxSpeed = speed;
      const isStale = this.#addToHistory(frame, row) || isPositionFrozen(columns.alarms[row] ?? 0);
      const link = columns.link[row] ?? 0;
      styleIndexes[row] = getMarkerStyleIndex(columns.phase[row] ?? 0, link, isStale);
      states[row] = getDataState(link, columns.alarms[row] ?? 0, isStale);
    }
    const { x0, y0 } = this.#startPositions(frame, x1, y1);
    const current = {
      sequence: frame.sequence,
      cells: toCellPoints(frame.cells),
      count,
      x: x1.slice(),
      y: y1.slice(),
      states,
      alarmed,
      levels,
    };
    this.#rememberFrame(frame, current);
    const positions = { index: columns.index, x1, y1, styleIndexes, count };
    const show = (viewport: FleetViewport): CloseUp => {
      const grouping = groupDrones(current, viewport);
      return { ...grouping, trails: this.#history.createTrails(positions, grouping.singles, viewport) };
    };
    return {
      sequence: frame.sequence,
      tableId: frame.tableId,
      serverTime: frame.serverTime,
      count,
      cells: frame.cells,
      fleetSize: frame.fleetSize,
      counts: frame.counts,
      columns: toSnapshotColumns(frame),
      x0,
      y0,
      x1,
      y1,
      styleIndexes,
      ...show(this.#viewport),
      ...(this.#closeUp && { closeUp: show(this.#closeUp) }),
      maxSpeed: maxSpeed / 100,
    };
  }

  /** Forgets the history of indexes that now belong to other drones. */
  forget(indexes: readonly number[]): void {
    for (const index of indexes) {
      this.#history.reset(index);
      if (index < this.#previousRows.length) this.#previousRows[index] = 0;
    }
  }

  /** Adds the track that a flight has behind it to its trail; throws `TrackChunkError` if a chunk is not one. */
  loadTrack(index: number, { chunks, clockOffsetMs }: StoredTrack): void {
    const positions = chunks.flatMap((bytes) => {
      const { t0, count, columns } = decodeTrackChunk(bytes);
      return Array.from({ length: count }, (_, row) => ({
        lat: columns.lat[row] ?? 0,
        lon: columns.lon[row] ?? 0,
        time: t0 + (columns.dt[row] ?? 0) + clockOffsetMs,
      }));
    });
    this.#history.loadTrack(index, positions);
  }

  /** Sets the viewport; returns the regrouped last snapshot, or null if the grouping cannot change. */
  setViewport(viewport: FleetViewport): { readonly sequence: number; readonly grouping: Grouping } | null {
    const wasUnclustered = isUnclustered(this.#viewport);
    this.#viewport = viewport;
    // Without clusters, the grouping does not depend on the viewport.
    if (!this.#previous || (wasUnclustered && isUnclustered(viewport))) return null;
    return { sequence: this.#previous.sequence, grouping: groupDrones(this.#previous, viewport) };
  }

  /** Sets the viewport of a second map, which the next snapshots are for too; null for none. */
  setCloseUp(viewport: FleetViewport | null): void {
    this.#closeUp = viewport;
  }

  /** Returns whether the position is old. */
  #addToHistory({ columns, serverTime }: FleetFrame, row: number): boolean {
    const index = columns.index[row] ?? 0;
    const age = columns.age[row] ?? 0;
    // A saturated age does not give the time of the position.
    if (age < maxAge)
      this.#history.add(index, columns.lat[row] ?? 0, columns.lon[row] ?? 0, serverTime - age * 100);
    return age > freshAge && isPositionStale(age, this.#history.getPeriod(index));
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

  #rememberFrame({ columns, count }: FleetFrame, current: PreviousFrame): void {
    let maxIndex = 0;
    for (let row = 0; row < count; row++) {
      const index = columns.index[row] ?? 0;
      if (index < maxDrones && index > maxIndex) maxIndex = index;
    }
    if (maxIndex >= this.#previousRows.length) this.#previousRows = new Uint32Array(2 * (maxIndex + 1));
    else this.#previousRows.fill(0);
    for (let row = 0; row < count; row++) this.#previousRows[columns.index[row] ?? 0] = row + 1;
    this.#previous = current;
  }
}

/** The columns are views of the frame's buffer, which is transferred with them. */
function toSnapshotColumns({ columns }: FleetFrame): SnapshotColumns {
  const { flags: _, ...used } = columns;
  return used;
}
