/** Longitude and latitude in WGS-84 degrees. */
export type LngLat = readonly [number, number];

/** Common properties of all shapes. */
interface MapFeature {
  readonly id: string;
  /** Any CSS colour. */
  readonly color: string;
}

export type PointShape = "circle" | "square" | "hollowSquare" | "diamond" | "triangle";

export interface MapPoint extends MapFeature {
  readonly coordinates: LngLat;
  readonly label?: string;
  /** CSS pixels; 6 by default. */
  readonly radius?: number;
  /** Default: circle. */
  readonly shape?: PointShape;
  /** The label is shown from this zoom on; by default always. */
  readonly minLabelZoom?: number;
}

export interface MapLine extends MapFeature {
  readonly path: readonly LngLat[];
  readonly width?: number;
  readonly dashed?: boolean;
  /** Colour of its edge, which sets it off from base maps of any brightness; none by default. */
  readonly edge?: string;
}

export interface MapPolygon extends MapFeature {
  /** The outline, then its holes. */
  readonly rings: readonly (readonly LngLat[])[];
  readonly label?: string;
  /** A dashed outline without a fill. */
  readonly outlineOnly?: boolean;
}

export interface HeatPoint {
  readonly coordinates: LngLat;
  /** 0 to 1. */
  readonly weight: number;
}
