/** The value below which the share of the samples lies; 0 for none. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle one of the samples. */
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
