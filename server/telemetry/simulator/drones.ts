import { type Airframe } from "./airframes.ts";
import { mostWaypoints, type RoutePlan } from "./routePlan.ts";
import { makeWind } from "./wind.ts";

/** Where one simulated drone lives. */
export interface Base {
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
export const faults = {
  linkLoss: 1,
  lowBattery: 2,
  gpsLoss: 4,
  stalled: 8,
  drift: 16,
  zoneBreach: 32,
  aircraftNear: 64,
} as const;
export type Fault = keyof typeof faults;
export const faultNames = [
  "linkLoss",
  "lowBattery",
  "gpsLoss",
  "stalled",
  "drift",
  "zoneBreach",
  "aircraftNear",
] as const satisfies readonly Fault[];

const metresPerDegree = 111_320;

/** The state of all simulated drones, a row each; metres east, north and up of the take-off point, m/s, degrees, %. */
export function makeDrones(bases: readonly Base[]) {
  const n = bases.length;
  const numbers = () => new Float64Array(n);
  const lat0 = Float64Array.from(bases, ({ lat }) => lat);
  const lon0 = Float64Array.from(bases, ({ lon }) => lon);
  const drones = {
    count: n,
    bases,
    lat0,
    lon0,
    /** At the take-off points. */
    wind: makeWind(lat0, lon0),
    /** Degrees a metre east. */
    perEast: Float64Array.from(bases, ({ lat }) => 1 / (metresPerDegree * Math.cos((lat * Math.PI) / 180))),
    stage: new Uint8Array(n),
    /** Seconds in the present stage. */
    inStage: numbers(),
    x: numbers(),
    y: numbers(),
    h: numbers(),
    speed: numbers(),
    climb: numbers(),
    heading: numbers(),
    roll: numbers(),
    pitch: numbers(),
    battery: numbers().fill(100),
    /** Waypoint that it flies to. */
    target: new Uint8Array(n),
    waypoints: new Uint8Array(n),
    wx: new Float32Array(n * mostWaypoints),
    wy: new Float32Array(n * mostWaypoints),
    wh: new Float32Array(n * mostWaypoints),
    hover: new Float32Array(n * mostWaypoints),
    /** Metres of route before each waypoint. */
    along: new Float32Array(n * mostWaypoints),
    routeLength: numbers(),
    done: numbers(),
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
    faultsUntil: numbers(),
  };
  return drones;
}
export type Drones = ReturnType<typeof makeDrones>;

export const degreesNorth = 1 / metresPerDegree;

/** Gives a drone on the ground its next route. */
export function giveRoute(drones: Drones, d: number, { waypoints }: RoutePlan): void {
  const at = d * mostWaypoints;
  let length = 0;
  let [x, y] = [0, 0];
  for (const [i, point] of waypoints.entries()) {
    length += Math.hypot(point.x - x, point.y - y);
    [x, y] = [point.x, point.y];
    drones.wx[at + i] = point.x;
    drones.wy[at + i] = point.y;
    drones.wh[at + i] = point.h;
    drones.hover[at + i] = point.hover;
    drones.along[at + i] = length;
  }
  drones.waypoints[d] = waypoints.length;
  drones.routeLength[d] = length;
  drones.target[d] = 0;
  drones.done[d] = 0;
  drones.photos[d] = 0;
  drones.returnReason[d] = 0;
}
