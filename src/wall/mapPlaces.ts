import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { toPlaces } from "../map/drones/data/fleetPlaces.ts";
import { toMercatorX, toMercatorY } from "../map/drones/data/mercator.ts";
import type { Places } from "../map/drones/fitMost.ts";
import { findFreshTask } from "./findUrgentTasks.ts";
import { useNow } from "./useNow.ts";
import type { WallServices } from "./wallServices.ts";

/** Where all drones are, EPSG:3857. */
export function findAllPlaces({ feed }: WallServices): Places {
  const snapshot = feed.getLatest();
  return snapshot ? toPlaces(snapshot) : [];
}

/** How long the close-up shows one of several P1. */
const p1StopMs = 19_300;

export interface Focus {
  readonly taskId: string;
  /** Its number among those that take turns, from 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * The task that has the focus: while P1 wait for their acknowledgement a new one, then one of them after the other,
 * else one stop of the tour after another; null where nothing waits.
 * @param now server's time, so that all screens of one wall show the same
 * @param freshTask of the P1, the one that is new
 */
export function pickFocus(
  p1Tasks: readonly string[],
  { tour, stop }: { readonly tour: readonly string[]; readonly stop: number },
  now: number,
  freshTask: string | null = null,
): Focus | null {
  const isP1 = p1Tasks.length > 0;
  const tasks = isP1 ? p1Tasks : tour;
  const fresh = freshTask === null ? -1 : p1Tasks.indexOf(freshTask);
  const turn = fresh >= 0 ? fresh : Math.floor(now / p1StopMs) % p1Tasks.length;
  const place = isP1 ? turn : stop;
  const taskId = tasks[place];
  return taskId === undefined ? null : { taskId, number: place + 1, count: tasks.length };
}

/**
 * The task that has the focus among those with a place: whose turn it is among all, if it has one. A flight that is over
 * has none, and neither has one of a large fleet until the server is asked for it; their P1 wait all the same.
 * @param pick who has the focus among some P1
 */
export function pickPlaced(
  p1Tasks: readonly string[],
  hasPlace: (taskId: string) => boolean,
  pick: (tasks: readonly string[]) => Focus | null,
): Focus | null {
  const turn = pick(p1Tasks);
  const placed = p1Tasks.filter(hasPlace);
  if (turn === null || placed.length === 0) return turn;
  const place = placed.indexOf(turn.taskId);
  return place < 0 ? pick(placed) : { ...turn, number: place + 1, count: placed.length };
}

/** Who waits, and who has the focus among some of them now. */
function useWaiting({ actor, alarms, clock }: WallServices) {
  const now = useNow(clock);
  const rows = useSelector(alarms, ({ context }) => context.alarms);
  const isFocused = useSelector(actor, (state) => state.hasTag("focused"));
  const { p1Tasks, tour, stop } = useSelector(actor, ({ context }) => context);
  return {
    p1Tasks: isFocused ? p1Tasks : [],
    pick: (tasks: readonly string[]) =>
      pickFocus(tasks, { tour, stop }, now, findFreshTask(rows ?? [], tasks, now)),
  };
}

/** Whose turn it is, with a place or without: the server is asked for its place. */
export function useTurn(services: WallServices): Focus | null {
  const { p1Tasks, pick } = useWaiting(services);
  return pick(p1Tasks);
}

/** The task that the close-up shows. */
export function useFocus(services: WallServices): Focus | null {
  const { p1Tasks, pick } = useWaiting(services);
  return pickPlaced(p1Tasks, (taskId) => findPlace(services, taskId) !== null, pick);
}

/** Where the drone of a task was last, EPSG:3857; null without a task, and where it is in no frame. */
export function findPlace({ feed, table }: WallServices, taskId: string | null): Places[number] | null {
  const { columns } = feed.getLatest() ?? {};
  const index = taskId === null ? null : table.indexOf(taskId);
  const row = index === null ? -1 : (columns?.index.indexOf(index) ?? -1);
  const [lat, lon] = [columns?.lat[row], columns?.lon[row]];
  return lat === undefined || lon === undefined ? null : [toMercatorX(lon), toMercatorY(lat)];
}

/** Whether the task has a place: a close-up needs one. */
export function useHasPlace(services: WallServices, taskId: string | null): boolean {
  const [hasPlace, setHasPlace] = useState(false);
  useEffect(() => {
    const update = () => setHasPlace(findPlace(services, taskId) !== null);
    update();
    return services.feed.onSnapshot(update);
  }, [services, taskId]);
  return hasPlace;
}
