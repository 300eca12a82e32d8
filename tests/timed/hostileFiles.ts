/** A ring of corners around a centre, closed. */
const ring = (lon: number, lat: number, size: number) => [
  [lon, lat],
  [lon + size, lat],
  [lon + size, lat + size],
  [lon, lat + size],
  [lon, lat],
];

const toFeatures = (polygons: readonly (readonly (readonly number[])[])[][]) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: polygons.map((coordinates, index) => ({
      type: "Feature",
      properties: { name: `区${index}` },
      geometry: { type: "Polygon", coordinates },
    })),
  });

const round = (degrees: number) => Number(degrees.toFixed(4));

/** GeoJSON of polygons with so many triangular holes each, side by side. */
export const writeHoledZones = (zones: number, holes: number): string =>
  toFeatures(
    Array.from({ length: zones }, (_, zone) => [
      ring(104 + zone * 0.1, 30, 0.09),
      ...Array.from({ length: holes }, (_hole, index) => {
        const lon = round(104.001 + zone * 0.1 + (index % 16) * 0.005);
        const lat = round(30.001 + Math.floor(index / 16) * 0.005);
        const corner = [lon, lat];
        return [corner, [round(lon + 0.003), lat], [lon, round(lat + 0.003)], corner];
      }),
    ]),
  );

/** GeoJSON of polygons of many corners that all cover the same ground. */
export const writeStackedZones = (zones: number): string =>
  toFeatures(
    Array.from({ length: zones }, (_, zone) => {
      const corners = Array.from({ length: 100 }, (_corner, turn) => {
        const angle = (turn / 100) * 2 * Math.PI;
        return [
          Number((104 + 0.1 * Math.cos(angle) + zone * 1e-5).toFixed(5)),
          Number((30 + 0.1 * Math.sin(angle)).toFixed(5)),
        ];
      });
      return [[...corners, corners[0] ?? []]];
    }),
  );

/** KML of so many entities. */
export const writeKmlEntities = (count: number): string =>
  `<kml><Document><name>${"&amp;".repeat(count)}</name></Document></kml>`;

/** GeoJSON that is nothing but brackets. */
export const writeNestedJson = (depth: number): string =>
  `{"type":"FeatureCollection","features":${"[".repeat(depth)}${"]".repeat(depth)}}`;
