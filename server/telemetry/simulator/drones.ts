import { type Airframe } from "./airframes.ts";
import { maxWaypoints, type RoutePlan } from "./routePlan.ts";
import { createWind } from "./wind.ts";

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
