import type { ZoneRow } from "../../adapters/contract/zone.ts";

/** What a sample tells of its height, in metres; null where the source does not tell. */
export interface SampleHeights {
  /** Above the ground. */
  readonly agl: number | null;
  /** Above the take-off point; stands in for `agl` where that is unknown. */
  readonly relative: number | null;
  /** Above mean sea level. */
  readonly amsl: number | null;
}

/** Which height decided: `unknown` counts as inside. */
export type HeightBasis = "agl" | "relative" | "amsl" | "unknown";

export interface HeightTest {
  readonly isInside: boolean;
  readonly basis: HeightBasis;
}

type HeightLimits = Pick<ZoneRow, "floor" | "ceiling" | "datum">;

const decide = (height: number, basis: HeightBasis, { floor, ceiling }: HeightLimits): HeightTest => ({
  isInside: height >= floor && height <= ceiling,
  basis,
});

/** Tells whether a height lies between a zone's floor and ceiling, both included, and which height decided it. */
export function testHeight(limits: HeightLimits, { agl, relative, amsl }: SampleHeights): HeightTest {
  if (limits.datum === "amsl")
    return amsl === null ? { isInside: true, basis: "unknown" } : decide(amsl, "amsl", limits);
  if (agl !== null) return decide(agl, "agl", limits);
  if (relative !== null) return decide(relative, "relative", limits);
  return { isInside: true, basis: "unknown" };
}
