const dayMs = 86_400_000;

/** Days until an instant, rounded up; 0 or less once it has passed; null without one. */
export const daysUntil = (at: string | null, nowMs: number): number | null =>
  at === null ? null : Math.ceil((Date.parse(at) - nowMs) / dayMs) + 0;
