import { type ScreenLayout, screenLayout, wallPaths } from "../../adapters/contract/screen.ts";
import { toPagePath } from "../../adapters/http/basePath.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a screen is to be shown, by its address. */
export interface WallAddress {
  /** Two stand beside each other. Null: as it is set on 大屏. */
  readonly layouts: readonly ScreenLayout[] | null;
  /** What the address has in place of a layout, though there is none of that name; null where nothing is wrong. */
  readonly unknown: string | null;
  /** CSS pixels of a minute of arc. */
  readonly arcMinutePx: number;
  /** Whether the screen is too small for its distance: texts are smaller than they should be. */
  readonly isTooSmall: boolean;
  /** The part of one map that this screen of several shows: columns, rows, and its own from 0. */
  readonly part: {
    readonly columns: number;
    readonly rows: number;
    readonly column: number;
    readonly row: number;
  };
}

/** Shorter side of a usual screen, 55 inches of 16:9, whatever the shape of this one is. */
const defaultShortInch = (55 * 9) / Math.hypot(16, 9);
const defaultDistanceM = 4;
const metresPerInch = 0.0254;
const arcMinute = Math.PI / 180 / 60;
/** Every layout has room for all that it shows where the shorter side is so long, minutes of arc. */
const leastShortMinutes = 560;
const wholeMap = { columns: 1, rows: 1, column: 0, row: 0 };

/**
 * CSS pixels that a minute of arc covers at the viewer's eye.
 * @param diagonalInch of the screen @param distanceM of the viewer @param size of the screen in CSS pixels
 */
export function getArcMinutePx(diagonalInch: number, distanceM: number, { width, height }: Size): number {
  const pixelsPerMetre = Math.hypot(width, height) / (diagonalInch * metresPerInch);
  return distanceM * Math.tan(arcMinute) * pixelsPerMetre;
}

/** Diagonal of a usual screen of this shape. */
const getDefaultDiagonal = ({ width, height }: Size): number =>
  (defaultShortInch * Math.hypot(width, height)) / Math.min(width, height);

/**
 * Parses `/wall/alarms?inch=55&distance=4`, `/wall/map+alarms`, `/wall/2x2/3` and `/wall/map?part=2x2-1-0`. Numbers that
 * make no sense count as absent.
 */
export function parseWallAddress(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  size: Size,
): WallAddress {
  const query = new URLSearchParams(search);
  const readPositive = (name: string, absent: number) => {
    const value = Number(query.get(name));
    return Number.isFinite(value) && value > 0 ? value : absent;
  };
  const name = (toPagePath(pathname) ?? "").slice(wallPaths.cookie.length + 1).replace(/\/$/, "");
  const wanted = getArcMinutePx(
    readPositive("inch", getDefaultDiagonal(size)),
    readPositive("distance", defaultDistanceM),
    size,
  );
  const most = Math.min(size.width, size.height) / leastShortMinutes;
  const numbered = parseNumberedPart(name);
  const layouts = numbered ? (["map"] as const) : parseLayouts(name);
  return {
    layouts,
    unknown: name !== "" && layouts === null ? name : null,
    arcMinutePx: Math.min(wanted, most),
    isTooSmall: wanted > most,
    part: numbered ?? parsePart(query.get("part") ?? ""),
  };
}

/** One layout, or two different ones; null where it is neither. */
export function parseLayouts(name: string): readonly ScreenLayout[] | null {
  const parsed = name.split("+").map((one) => screenLayout.schema.safeParse(one).data);
  const layouts = [...new Set(parsed)].filter((one) => one !== undefined);
  return layouts.length === parsed.length && layouts.length <= 2 ? layouts : null;
}

/** `2x2/3`: of 2 columns and 2 rows the third one, row by row; null where it is none. */
function parseNumberedPart(name: string): WallAddress["part"] | null {
  const [, ...numbers] = /^([1-4])x([1-4])\/([1-9]\d?)$/.exec(name) ?? [];
  const [columns = 0, rows = 0, number = 1] = numbers.map(Number);
  if (number > columns * rows) return null;
  return { columns, rows, column: (number - 1) % columns, row: Math.floor((number - 1) / columns) };
}

/** `2x2-1-0`: of 2 columns and 2 rows the second column of the first row. */
function parsePart(text: string): WallAddress["part"] {
  const [, ...numbers] = /^([1-4])x([1-4])-([0-3])-([0-3])$/.exec(text) ?? [];
  const [columns = 1, rows = 1, column = 0, row = 0] = numbers.map(Number);
  return column < columns && row < rows ? { columns, rows, column, row } : wholeMap;
}

/** Whether the screen shows a part of a picture that several screens share. */
export const isPart = ({ part: { columns, rows } }: WallAddress): boolean => columns * rows > 1;
