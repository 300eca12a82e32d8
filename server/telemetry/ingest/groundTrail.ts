import { airborneHeightM, airborneSpeedMs, type MotionReading } from "../../../adapters/contract/inTheAir.ts";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";

type Trailed = Pick<IngestSample, "lat" | "lon" | "hRel" | "hAgl" | "hEll" | "vH" | "vV" | "tSrc">;

/** What a drone without a flight told before. NaN is unknown. */
interface Trail {
  /** Drone's time of the newest sample, UTC ms. */
  lastAtMs: number;
  /** An earlier place and height, and when by the drone's clock: what has changed since is how it moves. */
  atMs: number;
  lat: number;
  lon: number;
  heightM: number;
  /** What the height is over: two of different kinds are no climb. */
  datum: "hRel" | "hAgl" | "hEll";
  /** By the way since then. */
  speedMs: number;
  climbMs: number;
  /** Since when it has moved like a drone in the air. */
  movingSince: number;
  /** Height over the ellipsoid where it stands. */
  groundM: number;
}

type Place = Pick<Trail, "atMs" | "lat" | "lon" | "heightM" | "datum">;

/** Tells how drones without a flight move where their sources do not: by where they were before. */
interface GroundTrails {
  /** The reading of the next sample of a drone, with what it leaves out. */
  readonly complete: (key: string, reading: MotionReading, sample: Trailed) => MotionReading;
  /** Height over the ellipsoid where a drone stood, metres; NaN where it is not known. */
  readonly getGround: (key: string) => number;
  readonly forget: (key: string) => void;
}

/** Places and heights that are closer together in time tell more of the receiver's noise than of the drone. */
const minLegMs = 2_000;
/** One leg may be noise; a drone that is carried by it for so long moves. */
const movingAfterMs = 5_000;
/** After a longer pause, or with a clock that was set back, what was seen before proves nothing. */
const maxPauseMs = 30_000;
/** A receiver's height drifts: the ground follows with this time constant while the drone stands. */
const driftMs = 20_000;
/** Beyond this the drone that was silent for longest is dropped. */
const maxTrails = 20_000;

export function createGroundTrails(): GroundTrails {
  // The one that was heard last comes last.
  const trails = new Map<string, Trail>();

  const follow = (key: string, { tSrc, lat, lon, ...heights }: Trailed): Trail => {
    const datum = (["hRel", "hAgl"] as const).find((name) => (heights[name] ?? null) !== null) ?? "hEll";
    const place: Place = {
      atMs: tSrc,
      lat: lat ?? Number.NaN,
      lon: lon ?? Number.NaN,
      heightM: heights[datum] ?? Number.NaN,
      datum,
    };
    const known = trails.get(key);
    const pauseMs = tSrc - (known?.lastAtMs ?? Number.NaN);
    const trail = known && pauseMs >= 0 && pauseMs <= maxPauseMs ? known : createTrail(place);
    trails.delete(key);
    trails.set(key, trail);
    const [oldest] = trails.keys();
    if (trails.size > maxTrails && oldest !== undefined) trails.delete(oldest);
    trail.lastAtMs = tSrc;
    const legMs = tSrc - trail.atMs;
    if (legMs >= minLegMs) {
      const metres = haversineDistance(trail.lat, trail.lon, place.lat, place.lon);
      const metresUp = datum === trail.datum ? place.heightM - trail.heightM : Number.NaN;
      Object.assign(trail, place, { speedMs: (metres * 1_000) / legMs, climbMs: (metresUp * 1_000) / legMs });
      if (!(trail.speedMs > airborneSpeedMs)) trail.movingSince = Number.NaN;
      else if (Number.isNaN(trail.movingSince)) trail.movingSince = tSrc - legMs;
    }
    return trail;
  };

  return {
    complete: (key, reading, sample) => {
      const { vH, vV, hRel, hAgl, hEll } = sample;
      const isHeightTold = (hRel ?? hAgl ?? null) !== null;
      if (isHeightTold && (vH ?? null) !== null && (vV ?? null) !== null) {
        trails.delete(key);
        return reading;
      }
      const before = trails.get(key)?.lastAtMs ?? Number.NaN;
      const trail = follow(key, sample);
      if (Number.isNaN(trail.groundM)) trail.groundM = hEll ?? Number.NaN;
      const overGroundM = (hEll ?? Number.NaN) - trail.groundM;
      const passedMs = Math.max(0, sample.tSrc - before);
      if (Math.abs(overGroundM) <= airborneHeightM && passedMs > 0)
        trail.groundM += (1 - Math.exp(-passedMs / driftMs)) * overGroundM;
      const isMoving = sample.tSrc - trail.movingSince >= movingAfterMs;
      return {
        ...reading,
        heightM: isHeightTold ? reading.heightM : overGroundM,
        isHeightBySatellites: !isHeightTold,
        speedMs: vH ?? (isMoving ? trail.speedMs : Number.NaN),
        // Against a phase it counts after 5 s; without one so does a height above 2 m.
        climbMs: vV ?? (reading.claim === "onGround" ? trail.climbMs : Number.NaN),
      };
    },
    getGround: (key) => trails.get(key)?.groundM ?? Number.NaN,
    forget: (key) => trails.delete(key),
  };
}

const createTrail = (place: Place): Trail => ({
  ...place,
  lastAtMs: place.atMs,
  speedMs: Number.NaN,
  climbMs: Number.NaN,
  movingSince: Number.NaN,
  groundM: Number.NaN,
});
