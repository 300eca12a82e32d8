import type { Airframe } from "./airframes.ts";
import { maxWaypoints, type RoutePlan } from "./routePlan.ts";

const fullTurn = 2 * Math.PI;

/** The wind over fixed places, by their position in the list. */
interface Wind {
  /** m/s. */
  readonly speed: (place: number, seconds: number) => number;
  /** Degrees from true north that it comes from, 0 to 360. */
  readonly direction: (place: number, seconds: number) => number;
}

/**
 * A breeze that turns within hours, with gusts. What depends on the place alone and on the time alone is worked out
 * once: sin(a + b) = sin a · cos b + cos a · sin b. Sines of 20,000 places a second would be a quarter of the work.
 */
function createWind(lat: Float64Array, lon: Float64Array): Wind {
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

/** Where one simulated drone lives. */
export interface DroneBase {
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres over the ellipsoid. */
  readonly altitude: number;
  readonly airframe: Airframe;
  /** Whether it lives in a hangar, whose cover has to open first. */
  readonly hangar: boolean;
  /** A place in the nearest volume where it must not be; none where there is none within reach. */
  readonly forbidden?: { readonly lat: number; readonly lon: number } | undefined;
}

/** What a drone is doing, finer than its flight phase. */
export const stages = {
  charging: 0,
  preparing: 1,
  takeoff: 2,
  mission: 3,
  hover: 4,
  returning: 5,
  landing: 6,
  landed: 7,
  forcedLanding: 8,
} as const;

/** Faults that can be asked for, as bits. */
export const faultFlags = {
  linkLoss: 1,
  lowBattery: 2,
  gpsLoss: 4,
  stalled: 8,
  drift: 16,
  zoneBreach: 32,
  aircraftNear: 64,
} as const;
export type SimulatedFault = keyof typeof faultFlags;
export const faultNames = [
  "linkLoss",
  "lowBattery",
  "gpsLoss",
  "stalled",
  "drift",
  "zoneBreach",
  "aircraftNear",
] as const satisfies readonly SimulatedFault[];

const metresPerDegree = 111_320;

/** The state of all simulated drones, a row each; metres east, north and up of the take-off point, m/s, degrees, %. */
export function createDrones(bases: readonly DroneBase[]) {
  const n = bases.length;
  const createColumn = () => new Float64Array(n);
  const lat0 = Float64Array.from(bases, ({ lat }) => lat);
  const lon0 = Float64Array.from(bases, ({ lon }) => lon);
  const drones = {
    count: n,
    bases,
    lat0,
    lon0,
    /** At the take-off points. */
    wind: createWind(lat0, lon0),
    /** Degrees a metre east. */
    degreesPerMetreEast: Float64Array.from(
      bases,
      ({ lat }) => 1 / (metresPerDegree * Math.cos((lat * Math.PI) / 180)),
    ),
    stage: new Uint8Array(n),
    /** Seconds in the present stage. */
    secondsInStage: createColumn(),
    x: createColumn(),
    y: createColumn(),
    h: createColumn(),
    speed: createColumn(),
    climb: createColumn(),
    heading: createColumn(),
    roll: createColumn(),
    pitch: createColumn(),
    battery: createColumn().fill(100),
    /** Waypoint that it flies to. */
    target: new Uint8Array(n),
    waypoints: new Uint8Array(n),
    wx: new Float32Array(n * maxWaypoints),
    wy: new Float32Array(n * maxWaypoints),
    wh: new Float32Array(n * maxWaypoints),
    hover: new Float32Array(n * maxWaypoints),
    /** Metres of route before each waypoint. */
    routeDistance: new Float32Array(n * maxWaypoints),
    routeLength: createColumn(),
    distanceFlown: createColumn(),
    photos: new Uint32Array(n),
    seq: new Float64Array(n),
    /** 0: as planned, 1: battery low, 2: asked for. */
    returnReason: new Uint8Array(n),
    faults: new Uint8Array(n),
    /** The forbidden place; NaN where there is none. */
    forbiddenX: Float64Array.from(bases, ({ lon, lat, forbidden }) =>
      forbidden ? (forbidden.lon - lon) * metresPerDegree * Math.cos((lat * Math.PI) / 180) : Number.NaN,
    ),
    forbiddenY: Float64Array.from(bases, ({ lat, forbidden }) =>
      forbidden ? (forbidden.lat - lat) * metresPerDegree : Number.NaN,
    ),
    /** Time at which the faults end, UTC ms. */
    faultsUntil: createColumn(),
  };
  return drones;
}
export type Drones = ReturnType<typeof createDrones>;

export const degreesPerMetreNorth = 1 / metresPerDegree;

/** Gives a drone on the ground its next route. */
export function assignRoute(drones: Drones, d: number, { waypoints }: RoutePlan): void {
  const offset = d * maxWaypoints;
  let length = 0;
  let [x, y] = [0, 0];
  for (const [i, point] of waypoints.entries()) {
    length += Math.hypot(point.x - x, point.y - y);
    [x, y] = [point.x, point.y];
    drones.wx[offset + i] = point.x;
    drones.wy[offset + i] = point.y;
    drones.wh[offset + i] = point.h;
    drones.hover[offset + i] = point.hover;
    drones.routeDistance[offset + i] = length;
  }
  drones.waypoints[d] = waypoints.length;
  drones.routeLength[d] = length;
  drones.target[d] = 0;
  drones.distanceFlown[d] = 0;
  drones.photos[d] = 0;
  drones.returnReason[d] = 0;
}
