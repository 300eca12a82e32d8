import type { CompanyPoint } from "../../../../adapters/contract/statistics.ts";
import { getFigure, type Measure, type Source, type StatisticsBySource } from "../measures.ts";
import type { RegionOutlines } from "./loadOutlines.ts";

/** One region of the table and the map. */
export interface RegionRow {
  readonly regionId: string;
  readonly name: string;
  readonly value: number;
}

interface Counted {
  readonly regionId: string | null;
  readonly name: string;
}

/** What belongs to no region below: an unknown place, or records of the region itself. */
export const elsewhereId = "";

interface Statistics {
  readonly regions: readonly unknown[];
  readonly sums: { readonly added: number };
  readonly before: { readonly added: number };
}

/** A region of an answer with all that there is in it. */
export interface CountedRegion extends Counted {
  readonly total: number;
}

/** The regions of an answer; of a region that has none below it, itself. */
export function getRegions(
  { regions, sums, before }: StatisticsBySource[Source],
  outlines: Pick<RegionOutlines, "path"> | null,
): readonly CountedRegion[] {
  const place = outlines?.path.at(-1);
  if (regions.length > 0 || !place || sums.added + before.added === 0) return regions;
  const own: CountedRegion = {
    ...sums,
    regionId: place.code,
    name: place.name,
    total: before.added + sums.added,
  };
  return [own];
}

/**
 * Whether an answer tells a figure by region. Another platform may tell neither the regions nor their sum: what it
 * leaves out need not be 0 then.
 */
export const areFiguresTold = (
  data: StatisticsBySource[Source],
  measure: Measure,
  outlines: Pick<RegionOutlines, "path"> | null,
): boolean =>
  !Number.isNaN(getFigure(data.sums, measure)) &&
  areRegionsTold({ ...data, regions: getRegions(data, outlines) });

/** Whether an answer tells the regions; another platform may tell their sum alone. */
export const areRegionsTold = ({ regions, sums, before }: Statistics): boolean =>
  regions.length > 0 || sums.added + before.added === 0;

/**
 * The companies at some points by the area that their region is in, or in none of them; null where a point does not tell
 * its region.
 * @param place whose areas these are; null for the whole country. Another platform may answer points outside it.
 */
export function countPoints(
  points: readonly CompanyPoint[],
  areas: readonly { readonly code: string; readonly name: string }[],
  place: string | null,
): readonly (Counted & { readonly count: number })[] | null {
  if (points.length === 0 || !points.every(({ regionId }) => /^\d{6}$/.test(regionId))) return null;
  const isWithin = (code: string) => (point: CompanyPoint) =>
    point.regionId.startsWith(code.replace(/(?:00)+$/, ""));
  const sum = (some: readonly CompanyPoint[]) => some.reduce((total, { count }) => total + count, 0);
  const here = place === null ? points : points.filter(isWithin(place));
  const isElsewhere = (point: CompanyPoint) => !areas.some(({ code }) => isWithin(code)(point));
  return [
    ...areas.map(({ code, name }) => ({ regionId: code, name, count: sum(here.filter(isWithin(code))) })),
    { regionId: null, name: "", count: sum(here.filter(isElsewhere)) },
  ];
}

/**
 * The regions of an answer and those of the map without anything, largest first; what is in none of them comes last, so
 * that the rows add up to the sum.
 */
export function toRegionRows<R extends Counted>(
  counted: readonly R[],
  areas: readonly { readonly code: string; readonly name: string }[],
  getValue: (row: R) => number,
): readonly RegionRow[] {
  const rows = counted.flatMap((row) =>
    row.regionId === null ? [] : [{ regionId: row.regionId, name: row.name, value: getValue(row) }],
  );
  const known = new Set(rows.map(({ regionId }) => regionId));
  const empty = areas.flatMap(({ code, name }) =>
    known.has(code) ? [] : [{ regionId: code, name, value: 0 }],
  );
  const elsewhere = counted
    .filter(({ regionId }) => regionId === null)
    .map((row) => ({ regionId: elsewhereId, name: row.name || "其他地区", value: getValue(row) }));
  const sorted = [...rows, ...empty].toSorted(
    (a, b) => b.value - a.value || a.regionId.localeCompare(b.regionId),
  );
  return [...sorted, ...elsewhere.filter(({ value }) => value > 0)];
}
