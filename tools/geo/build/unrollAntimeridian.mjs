/**
 * Land of a globe as land of a plane: a ring over 180° would otherwise run back across the whole map, as
 * world-atlas joins what Natural Earth had cut there. What lies beyond 180° stands twice, once on either side, and
 * a ring around the pole is closed along it: the caller clips to ±180°.
 * @param collection features of polygons and multipolygons, degrees
 * @returns one collection of polygons, from -540° to 540°
 */
export function unrollAntimeridian({ features }) {
  return { type: "FeatureCollection", features: features.flatMap(toPolygons).flatMap(repeatOnBothSides) };
}

const toPolygons = ({ geometry }) =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;

function repeatOnBothSides([outline, ...holes]) {
  const outer = straightenRing(outline);
  const beside = [outer, ...holes.map((hole) => shiftNear(straightenRing(hole), outer[0][0]))];
  const lngs = outer.map(([lng]) => lng);
  const turns = [0];
  if (Math.max(...lngs) > 180) turns.push(-360);
  if (Math.min(...lngs) < -180) turns.push(360);
  return turns.map((turn) => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates: beside.map((ring) => shiftRing(ring, turn)) },
  }));
}

const shiftRing = (ring, by) => (by === 0 ? ring : ring.map(([lng, lat]) => [lng + by, lat]));

/** The ring beside a longitude, so that a hole stays within its outline. */
const shiftNear = (ring, lng) => shiftRing(ring, 360 * Math.round((lng - ring[0][0]) / 360));

/** The ring without a jump over 180°; one that comes back a whole turn later goes home along its pole. */
function straightenRing(ring) {
  const straight = [ring[0]];
  for (const [lng, lat] of ring.slice(1)) {
    const [before] = straight.at(-1);
    straight.push([lng + 360 * Math.round((before - lng) / 360), lat]);
  }
  const [first] = straight[0];
  const [last, lat] = straight.at(-1);
  if (Math.abs(last - first) < 180) return straight;
  const pole = lat < 0 ? -90 : 90;
  return [...straight, [last, pole], [first, pole], straight[0]];
}
