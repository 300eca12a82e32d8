import { type ScreenLayout, screenLayout, wallPaths } from "../../adapters/contract/screen.ts";
import { toPagePath } from "../../adapters/http/basePath.ts";

/** How a screen is to be shown, by its address. */
export interface WallAddress {
  /** Null: as it is set on 大屏. */
  readonly layout: ScreenLayout | null;
  /** CSS pixels of a minute of arc. */
  readonly arcMinutePx: number;
  /** The part of one map that this screen of several shows: columns, rows, and its own from 0. */
  readonly part: {
    readonly columns: number;
    readonly rows: number;
    readonly column: number;
    readonly row: number;
  };
}

const defaultDiagonalInch = 55;
const defaultDistanceM = 4;
const metresPerInch = 0.0254;
const arcMinute = Math.PI / 180 / 60;
const wholeMap = { columns: 1, rows: 1, column: 0, row: 0 };

/**
 * CSS pixels that a minute of arc covers at the viewer's eye.
 * @param diagonalInch of the screen @param distanceM of the viewer @param size of the screen in CSS pixels
 */
export function getArcMinutePx(
  diagonalInch: number,
  distanceM: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const pixelsPerMetre = Math.hypot(width, height) / (diagonalInch * metresPerInch);
  return distanceM * Math.tan(arcMinute) * pixelsPerMetre;
}

/** Parses `/wall/alarms?inch=55&distance=4&part=2x2-1-0`. Values that make no sense count as absent. */
export function parseWallAddress(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  size: { readonly width: number; readonly height: number },
): WallAddress {
  const query = new URLSearchParams(search);
  const readPositive = (name: string, absent: number) => {
    const value = Number(query.get(name));
    return Number.isFinite(value) && value > 0 ? value : absent;
  };
  const name = (toPagePath(pathname) ?? "").slice(wallPaths.cookie.length + 1);
  return {
    layout: screenLayout.schema.safeParse(name).data ?? null,
    arcMinutePx: getArcMinutePx(
      readPositive("inch", defaultDiagonalInch),
      readPositive("distance", defaultDistanceM),
      size,
    ),
    part: parsePart(query.get("part") ?? ""),
  };
}

/** `2x2-1-0`: of 2 columns and 2 rows the second column of the first row. */
function parsePart(text: string): WallAddress["part"] {
  const [, ...numbers] = /^([1-4])x([1-4])-([0-3])-([0-3])$/.exec(text) ?? [];
  const [columns = 1, rows = 1, column = 0, row = 0] = numbers.map(Number);
  return column < columns && row < rows ? { columns, rows, column, row } : wholeMap;
}
