import type { FleetSnapshot, Grouping } from "./data/fleetSnapshot.ts";

/** One picture to paint: where the map looks, and how far between the last two snapshots. */
export interface PaintFrame {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** EPSG:3857. */
  readonly centre: readonly [number, number];
  /** Metres of the projection a CSS pixel. */
  readonly resolution: number;
  /** 0 at the snapshot before, 1 at the last one; 1 throughout where positions are shown raw. */
  readonly progress: number;
  /** The data have stopped coming: every marker is grey. */
  readonly stale: boolean;
}

/** What draws the markers; the layer knows no other difference between its back ends. */
export interface Painter {
  readonly kind: "webgl" | "software";
  readonly canvas: HTMLCanvasElement;
  /** Takes the rows to draw of a new snapshot, or of the same one grouped anew. */
  readonly setData: (snapshot: FleetSnapshot, singles: Grouping["singles"]) => void;
  readonly paint: (frame: PaintFrame) => void;
  readonly dispose: () => void;
}
