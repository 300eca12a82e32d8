import type { TaskRow } from "../../../adapters/contract/task.ts";
import { chanceOf } from "./chance.ts";

/** Metres east and north of the take-off point, height over it, seconds of hovering for a photo. */
export interface Waypoint {
  readonly x: number;
  readonly y: number;
  readonly h: number;
  readonly hover: number;
}
export interface RoutePlan {
  readonly kind: TaskRow["kind"];
  readonly waypoints: readonly Waypoint[];
}

export const mostWaypoints = 16;
const kinds = ["patrol", "patrol", "survey", "security", "logistics", "rescue"] as const;
const turn = 2 * Math.PI;

/** The route of one flight: what it is for decides its form; the same for the same seed. */
export function planRoute(seed: number): RoutePlan {
  const chance = chanceOf(seed);
  const between = (least: number, greatest: number) => least + chance() * (greatest - least);
  const kind = kinds[Math.floor(chance() * kinds.length)] ?? "patrol";
  const bearing = chance() * turn;
  const start = between(150, 500);
  const height = Math.round(between(50, 115));
  const offset = { x: Math.sin(bearing) * start, y: Math.cos(bearing) * start };
  const forms = { patrol, survey, security, logistics, rescue };
  const own = forms[kind](between);
  return { kind, waypoints: own.slice(0, mostWaypoints).map(placed) };

  function placed({ x, y, hover, up = 0 }: Bare): Waypoint {
    const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
    return { x: offset.x + x * cos + y * sin, y: offset.y - x * sin + y * cos, h: height + up, hover };
  }
}

interface Bare {
  readonly x: number;
  readonly y: number;
  readonly hover: number;
  readonly up?: number;
}
type Between = (least: number, greatest: number) => number;

/** Along a line with bends, a photo at each mast, and back beside it. */
function patrol(between: Between): Bare[] {
  const legs = Math.round(between(5, 8));
  const step = between(350, 650);
  const out = Array.from({ length: legs }, (_, i) => ({
    x: between(-60, 60),
    y: i * step,
    hover: 5,
    up: between(-10, 10),
  }));
  const back = out.toReversed().map(({ x, y }) => ({ x: x + 40, y: y - step / 2, hover: 0 }));
  return [...out, ...back.slice(0, -1)];
}

/** Strips back and forth over a field. */
function survey(between: Between): Bare[] {
  const width = between(700, 1_400);
  const gap = between(45, 80);
  return Array.from({ length: 14 }, (_, i) => ({
    x: (Math.ceil(i / 2) % 2) * width,
    y: Math.floor(i / 2) * gap,
    hover: i === 0 ? 3 : 0,
  }));
}

/** Twice around a site. */
function security(between: Between): Bare[] {
  const corners = Math.round(between(5, 7));
  const radius = between(350, 700);
  return Array.from({ length: corners * 2 }, (_, i) => ({
    x: Math.sin((i / corners) * turn) * radius,
    y: radius + Math.cos((i / corners) * turn) * radius,
    hover: i % 3 === 0 ? 4 : 0,
  }));
}

/** To a landing field some kilometres off, a pause for the drop, and home. */
function logistics(between: Between): Bare[] {
  const far = between(3_000, 5_200);
  return [
    { x: between(-200, 200), y: far * 0.5, hover: 0 },
    { x: 0, y: far, hover: 40, up: -20 },
    { x: between(-200, 200), y: far * 0.5, hover: 0 },
  ];
}

/** A growing square around the place last seen. */
function rescue(between: Between): Bare[] {
  const step = between(140, 230);
  let [x, y] = [0, 0];
  return Array.from({ length: 14 }, (_, i) => {
    const reach = step * Math.ceil((i + 1) / 2);
    if (i % 4 === 0) y += reach;
    else if (i % 4 === 1) x += reach;
    else if (i % 4 === 2) y -= reach;
    else x -= reach;
    return { x, y, hover: i % 5 === 0 ? 4 : 0 };
  });
}
