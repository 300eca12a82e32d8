import type { FleetSnapshot, Grouping } from "./data/fleetSnapshot.ts";

/** One frame to paint: the view, and the progress between the last two snapshots. */
export interface PaintFrame {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** EPSG:3857. */
  readonly centre: readonly [number, number];
  /** Projected metres per CSS pixel. */
  readonly resolution: number;
  /** 0 at the previous snapshot, 1 at the last one; always 1 without smoothing. */
  readonly progress: number;
  /** No data arrive any more: all markers are grey. */
  readonly stale: boolean;
}

/** Draws the markers. */
export interface Painter {
  readonly kind: "webgl" | "software";
  readonly canvas: HTMLCanvasElement;
  /** Sets the rows to draw, of a new snapshot or after regrouping. */
  readonly setData: (snapshot: FleetSnapshot, singles: Grouping["singles"]) => void;
  readonly paint: (frame: PaintFrame) => void;
  readonly dispose: () => void;
}
