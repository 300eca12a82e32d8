import { loadChina } from "./china.mjs";
import { createPlaceLabels } from "./createPlaceLabels.mjs";
import { loadCountries, loadLand, loadWater } from "./world.mjs";

export const maxZoom = 8;

const withRank = (parts) => ({
  type: "FeatureCollection",
  features: parts.flatMap(([{ features }, k, minz]) =>
    features.map((one) => ({ ...one, properties: { k, minz, maxz: maxZoom } })),
  ),
});
const withZooms = ({ features }, minz, maxz = maxZoom) => ({
  type: "FeatureCollection",
  features: features.map((one) => ({ ...one, properties: { minz, maxz } })),
});
/** First zoom for a water area by size, to limit the size of the archive. */
const minZoomForArea = (km2) => (km2 > 1500 ? 3 : km2 > 300 ? 5 : km2 > 60 ? 6 : km2 > 15 ? 7 : 8);
const withZoomsBySize = ({ features }, least) => ({
  type: "FeatureCollection",
  features: features.map((one) => ({
    ...one,
    properties: { minz: Math.max(least, minZoomForArea(one.properties.km2)), maxz: maxZoom },
  })),
});

/** Creates the archive's layers in drawing order; `k` is the rank of a line or label, `minz` and `maxz` are its zooms. */
export async function createLayers() {
  const china = await loadChina();
  const { coarse, fine } = await loadLand();
  const { lake, river, line } = await loadWater();
  const { borders, names } = await loadCountries();
  const lands = [...withZooms(coarse, 0, 5).features, ...withZooms(fine, 6).features];
  return {
    land: { type: "FeatureCollection", features: lands },
    china: withZooms(china.area, 0),
    lake: withZoomsBySize(lake, 3),
    river: withZoomsBySize(river, 7),
    stream: withZooms(line, 3, 7),
    border: withZooms(borders, 2),
    boundary: withRank([
      [china.county, 3, 7],
      [china.city, 2, 5],
      [china.province, 1, 2],
      [china.nation, 0, 0],
      [china.undecided, 4, 0],
      [china.dash, 5, 0],
    ]),
    country: {
      type: "FeatureCollection",
      features: names.features.map(({ geometry, properties }) => ({
        type: "Feature",
        geometry,
        properties: { n: properties.name, minz: 3, maxz: 6 },
      })),
    },
    place: { type: "FeatureCollection", features: await createPlaceLabels(china.labels) },
  };
}
