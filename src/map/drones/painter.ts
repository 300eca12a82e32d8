import type { FleetShot, Grouping } from "./data/fleetShot.ts";

/** One picture to paint: where the map looks, and how far between the last two shots. */
export interface PaintFrame {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  /** EPSG:3857. */
  readonly centre: readonly [number, number];
  /** Metres of the projection a CSS pixel. */
  readonly resolution: number;
  /** 0 at the shot before, 1 at the last one; 1 throughout where positions are shown raw. */
  readonly share: number;
  /** The data have stopped coming: every marker is grey. */
  readonly stale: boolean;
}

/** What draws the markers; the layer knows no other difference between its back ends. */
export interface Painter {
  readonly kind: "webgl" | "software";
  readonly canvas: HTMLCanvasElement;
  /** Takes the rows to draw of a new shot, or of the same one grouped anew. */
  readonly load: (shot: FleetShot, singles: Grouping["singles"]) => void;
  readonly paint: (frame: PaintFrame) => void;
  readonly dispose: () => void;
}
