/** How long a page stays: a reader at four metres gets through a screen of rows. */
const pageMs = 15_000;

/** All rows are seen within two minutes, even where that leaves urgent ones no room of their own. */
const maxPages = 8;

/** Number of the 15 s that run; all screens of one wall turn their pages together. @param now server's time, UTC ms */
export const getTurn = (now: number): number => Math.floor(now / pageMs);

interface Page<R> {
  readonly rows: readonly R[];
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * The rows that a board shows now. Where it has no room for all, they take turns; urgent ones stay on each page, above
 * the others. Should they leave less than a third of the room, or make more than eight pages, the last of them take
 * turns too, so that none is hidden. The last page is filled up with rows of the one before.
 * @param room rows that there is room for
 * @param pages how many there were when the turn began: the page stays where it is until the next
 */
export function pickPage<R extends { readonly isUrgent: boolean }>(
  rows: readonly R[],
  room: number,
  turn: number,
  pages?: number,
): Page<R> {
  if (rows.length <= room) return { rows, number: 1, count: 1 };
  const urgent = rows.filter(({ isUrgent }) => isUrgent);
  const sorted = [...urgent, ...rows.filter(({ isUrgent }) => !isUrgent)];
  const fast = Math.min(room, Math.ceil(rows.length / maxPages));
  const size = Math.max(room - urgent.length, Math.floor(room / 3), fast);
  const fixed = sorted.slice(0, Math.max(0, room - size));
  const others = sorted.slice(fixed.length);
  const count = Math.ceil(others.length / size);
  const index = Math.min(turn % (pages ?? count), count - 1);
  const first = Math.min(index * size, others.length - size);
  return { rows: [...fixed, ...others.slice(first, first + size)], number: index + 1, count };
}
