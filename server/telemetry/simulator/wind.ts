const turn = 2 * Math.PI;

/** Wind at a place and time: a breeze that turns within hours, with gusts; m/s and degrees that it comes from. */
export function windAt(lat: number, lon: number, seconds: number): { speed: number; from: number } {
  const place = lat * 0.7 + lon * 0.4;
  const breeze = 3.5 + 2.2 * Math.sin(place + (seconds / 5_400) * turn);
  const gust = 0.9 * Math.sin(place * 3 + (seconds / 37) * turn) + 0.5 * Math.sin((seconds / 11) * turn);
  const from = (place * 57 + 40 * Math.sin((seconds / 7_200) * turn) + 3_600) % 360;
  return { speed: Math.max(0, breeze + gust), from };
}
