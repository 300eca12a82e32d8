import { readFileSync } from "node:fs";
import Feature from "ol/Feature.js";
import MVT from "ol/format/MVT.js";
import { PMTiles, type Source } from "pmtiles";
import { expect, test } from "vitest";

const bytes = readFileSync(new URL("../../public/map/china.pmtiles", import.meta.url));
const file: Source = {
  getKey: () => "china",
  getBytes: async (offset, length) => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
  }),
};
const archive = new PMTiles(file);

/** Features of one layer of a tile. */
async function readFeatures(layer: string, z: number, x: number, y: number): Promise<Feature[]> {
  const tile = await archive.getZxy(z, x, y);
  if (!tile) return [];
  const format = new MVT<Feature>({ featureClass: Feature, layers: [layer] });
  return format.readFeatures(tile.data);
}

/** Whether the tile contains land at the position. */
async function isLand(lng: number, lat: number, z: number): Promise<boolean> {
  const sine = Math.sin((lat * Math.PI) / 180);
  const across = ((lng + 180) / 360) * 2 ** z;
  const down = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z;
  const [x, y] = [Math.floor(across), Math.floor(down)];
  const found = await readFeatures("land", z, x, y);
  const inTile = [(across - x) * 4096, (down - y) * 4096];
  return found.some((one) => one.getGeometry()?.intersectsCoordinate(inTile));
}

test("the base map covers z0 to z8 and is small", async () => {
  const header = await archive.getHeader();
  expect([header.minZoom, header.maxZoom]).toEqual([0, 8]);
  expect([header.centerLon, header.centerLat].map((degrees) => Math.round(degrees * 100))).toEqual([
    10546, 3992,
  ]);
  expect(bytes.length).toBeLessThan(4_200_000);
});

test("every province of China is labelled, including Taiwan, Hong Kong and Macau", async () => {
  const names = new Set<string>();
  for (let x = 0; x < 16; x++)
    for (let y = 0; y < 16; y++)
      for (const label of await readFeatures("place", 4, x, y))
        if (label.get("k") === 0) names.add(String(label.get("n")));
  expect(names.size).toBe(34);
  expect([...names]).toEqual(expect.arrayContaining(["台湾", "香港", "澳门", "西藏", "新疆", "海南"]));
});

test("the ten-dash line and the southernmost islands are included", async () => {
  // z5, x 25 to 27: 101 to 135 degrees east; y 13 to 15: 0 to 32 degrees north.
  let parts = 0;
  let islands = 0;
  for (let x = 25; x <= 27; x++)
    for (let y = 13; y <= 15; y++) {
      for (const line of await readFeatures("boundary", 5, x, y)) if (line.get("k") === 5) parts++;
      if (y === 15) islands += (await readFeatures("china", 5, x, y)).length;
    }
  expect(parts).toBeGreaterThanOrEqual(5);
  expect(islands).toBeGreaterThan(0);
});

test("land that crosses 180° neither spans the whole map nor is missing", async () => {
  const at = async (lng: number, lat: number) => [
    await isLand(lng, lat, 2),
    await isLand(lng, lat, 4),
    await isLand(lng, lat, 5),
  ];
  const land = [true, true, true];
  const sea = [false, false, false];
  // Latitudes of Chukotka, Wrangel Island and Fiji.
  expect(await at(100, 67)).toEqual(land);
  expect(await at(178, 67)).toEqual(land);
  expect(await at(-176, 66.6)).toEqual(land);
  expect(await at(-5, 67)).toEqual(sea);
  expect(await at(5, 71.1)).toEqual(sea);
  expect(await at(-30, -16.5)).toEqual(sea);
  expect(await at(0, -80)).toEqual(land);
});

test("the archive matches the one in its README", async () => {
  const readme = readFileSync(new URL("../../public/map/README.md", import.meta.url), "utf8");
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  expect(readme).toContain(Buffer.from(digest).toString("hex"));
  expect(readme).toContain("GS(2024)0650");
});
