import * as word from "../../../adapters/contract/words.ts";
import type { ZoneRow } from "../../../adapters/contract/zone.ts";
import type { FlightFacts } from "./flightFacts.ts";

type Heights = Pick<FlightFacts, "values" | "terrainAgl" | "terrainAmsl">;
type HeightLimits = Pick<ZoneRow, "floor" | "ceiling" | "datum">;

/** Mean sea level lies between these heights over the ellipsoid, anywhere on Earth. */
const [lowestGeoid, highestGeoid] = [-107, 86];

const isUnknown = (value: number) => Number.isNaN(value);

/** Height over the ground by the source, else by the terrain; NaN where neither knows. */
export function getAgl({ values, terrainAgl }: Heights, slot: number): number {
  const measured = values.hAgl[slot] ?? Number.NaN;
  return isUnknown(measured) ? (terrainAgl[slot] ?? Number.NaN) : measured;
}

/**
 * Whether a drone is between floor and ceiling of a zone. A height over the ellipsoid is no height over the sea: it
 * only says what is out of the question.
 * @param margin metres by which floor and ceiling are moved apart
 */
export function isAtHeight(facts: Heights, slot: number, zone: HeightLimits, margin: number): boolean {
  const { hRel, hEll } = facts.values;
  const floor = zone.floor - margin;
  const ceiling = zone.ceiling + margin;
  if (zone.datum === "amsl") {
    const amsl = facts.terrainAmsl[slot] ?? Number.NaN;
    if (!isUnknown(amsl)) return amsl >= floor && amsl <= ceiling;
    const height = hEll[slot] ?? Number.NaN;
    return !(height - lowestGeoid < floor || height - highestGeoid > ceiling);
  }
  const height = getAgl(facts, slot);
  const used = isUnknown(height) ? (hRel[slot] ?? Number.NaN) : height;
  return !(used < floor || used > ceiling);
}

/** Whether anything tells a height by which a drone may be outside of a zone. */
export function isHeightKnown(facts: Heights, slot: number, { datum }: HeightLimits): boolean {
  const { hRel, hEll } = facts.values;
  const known = datum === "amsl" ? [facts.terrainAmsl[slot], hEll[slot]] : [getAgl(facts, slot), hRel[slot]];
  return known.some((height) => !isUnknown(height ?? Number.NaN));
}

/** The height over the ground, or what stands in for it, with its name; NaN where nothing is known. */
export function findHeight(
  facts: Heights,
  slot: number,
): { readonly heightM: number; readonly heightBasis: string } {
  const agl = getAgl(facts, slot);
  if (!isUnknown(facts.values.hAgl[slot] ?? Number.NaN)) return { heightM: agl, heightBasis: "离地高度" };
  if (!isUnknown(agl)) return { heightM: agl, heightBasis: "离地高度（按地形推算）" };
  const relative = facts.values.hRel[slot] ?? Number.NaN;
  return {
    heightM: relative,
    heightBasis: isUnknown(relative) ? word.unknownHeight : "相对起飞点（真高未知）",
  };
}

function findZoneHeight(
  facts: Heights,
  slot: number,
  { datum }: HeightLimits,
): ReturnType<typeof findHeight> {
  if (datum === "agl") return findHeight(facts, slot);
  const amsl = facts.terrainAmsl[slot] ?? Number.NaN;
  return { heightM: amsl, heightBasis: isUnknown(amsl) ? word.unknownHeight : "海拔高度（按地形推算）" };
}

/** The height that decided, for the signal. */
export function describeHeight(
  facts: Heights,
  slot: number,
  zone: HeightLimits,
): Readonly<Record<string, number | string>> {
  const { heightM, heightBasis } = findZoneHeight(facts, slot, zone);
  return {
    heightBasis,
    ...(isUnknown(heightM) ? {} : { heightM: Math.round(heightM * 10) / 10 }),
    floorM: zone.floor,
    ceilingM: zone.ceiling,
  };
}
