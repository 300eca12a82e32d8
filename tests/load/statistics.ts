/** Quantile of the samples; 0 without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Median of the samples. */
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
