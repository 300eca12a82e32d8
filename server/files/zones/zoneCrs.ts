import gcoord from "gcoord";
import * as z from "zod/mini";
import type { ZoneCrsName } from "../../../adapters/contract/zoneEdit.ts";

type Pair = [number, number];

/** A reference system of a file that can be turned into WGS-84. */
export interface ZoneCrs {
  readonly name: string;
  readonly convert: (at: Pair) => Pair;
  /** What was done to the coordinates, for the user; null where nothing was. */
  readonly note: string | null;
}

const wgs84: ZoneCrs = { name: "WGS-84", convert: (at) => at, note: null };

/** Its ellipsoid and origin differ from those of WGS-84 by less than a metre. */
const cgcs2000: ZoneCrs = {
  name: "CGCS2000",
  convert: (at) => at,
  note: "坐标系 CGCS2000 与 WGS-84 相差不到 1 米，坐标按原值使用",
};

const toConverted = (
  from: typeof gcoord.GCJ02 | typeof gcoord.BD09 | typeof gcoord.WebMercator,
  name: string,
  alias: string,
): ZoneCrs => ({
  name,
  convert: (at) => gcoord.transform(at, from, gcoord.WGS84),
  note: `坐标已由 ${name}${alias} 换算为 WGS-84`,
});
const gcj02 = toConverted(gcoord.GCJ02, "GCJ-02", "（火星坐标系）");
const bd09 = toConverted(gcoord.BD09, "BD-09", "（百度坐标系）");
const webMercator = toConverted(gcoord.WebMercator, "EPSG:3857", "（Web 墨卡托）");

/** Systems whose coordinates are hundreds of metres from those of WGS-84. */
const shifted: readonly ZoneCrs[] = [gcj02, bd09];

export const zoneCrsByName: Readonly<Record<ZoneCrsName, ZoneCrs>> = { wgs84, cgcs2000, gcj02, bd09 };

const crsByCode: Readonly<Record<string, ZoneCrs>> = {
  4326: wgs84,
  4979: wgs84,
  4490: cgcs2000,
  4480: cgcs2000,
  3857: webMercator,
  3785: webMercator,
  900913: webMercator,
};
/** By its name without punctuation, upper case. */
const crsByName: Readonly<Record<string, ZoneCrs>> = {
  WGS84: wgs84,
  CRS84: wgs84,
  CRS84H: wgs84,
  CGCS2000: cgcs2000,
  GCSCHINAGEODETICCOORDINATESYSTEM2000: cgcs2000,
  CHINAGEODETICCOORDINATESYSTEM2000: cgcs2000,
  "2000国家大地坐标系": cgcs2000,
  国家大地坐标系2000: cgcs2000,
  GCJ02: gcj02,
  火星坐标系: gcj02,
  火星坐标: gcj02,
  BD09: bd09,
  BD09LL: bd09,
  百度坐标系: bd09,
};
/** Systems in degrees of other ellipsoids; where a point lies by them depends on local parameters. */
const unknownShift: Readonly<Record<string, string>> = {
  4214: "北京 1954",
  4610: "西安 1980",
  4555: "新北京 1954",
};

const nameSchema = z.union([
  z.pipe(
    z.string(),
    z.transform((name) => name),
  ),
  z.pipe(
    z.object({ properties: z.object({ name: z.string() }) }),
    z.transform(({ properties }) => properties.name),
  ),
  z.pipe(
    z.object({ properties: z.object({ code: z.union([z.number(), z.string()]) }) }),
    z.transform(({ properties }) => `EPSG:${properties.code}`),
  ),
]);

/**
 * The system that a `crs` member of GeoJSON names; a sentence about one that cannot be converted.
 * @param otherwise where there is no such member
 * @param chosen what the user says of the file, which counts less than what the file says
 */
export function readZoneCrs(crs: unknown, otherwise: ZoneCrs, chosen: ZoneCrs): ZoneCrs | string {
  if (crs === undefined || crs === null) return otherwise;
  const parsed = nameSchema.safeParse(crs);
  if (!parsed.success) return "文件的坐标系（crs）没有写明名称，请转换为 WGS-84（EPSG:4326）后再导入";
  const found = findCrs(parsed.data.trim());
  if (typeof found === "string" || found === chosen || !shifted.includes(chosen)) return found;
  const ignored = `文件写明 ${found.name}，未按所选的 ${chosen.name} 换算`;
  return { ...found, note: found.note === null ? ignored : `${found.note}；${ignored}` };
}

function findCrs(name: string): ZoneCrs | string {
  const code = /EPSG.*?(\d+)$/i.exec(name)?.[1] ?? "";
  const plain = (name.split(/[:/]/).at(-1) ?? "").toUpperCase().replace(/[\s_.-]/g, "");
  const found = new Map(Object.entries(crsByCode)).get(code) ?? new Map(Object.entries(crsByName)).get(plain);
  if (found) return found;
  const known = new Map(Object.entries(unknownShift)).get(code);
  return `坐标系 ${known ? `${known}（${name}）` : name} 不能换算，请转换为 WGS-84（EPSG:4326）或 CGCS2000（EPSG:4490）后再导入`;
}
