const minuteMs = 60_000;

/** Returns a function that adds to a sum, and gives it where a line may be written: `lines` times a minute. Else 0. */
export function createLineLimit(monotonicMs: () => number, lines = 1): (count: number) => number {
  let sum = 0;
  let left = 0;
  let since = Number.NEGATIVE_INFINITY;
  return (count) => {
    sum += count;
    if (sum === 0) return 0;
    const now = monotonicMs();
    if (now - since >= minuteMs) [left, since] = [lines, now];
    if (left === 0) return 0;
    left -= 1;
    const total = sum;
    sum = 0;
    return total;
  };
}
