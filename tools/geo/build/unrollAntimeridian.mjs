/**
 * Unrolls land at the antimeridian. world-atlas joins the polygons that Natural Earth had split at 180°, so their rings
 * would run back across the whole map. Polygons beyond 180° are repeated on both sides, and a ring around a pole is
 * closed along it. The caller clips to ±180°.
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

/** Shifts a ring near a longitude, so that a hole stays within its outline. */
const shiftNear = (ring, lng) => shiftRing(ring, 360 * Math.round((lng - ring[0][0]) / 360));

/** Removes jumps over 180°. A ring that ends a whole turn further is closed along its pole. */
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
