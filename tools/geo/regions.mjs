import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRegionRows } from "../../server/reference/region/createRegionRows.ts";
import { dictionaryCodes, loadRegionAreas } from "./build/china.mjs";
import { encodeOutlines } from "./build/encodeOutlines.mjs";

// The outlines of 地域分布: one file for the provinces, one a province for its cities and counties. Codes and names are
// those of the region dictionary, so that map and statistics agree. Runs with Node 24.
const root = "100000";
const folder = new URL("../../public/map/regions/", import.meta.url);
const { provinces, lines, areas } = await loadRegionAreas();

const areaByCode = new Map(
  areas.map((area) => {
    const code = area.properties.gb.slice(3);
    return [dictionaryCodes.get(code)?.endsWith("00") ? code : (dictionaryCodes.get(code) ?? code), area];
  }),
);
const regions = createRegionRows();
const toFeature = ({ id, name, lng, lat }, area) => ({
  properties: { adcode: id, name, ...(lng === null ? {} : { cp: [lng, lat] }) },
  geometry: area.geometry,
});
const findChildren = (parent) => {
  const known = regions
    .filter(({ parentId, id }) => parentId === parent && areaByCode.has(id))
    .map((region) => toFeature(region, areaByCode.get(region.id)));
  const codes = new Set(regions.map(({ id }) => id));
  // Areas that are no division of their own: without them the map would have a hole.
  const rest = [...areaByCode]
    .filter(([code]) => !codes.has(code) && dictionaryCodes.get(code) === parent)
    .map(([code, area]) =>
      toFeature({ id: code, name: area.properties.full_name, lng: null, lat: null }, area),
    );
  return [...known, ...rest];
};
const provinceByCode = new Map(provinces.map((area) => [area.properties.gb.slice(3), area]));
const provinceRows = regions.filter(({ parentId }) => parentId === root);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
let bytes = 0;
async function writeOutlines(name, outlines) {
  const text = `${JSON.stringify(outlines)}\n`;
  bytes += Buffer.byteLength(text);
  await writeFile(new URL(`${name}.json`, folder), text);
}

const border = lines.map(({ geometry }, index) => ({
  properties: { adcode: `line-${index}`, name: "" },
  geometry: {
    type: "MultiLineString",
    coordinates: geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates,
  },
}));
const country = provinceRows.map((row) => toFeature(row, provinceByCode.get(row.id)));
await writeOutlines(root, { [root]: encodeOutlines([...country, ...border]) });

for (const province of provinceRows) {
  const parents = [
    province,
    ...regions.filter(({ parentId, hasChildren }) => parentId === province.id && hasChildren),
  ];
  const entries = parents.map((parent) => {
    const children = findChildren(parent.id);
    const own = areaByCode.get(parent.id) ?? provinceByCode.get(parent.id);
    // 三沙 has no outlines of its districts.
    return [parent.id, encodeOutlines(children.length > 0 ? children : [toFeature(parent, own)])];
  });
  await writeOutlines(province.id, Object.fromEntries(entries));
}
process.stdout.write(`${provinceRows.length + 1} files, ${bytes} bytes\n`);
