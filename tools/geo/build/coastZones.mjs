/**
 * Areas where the coast of China and its islands is removed from other data, so that two coastlines never overlap.
 * The inland side runs anywhere within China, the sea side anywhere before the next country. Drawn by hand, degrees.
 */
const mainland = [
  [124.1, 40.6],
  [121.5, 41.6],
  [119, 40.6],
  [116.5, 39.8],
  [116.4, 37.5],
  [117.5, 36],
  [118.3, 33],
  [118.3, 31],
  [118.8, 29],
  [117.2, 26],
  [114.8, 24],
  [111, 23],
  [108, 22.4],
  [107.99, 21.56],
  [108.1, 21.3],
  [108.2, 20.4],
  [108, 18],
  [109, 17.6],
  [111, 17.8],
  [114, 19.5],
  [119, 21],
  [121.4, 21.3],
  [122.6, 24],
  [122.6, 25.9],
  [124, 25.9],
  [123.6, 31],
  [123.6, 36],
  [123.9, 38.3],
  [124.1, 39.6],
  [124.36, 39.93],
  [124.1, 40.6],
];
const southChinaSea = [
  [110.6, 17.3],
  [110.4, 12],
  [110.8, 7],
  [112.4, 4.2],
  [113.3, 5.6],
  [115.3, 7.6],
  [116.8, 9.2],
  [118, 11.5],
  [118.9, 14.5],
  [118.9, 18.8],
  [117.5, 21.3],
  [115.5, 20.3],
  [112.5, 18],
  [110.6, 17.3],
];

const createZone = (ring) => ({
  type: "Feature",
  properties: {},
  geometry: { type: "Polygon", coordinates: [ring] },
});

export const coastZones = [createZone(mainland), createZone(southChinaSea)];
