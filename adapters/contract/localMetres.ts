/** Metres of one degree at a latitude. */
export interface DegreeLengths {
  readonly lon: number;
  readonly lat: number;
}

const radiansPerDegree = Math.PI / 180;

/** Metres of one degree of longitude and latitude on the WGS-84 ellipsoid; the series is good to a centimetre. */
export function getDegreeLengths(latitude: number): DegreeLengths {
  const phi = latitude * radiansPerDegree;
  return {
    lon: 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi),
    lat: 111_132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi) - 0.0023 * Math.cos(6 * phi),
  };
}
