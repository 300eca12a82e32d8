/** How far before its recognition a flight's first sample may lie, s: the database refuses a longer duration. */
export const recognitionSeconds = 60;

/**
 * Duration of a flight in whole seconds, within its start and end.
 * @param flownMs by the server's clock, or the time between believed samples; what a drone held back may make it a
 * little negative
 */
export function toFlownSeconds(
  flownMs: number,
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number },
): number {
  const longest = Math.floor(Math.max(0, endedAt - startedAt) / 1_000) + recognitionSeconds;
  return Math.min(longest, Math.max(0, Math.round(flownMs / 1_000)));
}
