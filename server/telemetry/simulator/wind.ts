const turn = 2 * Math.PI;

/** The wind over fixed places, by their position in the list. */
export interface Wind {
  /** m/s. */
  readonly speed: (place: number, seconds: number) => number;
  /** Degrees from true north that it comes from, 0 to 360. */
  readonly from: (place: number, seconds: number) => number;
}

/**
 * A breeze that turns within hours, with gusts. What depends on the place alone and on the time alone is worked out
 * once: sin(a + b) = sin a · cos b + cos a · sin b. Sines of 20,000 places a second would be a quarter of the work.
 */
export function makeWind(lat: Float64Array, lon: Float64Array): Wind {
  const phase = lat.map((north, i) => north * 0.7 + (lon[i] ?? 0) * 0.4);
  const [sin, cos] = [phase.map(Math.sin), phase.map(Math.cos)];
  const [sin3, cos3] = [phase.map((at) => Math.sin(at * 3)), phase.map((at) => Math.cos(at * 3))];
  const home = phase.map((at) => (((at * 57) % 360) + 360) % 360);
  const now = { seconds: Number.NaN, breezeSin: 0, breezeCos: 0, gustSin: 0, gustCos: 0, gust: 0, veer: 0 };

  const tell = (seconds: number) => {
    if (seconds === now.seconds) return;
    now.seconds = seconds;
    now.breezeSin = 2.2 * Math.sin((seconds / 5_400) * turn);
    now.breezeCos = 2.2 * Math.cos((seconds / 5_400) * turn);
    now.gustSin = 0.9 * Math.sin((seconds / 37) * turn);
    now.gustCos = 0.9 * Math.cos((seconds / 37) * turn);
    now.gust = 0.5 * Math.sin((seconds / 11) * turn);
    now.veer = 40 * Math.sin((seconds / 7_200) * turn);
  };
  return {
    speed: (i, seconds) => {
      tell(seconds);
      const breeze = 3.5 + (sin[i] ?? 0) * now.breezeCos + (cos[i] ?? 0) * now.breezeSin;
      const gust = (sin3[i] ?? 0) * now.gustCos + (cos3[i] ?? 0) * now.gustSin + now.gust;
      return Math.max(0, breeze + gust);
    },
    from: (i, seconds) => {
      tell(seconds);
      const from = (home[i] ?? 0) + now.veer;
      return from < 0 ? from + 360 : from >= 360 ? from - 360 : from;
    },
  };
}
