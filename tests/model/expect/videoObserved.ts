import type { Rule } from "../createReference.ts";

export interface VideoObserved {
  readonly [part: string]: unknown;
  readonly mode: string;
  readonly quality: number;
  readonly wanted: string;
  /** Modes that are left, best first. */
  readonly remaining: string;
  readonly expiresAt: number | null;
  readonly failures: number;
  readonly modeFailures: number;
  readonly failure: string | null;
  readonly stalls: readonly number[];
  readonly cleanSince: number;
  readonly latencyMs: number | null;
}

export type Does = (seen: VideoObserved) => readonly string[];

export const steady = "attached.playing.steady";
export const renewing = "attached.playing.renewing";
export const waiting = "attached.playing.waiting";
export const playingStates = [steady, renewing, waiting];

export const wantedMode = ({ wanted }: Pick<VideoObserved, "wanted">) => wanted.split(" ")[0] ?? "";

/** What leaving a state does. */
export const leaveEffects: Readonly<Record<string, readonly string[]>> = {
  idle: [],
  requesting: ["aborts pull"],
  "attached.pushing": ["detaches"],
  "attached.firstFrame": ["detaches"],
  [steady]: ["detaches"],
  [renewing]: ["aborts renew", "detaches"],
  [waiting]: ["detaches"],
  "attached.stalled": ["detaches"],
  retrying: [],
  failed: [],
  ended: [],
};
export const allStates = Object.keys(leaveEffects);

export const noFault = { failures: 0, modeFailures: 0, failure: null };
export const noAddress = { expiresAt: null, latencyMs: null };

/** The same rule in several states, which are left in their own way. */
export const inStates = (
  states: readonly string[],
  rule: Omit<Rule<VideoObserved>, "from" | "does">,
  does: Does = () => [],
): readonly Rule<VideoObserved>[] =>
  states.map((from) => ({
    ...rule,
    from,
    does: (seen: VideoObserved) => [...(leaveEffects[from] ?? []), ...does(seen)],
  }));

/** A failure of a step: the second of a mode leads to the next mode, and after the last one back to the wanted one. */
export const failIn = (
  states: readonly string[],
  on: string | readonly string[],
  failure: string,
  leave = true,
  row = "a failure names its step",
  /** Modes that the answer names; none where it is no answer. */
  offered = "",
): readonly Rule<VideoObserved>[] =>
  states.map((from) => ({
    from,
    on,
    to: "retrying",
    sets: ({ failures, modeFailures, mode, ...seen }: VideoObserved) => {
      const remaining = offered !== "" && seen.wanted.startsWith(mode) ? offered : seen.remaining;
      const [next = "", ...others] = remaining.split(" ");
      const walks = modeFailures >= 1;
      return {
        ...noAddress,
        failure,
        failures: failures + 1,
        modeFailures: walks ? 0 : modeFailures + 1,
        mode: walks ? next || wantedMode(seen) : mode,
        remaining: walks ? others.join(" ") : remaining,
      };
    },
    does: leave ? (leaveEffects[from] ?? []) : [],
    row,
  }));
