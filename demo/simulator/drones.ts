import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import type { Airframe } from "./airframes.ts";
import { maxWaypoints, type RoutePlan } from "./routePlan.ts";

const fullTurn = 2 * Math.PI;

/** The wind at fixed places; `place` is an index into the list of places. */
interface Wind {
  /** m/s. */
  readonly speed: (place: number, seconds: number) => number;
  /** Direction the wind blows from: degrees from true north, 0 to 360. */
  readonly direction: (place: number, seconds: number) => number;
}

/**
 * A breeze that turns over hours, with gusts. The sines of places and of the time are precomputed separately and
 * combined by sin(a + b) = sin a · cos b + cos a · sin b. Calling `Math.sin` for 20,000 drones every second would take
 * a quarter of the simulation's time.
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

/** The home position of a simulated drone. */
export interface DroneBase {
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres above the ellipsoid. */
  readonly altitude: number;
  readonly airframe: Airframe;
  /** Whether it takes off from a hangar. */
  readonly hangar: boolean;
  /** The centre of the nearest restricted zone within reach, for the `zoneBreach` fault. */
  readonly forbidden?: { readonly lat: number; readonly lon: number } | undefined;
}

/** What a drone is doing; finer than the flight phase. */
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

/** Injectable faults, as bits. */
export const faultFlags = {
  linkLoss: 1,
  lowBattery: 2,
  gpsLoss: 4,
  stalled: 8,
  drift: 16,
  zoneBreach: 32,
  aircraftNear: 64,
  slowLink: 128,
  criticalBattery: 256,
  shortOfReturn: 512,
  tooHigh: 1_024,
  forcedLanding: 2_048,
  flyAway: 4_096,
  positionJump: 8_192,
  strongWind: 16_384,
} as const satisfies Readonly<Record<SimulatedFault, number>>;
const metresPerDegree = 111_320;

/**
 * The state of all simulated drones in columns. Units: metres east, north and up from the take-off point, m/s,
 * degrees, percent.
 */
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
    /** Wind at the take-off points. */
    wind: createWind(lat0, lon0),
    /** Degrees of longitude per metre. */
    degreesPerMetreEast: Float64Array.from(
      bases,
      ({ lat }) => 1 / (metresPerDegree * Math.cos((lat * Math.PI) / 180)),
    ),
    stage: new Uint8Array(n),
    /** Seconds in the current stage. */
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
    /** Index of the waypoint it flies to. */
    target: new Uint8Array(n),
    waypoints: new Uint8Array(n),
    wx: new Float32Array(n * maxWaypoints),
    wy: new Float32Array(n * maxWaypoints),
    wh: new Float32Array(n * maxWaypoints),
    hover: new Float32Array(n * maxWaypoints),
    /** Route length up to each waypoint, metres. */
    routeDistance: new Float32Array(n * maxWaypoints),
    routeLength: createColumn(),
    distanceFlown: createColumn(),
    photos: new Uint32Array(n),
    seq: new Float64Array(n),
    /** 0: as planned, 1: low battery, 2: on request. */
    returnReason: new Uint8Array(n),
    faults: new Uint16Array(n),
    /** The restricted zone's centre, metres; NaN without one. */
    forbiddenX: Float64Array.from(bases, ({ lon, lat, forbidden }) =>
      forbidden ? (forbidden.lon - lon) * metresPerDegree * Math.cos((lat * Math.PI) / 180) : Number.NaN,
    ),
    forbiddenY: Float64Array.from(bases, ({ lat, forbidden }) =>
      forbidden ? (forbidden.lat - lat) * metresPerDegree : Number.NaN,
    ),
    /** When the faults end, UTC ms. */
    faultsUntil: createColumn(),
  };
  return drones;
}
export type Drones = ReturnType<typeof createDrones>;

export const degreesPerMetreNorth = 1 / metresPerDegree;

/** Assigns the next route to a drone on the ground. */
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
