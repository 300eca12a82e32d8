import type { FleetCells, FleetColumns, FleetCounts } from "../../../../adapters/contract/fleetFrame.ts";

/** The frame columns that labels, hit tests and the task panel need, in wire units. */
export type SnapshotColumns = Pick<
  FleetColumns,
  | "index"
  | "lat"
  | "lon"
  | "hEll"
  | "hRel"
  | "hAgl"
  | "speed"
  | "climb"
  | "heading"
  | "battery"
  | "phase"
  | "link"
  | "alarms"
  | "age"
>;

/** Numbers per cluster: `x, y, count, lost, state, alarm`. */
export const clusterStride = 6;

/** Grouping of a snapshot's drones for the current zoom. */
export interface Grouping {
  /** Rows drawn as single markers. */
  readonly singles: Uint32Array<ArrayBuffer>;
  /** Those of them with bits in the column `alarms`. */
  readonly alarmed: Uint32Array<ArrayBuffer>;
  /** EPSG:3857 coordinates, number of drones, how many of them are lost, the worst of `dataStates` and of `alarmLevels`. */
  readonly clusters: Float64Array<ArrayBuffer>;
}

/** Trails as `x, y, gap` triples in EPSG:3857; gap is 1 if the source left out samples between the previous point and this. */
export interface Trails {
  readonly points: Float64Array<ArrayBuffer>;
  /** First point of each trail, then the total number of points. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Marker style of each trail's drone. */
  readonly styleIndexes: Uint8Array<ArrayBuffer>;
}

/** What a second, nearer map shows of the fleet. */
export interface CloseUp extends Grouping {
  readonly trails: Trails;
}

/** The fleet at one moment, as transferred by the worker: typed arrays instead of one object per drone. */
export interface FleetSnapshot extends Grouping {
  readonly sequence: number;
  /** Version of the index table that the rows refer to. */
  readonly tableId: number;
  /** UTC ms. */
  readonly serverTime: number;
  /** Rows: drones that were sent one by one. */
  readonly count: number;
  /** Drones that were sent counted, where a fleet is large and the map groups it. */
  readonly cells: FleetCells;
  /** Number of drones with a known position in the whole fleet, including those outside the view. */
  readonly fleetSize: number;
  /** Of the whole fleet, whatever the view. */
  readonly counts: FleetCounts;
  readonly columns: SnapshotColumns;
  /** EPSG:3857 now (1) and in the previous snapshot (0); equal if the drone is new, its data are old or it jumped. */
  readonly x1: Float64Array<ArrayBuffer>;
  readonly y1: Float64Array<ArrayBuffer>;
  readonly x0: Float64Array<ArrayBuffer>;
  readonly y0: Float64Array<ArrayBuffer>;
  /** Rows of the marker atlas. */
  readonly styleIndexes: Uint8Array<ArrayBuffer>;
  readonly trails: Trails;
  /** Absent where there is no second map. */
  readonly closeUp?: CloseUp;
  /** Speed of the fastest drone, m/s. */
  readonly maxSpeed: number;
}

/** The track of one flight as the server has it. */
export interface StoredTrack {
  /** Chunks of docs/wire-format.md, oldest first. */
  readonly chunks: readonly ArrayBuffer[];
  /** Added to the drone's times it gives the server's, ms. */
  readonly clockOffsetMs: number;
}

/** The map's view of the fleet; the worker groups drones and selects trails by it. */
export interface FleetViewport {
  /** EPSG:3857. */
  readonly extent: readonly [number, number, number, number];
  readonly zoom: number;
  readonly clusters: boolean;
  readonly trails: boolean;
  /** Table index of the drone whose full trail is stored; null for none. */
  readonly selected: number | null;
}

export type ToFleetWorker =
  | { readonly type: "fleet.port"; readonly port: MessagePort }
  | { readonly type: "fleet.frame"; readonly bytes: ArrayBuffer }
  | { readonly type: "fleet.forget"; readonly indexes: readonly number[] }
  | { readonly type: "fleet.viewport"; readonly viewport: FleetViewport }
  /** Of the second map; null once there is none. */
  | { readonly type: "fleet.closeUp"; readonly viewport: FleetViewport | null }
  | { readonly type: "fleet.track"; readonly index: number; readonly track: StoredTrack };

export type FromFleetWorker =
  | { readonly type: "fleet.snapshot"; readonly snapshot: FleetSnapshot }
  | { readonly type: "fleet.grouping"; readonly sequence: number; readonly grouping: Grouping }
  | { readonly type: "fleet.error"; readonly message: string };
