import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createRegionRows } from "../../server/reference/region/createRegionRows.ts";

const folder = path.resolve(import.meta.dirname, "../../public/map/regions");
const texts = z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]);
const feature = z.object({
  properties: z.object({ adcode: z.string(), name: z.string() }),
  geometry: z.object({
    type: z.string(),
    coordinates: z.array(texts),
    encodeOffsets: z.array(z.array(z.union([z.number(), z.array(z.number())]))),
  }),
});
const file = z.catchall(
  z.object({}),
  z.object({ UTF8Encoding: z.literal(true), features: z.array(feature) }),
);
type Feature = z.infer<typeof feature>;

const readOutlines = (code: string): Record<string, { readonly features: readonly Feature[] }> =>
  file.parse(JSON.parse(readFileSync(path.join(folder, `${code}.json`), "utf8")));

/** Points of an encoded ring, in degrees. */
function decodeRing(text: string, [startX = 0, startY = 0]: readonly number[]): [number, number][] {
  let [x, y] = [startX, startY];
  const decode = (at: number) => {
    const code = text.charCodeAt(at) - 64;
    return (code >> 1) ^ -(code & 1);
  };
  return Array.from({ length: text.length / 2 }, (_, index) => {
    x += decode(index * 2);
    y += decode(index * 2 + 1);
    return [x / 1024, y / 1024];
  });
}

const getPoints = ({ geometry: { coordinates, encodeOffsets } }: Feature): [number, number][] => {
  const rings = coordinates.flat(2) as string[];
  const offsets = encodeOffsets.flatMap((part) =>
    typeof part[0] === "number" ? [part as number[]] : (part as number[][]),
  );
  return rings.flatMap((ring, index) => decodeRing(ring, offsets[index] ?? []));
};

const country = readOutlines("100000")["100000"]?.features ?? [];
const find = (name: string): Feature => {
  const found = country.find(({ properties }) => properties.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

describe("the outlines of the country", () => {
  test("have all provinces, within China's bounds", () => {
    const provinces = country.filter(({ properties }) => properties.name !== "");
    expect(provinces).toHaveLength(34);
    for (const [lng, lat] of provinces.flatMap(getPoints)) {
      expect(lng > 73 && lng < 136).toBe(true);
      expect(lat > 3 && lat < 54).toBe(true);
    }
  });

  test("have the islands of the South Sea, and the ten dashes around them", () => {
    expect(getPoints(find("海南省")).filter(([, lat]) => lat < 12).length).toBeGreaterThan(50);
    expect(getPoints(find("台湾省")).length).toBeGreaterThan(50);
    const lines = country.filter(({ properties }) => properties.name === "");
    const dashes = lines.filter((line) => Math.min(...getPoints(line).map(([, lat]) => lat)) < 5);
    expect(dashes.map(({ geometry }) => geometry.coordinates.length)).toEqual([10]);
  });
});

/** Divisions that the boundary data of 2024-05 do not have yet. */
const unknownRegions = ["460302", "460303", "460323", "653228", "653229"];

test("every city and county of the dictionary has an outline below its parent", () => {
  const regions = createRegionRows();
  const provinces = regions.filter(({ level }) => level === "province").map(({ id }) => id);
  expect(readdirSync(folder).sort()).toEqual(["100000", ...provinces].sort().map((code) => `${code}.json`));
  const missing = provinces.flatMap((province) => {
    const outlines = readOutlines(province);
    return regions
      .filter(
        ({ id, parentId }) => id !== province && id.startsWith(province.slice(0, 2)) && parentId !== null,
      )
      .filter(
        ({ id, parentId }) =>
          !outlines[parentId ?? ""]?.features.some(({ properties }) => properties.adcode === id),
      )
      .map(({ id }) => id);
  });
  expect(missing.sort()).toEqual(unknownRegions);
});
