import type { VideoContext, VideoMode, VideoQuality } from "./videoPort.ts";

/** Time before another attempt; it doubles with each failure. */
const firstBackoffMs = 1_000;
const maxBackoffMs = 30_000;
/** Failures of one mode, after which the next mode is tried. */
const maxModeFailures = 2;
/** So many stalls within this time lower the quality. */
const maxStalls = 3;
const stallWindowMs = 30_000;
const minQuality = 1;
/** So long without a stall, the quality rises and failures are forgotten. */
const cleanMs = 60_000;
/** An address is renewed so long before it expires, but never more often than that. */
const renewalLeadMs = 30_000;
const minRenewalMs = 5_000;

type Context = VideoContext<unknown>;

/** Counts a failure. The second of a mode leads to the next one, and after the last back to the wanted one. */
export function countFailure({ mode, wanted, remaining, failures, modeFailures }: Context): {
  readonly failures: number;
  readonly modeFailures: number;
  readonly mode: VideoMode;
  readonly remaining: readonly VideoMode[];
} {
  if (modeFailures + 1 < maxModeFailures)
    return { failures: failures + 1, modeFailures: modeFailures + 1, mode, remaining };
  const [next = wanted.mode, ...others] = remaining;
  return { failures: failures + 1, modeFailures: 0, mode: next, remaining: others };
}

/** Time before the next attempt, ms. */
export const getBackoffMs = (failures: number): number =>
  Math.min(maxBackoffMs, firstBackoffMs * 2 ** (failures - 1));

/** Remembers a stall; `shouldLower` needs no more than the last two. */
export const addStall = (stalls: readonly number[], now: number): readonly number[] =>
  [...stalls, now].slice(1 - maxStalls);

/** Whether another stall now is one too many for this quality. */
export const shouldLower = ({ quality, stalls }: Context, now: number): boolean =>
  quality > minQuality && stalls.filter((at) => at > now - stallWindowMs).length >= maxStalls - 1;

export const changeQuality = (quality: VideoQuality, by: 1 | -1): VideoQuality =>
  // The guards keep it between 1 and what was wanted.
  (quality + by) as VideoQuality;

export const isClean = ({ cleanSince }: Context, now: number): boolean => now - cleanSince >= cleanMs;

/** Time until the address is to be renewed, ms. */
export const getRenewalMs = (expiresAt: number, now: number): number =>
  Math.max(minRenewalMs, expiresAt - now - renewalLeadMs);
