import { createSeededRandom } from "./seededRandom.ts";

/** Metres east (x), north (y) and above (h) the take-off point, and seconds of hovering for a photo. */
export interface Waypoint {
  readonly x: number;
  readonly y: number;
  readonly h: number;
  readonly hover: number;
}
export interface RoutePlan {
  readonly seed: number;
  readonly kind: (typeof kinds)[number];
  readonly waypoints: readonly Waypoint[];
}

export const maxWaypoints = 16;
const kinds = ["patrol", "patrol", "survey", "security", "logistics", "rescue"] as const;
const fullTurn = 2 * Math.PI;

/** Plans the route of one flight. The task kind decides its shape; the same seed gives the same route. */
export function planRoute(seed: number): RoutePlan {
  const random = createSeededRandom(seed);
  const randomBetween = (least: number, greatest: number) => least + random() * (greatest - least);
  const kind = kinds[Math.floor(random() * kinds.length)] ?? "patrol";
  const bearing = random() * fullTurn;
  const start = randomBetween(150, 500);
  const height = Math.round(randomBetween(50, 115));
  const offset = { x: Math.sin(bearing) * start, y: Math.cos(bearing) * start };
  const forms = { patrol, survey, security, logistics, rescue };
  const relativeWaypoints = forms[kind](randomBetween);
  return { seed, kind, waypoints: relativeWaypoints.slice(0, maxWaypoints).map(toWaypoint) };

  function toWaypoint({ x, y, hover, up = 0 }: RelativeWaypoint): Waypoint {
    const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
    return { x: offset.x + x * cos + y * sin, y: offset.y - x * sin + y * cos, h: height + up, hover };
  }
}

interface RelativeWaypoint {
  readonly x: number;
  readonly y: number;
  readonly hover: number;
  readonly up?: number;
}
type RandomBetween = (least: number, greatest: number) => number;

/** Along a line with bends, with a photo at each mast, and back on a parallel line. */
function patrol(randomBetween: RandomBetween): RelativeWaypoint[] {
  const legs = Math.round(randomBetween(5, 8));
  const step = randomBetween(350, 650);
  const out = Array.from({ length: legs }, (_, i) => ({
    x: randomBetween(-60, 60),
    y: i * step,
    hover: 5,
    up: randomBetween(-10, 10),
  }));
  const back = out.toReversed().map(({ x, y }) => ({ x: x + 40, y: y - step / 2, hover: 0 }));
  return [...out, ...back.slice(0, -1)];
}

/** Strips back and forth over a field. */
function survey(randomBetween: RandomBetween): RelativeWaypoint[] {
  const width = randomBetween(700, 1_400);
  const gap = randomBetween(45, 80);
  return Array.from({ length: 14 }, (_, i) => ({
    x: (Math.ceil(i / 2) % 2) * width,
    y: Math.floor(i / 2) * gap,
    hover: i === 0 ? 3 : 0,
  }));
}

/** Twice around a site. */
function security(randomBetween: RandomBetween): RelativeWaypoint[] {
  const corners = Math.round(randomBetween(5, 7));
  const radius = randomBetween(350, 700);
  return Array.from({ length: corners * 2 }, (_, i) => ({
    x: Math.sin((i / corners) * fullTurn) * radius,
    y: radius + Math.cos((i / corners) * fullTurn) * radius,
    hover: i % 3 === 0 ? 4 : 0,
  }));
}

/** To a drop point a few kilometres away, a pause there, and home. */
function logistics(randomBetween: RandomBetween): RelativeWaypoint[] {
  const distanceM = randomBetween(3_000, 5_200);
  return [
    { x: randomBetween(-200, 200), y: distanceM * 0.5, hover: 0 },
    { x: 0, y: distanceM, hover: 40, up: -20 },
    { x: randomBetween(-200, 200), y: distanceM * 0.5, hover: 0 },
  ];
}

/** An expanding square around the last known position. */
function rescue(randomBetween: RandomBetween): RelativeWaypoint[] {
  const step = randomBetween(140, 230);
  let [x, y] = [0, 0];
  return Array.from({ length: 14 }, (_, i) => {
    const legM = step * Math.ceil((i + 1) / 2);
    if (i % 4 === 0) y += legM;
    else if (i % 4 === 1) x += legM;
    else if (i % 4 === 2) y -= legM;
    else x -= legM;
    return { x, y, hover: i % 5 === 0 ? 4 : 0 };
  });
}
