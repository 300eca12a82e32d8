import type { FleetColumns } from "../../../../adapters/contract/fleetFrame.ts";

/** What of the frame's columns labels, hit tests and the open card read, as on the wire. */
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

/** How the drones of one snapshot are grouped for the zoom that is seen. */
export interface Grouping {
  /** Rows drawn as markers of their own. */
  readonly singles: Uint32Array<ArrayBuffer>;
  /** `x, y, count` triples in EPSG:3857. */
  readonly clusters: Float64Array<ArrayBuffer>;
}

/** Where drones have been: `x, y, gap` triples in EPSG:3857; gap is 1 where nothing is known of the way there. */
export interface Trails {
  readonly points: Float64Array<ArrayBuffer>;
  /** First point of each trail, and behind the last one the number of points. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Look of each trail's drone. */
  readonly styleIndexes: Uint8Array<ArrayBuffer>;
}

/** One picture of the fleet as the worker hands it over: typed arrays, no object a drone. */
export interface FleetSnapshot extends Grouping {
  readonly sequence: number;
  /** Which index table the rows refer to. */
  readonly tableId: number;
  /** The server's clock, UTC ms. */
  readonly serverTime: number;
  readonly count: number;
  /** Drones of the whole fleet, those outside the view included. */
  readonly fleetSize: number;
  readonly columns: SnapshotColumns;
  /** EPSG:3857 now, and in the snapshot before; equal where the drone is new, old or has jumped. */
  readonly x1: Float64Array<ArrayBuffer>;
  readonly y1: Float64Array<ArrayBuffer>;
  readonly x0: Float64Array<ArrayBuffer>;
  readonly y0: Float64Array<ArrayBuffer>;
  /** Rows of the marker atlas. */
  readonly styleIndexes: Uint8Array<ArrayBuffer>;
  readonly trails: Trails;
  /** Of the fastest drone, m/s. */
  readonly maxSpeed: number;
}

/** What the map shows of the fleet; the worker groups and cuts trails after it. */
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
  | { readonly type: "fleet.viewport"; readonly viewport: FleetViewport };

export type FromFleetWorker =
  | { readonly type: "fleet.snapshot"; readonly snapshot: FleetSnapshot }
  | { readonly type: "fleet.grouping"; readonly sequence: number; readonly grouping: Grouping }
  | { readonly type: "fleet.error"; readonly message: string };
