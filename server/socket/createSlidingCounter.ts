/** Counts its own calls within the last `windowMs`, the present one included. */
export function createSlidingCounter(windowMs: number, clock: () => Date): () => number {
  const times: number[] = [];
  return () => {
    const now = clock().getTime();
    times.push(now);
    while ((times[0] ?? now) <= now - windowMs) times.shift();
    return times.length;
  };
}
