/** Units per degree: ECharts' own default, about 100 m. */
const unitsPerDegree = 1024;

/**
 * Encodes areas and lines the way ECharts decodes them (`UTF8Encoding`): each ring is a string of the zigzag
 * differences of its points, which is a third of the size of coordinates in JSON.
 * @param {readonly { properties: object, geometry: { type: string, coordinates: any } }[]} features
 */
export const encodeOutlines = (features) => ({
  type: "FeatureCollection",
  UTF8Encoding: true,
  features: features.map(({ properties, geometry }) => ({
    type: "Feature",
    properties,
    geometry: encodeGeometry(geometry),
  })),
});

function encodeGeometry({ type, coordinates }) {
  const isMultiPolygon = type === "MultiPolygon";
  // Rings that have become smaller than the unit would be nothing but a point.
  const keepDrawn = (rings) =>
    rings.map(encodeRing).filter(({ text }) => text.length > (/Line/.test(type) ? 2 : 6));
  const parts = isMultiPolygon
    ? coordinates.map(keepDrawn).filter((rings) => rings.length > 0)
    : [keepDrawn(coordinates)];
  const texts = parts.map((rings) => rings.map(({ text }) => text));
  const offsets = parts.map((rings) => rings.map(({ offset }) => offset));
  return {
    type,
    coordinates: isMultiPolygon ? texts : texts[0],
    encodeOffsets: isMultiPolygon ? offsets : offsets[0],
  };
}

function encodeRing(ring) {
  const points = ring.map(([lng, lat]) => [
    Math.round(lng * unitsPerDegree),
    Math.round(lat * unitsPerDegree),
  ]);
  const moved = points.filter(
    ([x, y], index) => index === 0 || x !== points[index - 1][0] || y !== points[index - 1][1],
  );
  const offset = moved[0];
  let [lastX, lastY] = offset;
  const encode = (value) => String.fromCharCode(((value << 1) ^ (value >> 31)) + 64);
  const text = moved
    .map(([x, y]) => {
      const pair = encode(x - lastX) + encode(y - lastY);
      [lastX, lastY] = [x, y];
      return pair;
    })
    .join("");
  return { offset, text };
}
