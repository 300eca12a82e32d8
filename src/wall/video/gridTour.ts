import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import { isUrgentPriority } from "../../../machines/alarmRules.ts";

/** A task that flies, as the choice of pictures sees it. */
export interface VideoCandidate {
  readonly id: string;
  /** What comes first has the lowest: P1 to P4, then tasks without an alarm, then those without a picture. */
  readonly rank: number;
}

/** Ranks of tasks without an open alarm, and of those that the platform has no picture of. */
export const ranks = { p1: 0, p2: 1, p3: 2, p4: 3, calm: 4, withoutPicture: 5 } as const;

/** The platform has no picture of the task, or its picture stands still for long. */
export type GivenUp = "refused" | "dead";

/**
 * How far in front a task is. One with an open P1 or P2 keeps its place though its picture is dead: where nothing is
 * seen of it, that is seen.
 * @param worst its most urgent open alarm
 */
export const rankTask = (worst: Pick<AlarmRow, "priority"> | undefined, givenUp: GivenUp | null): number =>
  givenUp === "refused" || (givenUp === "dead" && !(worst && isUrgentPriority(worst)))
    ? ranks.withoutPicture
    : ranks[worst?.priority ?? "calm"];

interface Shown {
  readonly id: string;
  /** Step in which it came. */
  readonly since: number;
}

/** The cells of a grid, and what is needed to choose the next pictures. */
export interface GridTour {
  /** Null is an empty cell. */
  readonly cells: readonly (Shown | null)[];
  readonly candidates: readonly VideoCandidate[];
  /** Steps in which tasks left the grid. Those that were never in it are next. */
  readonly leftAt: ReadonlyMap<string, number>;
  readonly step: number;
}

export type GridEvent =
  /** In the order in which they are shown where nothing else decides. */
  | { readonly type: "candidates.change"; readonly candidates: readonly VideoCandidate[] }
  /** It is time for another picture. */
  | { readonly type: "tour.turn" };

export const createGridTour = (size: number): GridTour => ({
  cells: Array.from({ length: size }, () => null),
  candidates: [],
  leftAt: new Map(),
  step: 0,
});

/**
 * Chooses the pictures of a grid. Tasks of the best ranks have a cell for good. Where the tasks of a rank are more than
 * the cells left for them, they take turns: at each turn the one that has been shown longest leaves for the one that was
 * not for longest. Nothing else moves.
 */
export function advanceGrid(grid: GridTour, event: GridEvent): GridTour {
  const candidates = event.type === "candidates.change" ? event.candidates : grid.candidates;
  const step = grid.step + 1;
  const { fixed, touring } = splitCandidates(candidates, grid.cells.length);
  const cells = grid.cells.map((cell) =>
    cell && (fixed.has(cell.id) || touring.has(cell.id)) ? cell : null,
  );
  const isShown = (id: string) => cells.some((cell) => cell?.id === id);
  const put = (index: number, id: string | undefined) => {
    if (index >= 0 && id !== undefined) cells[index] = { id, since: step };
  };
  /** The cell that takes turns and has not changed for longest. */
  const findOldest = () =>
    cells.reduce<number>((found, cell, index) => {
      if (!cell || !touring.has(cell.id)) return found;
      return found < 0 || cell.since < (cells[found]?.since ?? 0) ? index : found;
    }, -1);
  /** Of the tasks that take turns, the one that has not been shown for longest. */
  const findNext = () =>
    [...touring]
      .filter((id) => !isShown(id))
      .reduce<string | undefined>((found, id) => {
        const isEarlier = (grid.leftAt.get(id) ?? -1) < (grid.leftAt.get(found ?? "") ?? -1);
        return found === undefined || isEarlier ? id : found;
      }, undefined);

  for (const id of fixed) {
    if (isShown(id)) continue;
    const free = cells.indexOf(null);
    put(free >= 0 ? free : findOldest(), id);
  }
  for (const [index, cell] of cells.entries()) if (!cell) put(index, findNext());
  if (event.type === "tour.turn") put(findOldest(), findNext());
  return { cells, candidates, leftAt: noteLeft(grid, cells, candidates, step), step };
}

/** Tasks that have a cell for good, and tasks of one rank that take turns in the others. */
function splitCandidates(candidates: readonly VideoCandidate[], size: number) {
  const sorted = candidates.toSorted((a, b) => a.rank - b.rank);
  const lastRank = sorted[size]?.rank ?? Number.POSITIVE_INFINITY;
  const toIds = (kept: (rank: number) => boolean) =>
    new Set(sorted.filter(({ rank }) => kept(rank)).map(({ id }) => id));
  return {
    fixed: toIds((rank) => rank < lastRank),
    touring: toIds((rank) => rank === lastRank),
  };
}

/** Notes who left the grid; forgets tasks that are over. */
function noteLeft(
  { cells: before, leftAt }: GridTour,
  cells: GridTour["cells"],
  candidates: readonly VideoCandidate[],
  step: number,
): GridTour["leftAt"] {
  const shown = new Set(cells.map((cell) => cell?.id));
  const left = before.flatMap((cell) => (cell && !shown.has(cell.id) ? [[cell.id, step] as const] : []));
  const flying = new Set(candidates.map(({ id }) => id));
  return new Map([...leftAt, ...left].filter(([id]) => flying.has(id)));
}
