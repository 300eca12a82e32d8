import { china } from "./china.mjs";
import { places } from "./places.mjs";
import { countries, land, water } from "./world.mjs";

export const maxZoom = 8;

const kinds = (parts) => ({
  type: "FeatureCollection",
  features: parts.flatMap(([{ features }, k, minz]) =>
    features.map((one) => ({ ...one, properties: { k, minz, maxz: maxZoom } })),
  ),
});
const plain = ({ features }, minz, maxz = maxZoom) => ({
  type: "FeatureCollection",
  features: features.map((one) => ({ ...one, properties: { minz, maxz } })),
});
/** From which zoom a water of that many square kilometres is worth its bytes. */
const zoomOfArea = (km2) => (km2 > 1500 ? 3 : km2 > 300 ? 5 : km2 > 60 ? 6 : km2 > 15 ? 7 : 8);
const bySize = ({ features }, least) => ({
  type: "FeatureCollection",
  features: features.map((one) => ({
    ...one,
    properties: { minz: Math.max(least, zoomOfArea(one.properties.km2)), maxz: maxZoom },
  })),
});

/** The archive's layers in the order of drawing; `k` is a line's or label's rank, minz and maxz are its zooms. */
export async function layers() {
  const own = await china();
  const { coarse, fine } = await land();
  const { lake, river, line } = await water();
  const { borders, names } = await countries();
  const lands = [...plain(coarse, 0, 5).features, ...plain(fine, 6).features];
  return {
    land: { type: "FeatureCollection", features: lands },
    china: plain(own.area, 0),
    lake: bySize(lake, 3),
    river: bySize(river, 7),
    stream: plain(line, 3, 7),
    border: plain(borders, 2),
    boundary: kinds([
      [own.county, 3, 7],
      [own.city, 2, 5],
      [own.province, 1, 2],
      [own.nation, 0, 0],
      [own.undecided, 4, 0],
      [own.dash, 5, 0],
    ]),
    country: {
      type: "FeatureCollection",
      features: names.features.map(({ geometry, properties }) => ({
        type: "Feature",
        geometry,
        properties: { n: properties.name, minz: 3, maxz: 6 },
      })),
    },
    place: { type: "FeatureCollection", features: await places(own.labels) },
  };
}
