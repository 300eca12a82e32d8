import type { FlightRef } from "../../../live/playbackAddress.ts";

/** One flight of the strip. The four arrays have one entry a sample. */
export interface StripFlight {
  readonly ref: FlightRef;
  readonly label: string;
  /** CSS colour as `#rrggbb`. */
  readonly color: string;
  /** Added to all its times where flights are compared, ms. */
  readonly shiftMs: number;
  /** UTC ms. */
  readonly startMs: number;
  /** UTC ms. */
  readonly endMs: number;
  /** UTC ms, ascending. */
  readonly times: Float64Array;
  /** Metres above `heightDatum`; NaN is unknown. */
  readonly heightM: Float64Array;
  /** Metres a second; NaN is unknown. */
  readonly speedMs: Float64Array;
  /** Percent; NaN is unknown. */
  readonly battery: Float64Array;
  /** What the heights are measured from, as 相对起飞点. */
  readonly heightDatum: string;
  /** Times without data, UTC ms, ascending. */
  readonly gaps: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    /** The platform itself heard nobody. */
    readonly isPlatform?: boolean;
  }[];
  readonly events: readonly { readonly atMs: number; readonly label: string; readonly kind: string }[];
}

/** A recorded video, or a stay in a zone, on the strip; its times are UTC ms of its flight. */
export interface StripBar {
  readonly flightId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
  /** CSS colour; that of the flight by default. */
  readonly color?: string;
}
