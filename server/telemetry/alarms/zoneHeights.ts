import { type HeightBasis, testHeight } from "../../zones/zoneHeight.ts";
import type { FlightFacts } from "./flightFacts.ts";
import type { NumberedZone } from "./zoneTable.ts";

/** Chinese words for the height that decided whether a drone is inside a zone. */
const basisWords: Readonly<Record<HeightBasis, string>> = {
  agl: "离地高度",
  relative: "相对起飞点（真高未知）",
  amsl: "海拔高度",
  unknown: "高度未知",
};

/** Mean sea level lies between these heights over the ellipsoid, anywhere on Earth. */
const [lowestGeoid, highestGeoid] = [-107, 86];

const toKnown = (value = Number.NaN): number | null => (Number.isNaN(value) ? null : value);

/**
 * Whether a drone is between floor and ceiling of a zone. A height over the ellipsoid is no height over the sea: it
 * only tells what is out of the question.
 * @param margin metres by which floor and ceiling are moved apart
 */
export function isAtHeight(facts: FlightFacts, slot: number, zone: NumberedZone, margin: number): boolean {
  const { hAgl, hRel, hEll } = facts.values;
  const floor = zone.floor - margin;
  const ceiling = zone.ceiling + margin;
  if (zone.datum === "amsl") {
    const height = hEll[slot] ?? Number.NaN;
    return !(height - lowestGeoid < floor || height - highestGeoid > ceiling);
  }
  const height = hAgl[slot] ?? Number.NaN;
  const used = Number.isNaN(height) ? (hRel[slot] ?? Number.NaN) : height;
  return !(used < floor || used > ceiling);
}

/** The height that decided, for the signal. */
export function describeHeight(
  { values }: FlightFacts,
  slot: number,
  zone: NumberedZone,
): Readonly<Record<string, number | string>> {
  const heights = {
    agl: toKnown(values.hAgl[slot]),
    relative: toKnown(values.hRel[slot]),
    amsl: null,
  };
  const { basis } = testHeight(zone, heights);
  const height = basis === "agl" ? heights.agl : basis === "relative" ? heights.relative : null;
  return {
    heightBasis: basisWords[basis],
    ...(height === null ? {} : { heightM: Math.round(height * 10) / 10 }),
    floorM: zone.floor,
    ceilingM: zone.ceiling,
  };
}
