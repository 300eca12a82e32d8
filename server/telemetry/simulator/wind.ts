const fullTurn = 2 * Math.PI;

/** The wind over fixed places, by their position in the list. */
export interface Wind {
  /** m/s. */
  readonly speed: (place: number, seconds: number) => number;
  /** Degrees from true north that it comes from, 0 to 360. */
  readonly direction: (place: number, seconds: number) => number;
}

/**
 * A breeze that turns within hours, with gusts. What depends on the place alone and on the time alone is worked out
 * once: sin(a + b) = sin a · cos b + cos a · sin b. Sines of 20,000 places a second would be a quarter of the work.
 */
export function createWind(lat: Float64Array, lon: Float64Array): Wind {
  const phase = lat.map((north, i) => north * 0.7 + (lon[i] ?? 0) * 0.4);
  const [sin, cos] = [phase.map(Math.sin), phase.map(Math.cos)];
  const [sin3, cos3] = [phase.map((at) => Math.sin(at * 3)), phase.map((at) => Math.cos(at * 3))];
  const baseDirection = phase.map((at) => (((at * 57) % 360) + 360) % 360);
  const cached = {
    seconds: Number.NaN,
    breezeSin: 0,
    breezeCos: 0,
    gustSin: 0,
    gustCos: 0,
    gust: 0,
    veer: 0,
  };

  const update = (seconds: number) => {
    if (seconds === cached.seconds) return;
    cached.seconds = seconds;
    cached.breezeSin = 2.2 * Math.sin((seconds / 5_400) * fullTurn);
    cached.breezeCos = 2.2 * Math.cos((seconds / 5_400) * fullTurn);
    cached.gustSin = 0.9 * Math.sin((seconds / 37) * fullTurn);
    cached.gustCos = 0.9 * Math.cos((seconds / 37) * fullTurn);
    cached.gust = 0.5 * Math.sin((seconds / 11) * fullTurn);
    cached.veer = 40 * Math.sin((seconds / 7_200) * fullTurn);
  };
  return {
    speed: (i, seconds) => {
      update(seconds);
      const breeze = 3.5 + (sin[i] ?? 0) * cached.breezeCos + (cos[i] ?? 0) * cached.breezeSin;
      const gust = (sin3[i] ?? 0) * cached.gustCos + (cos3[i] ?? 0) * cached.gustSin + cached.gust;
      return Math.max(0, breeze + gust);
    },
    direction: (i, seconds) => {
      update(seconds);
      const direction = (baseDirection[i] ?? 0) + cached.veer;
      return direction < 0 ? direction + 360 : direction >= 360 ? direction - 360 : direction;
    },
  };
}
