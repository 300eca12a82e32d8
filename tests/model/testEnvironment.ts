import { SimulatedClock } from "xstate";

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  open: boolean;
}

/** Environment of one machine: clocks, pending calls, and its effects in order. */
export interface TestEnvironment {
  /** Clock of the machine's timers. */
  readonly timers: SimulatedClock;
  /** Wall clock, ms since 1970; advances while timers are paused. */
  readonly now: () => number;
  /** Advances the wall clock but not the timers, like a sleeping computer. */
  readonly advanceWallClock: (ms: number) => void;
  /** Records an effect. */
  readonly recordEffect: (text: string) => void;
  /** Returns and clears the recorded effects. */
  readonly takeEffects: () => string[];
  /** Starts a call that stays pending until `settle`; an abort is recorded as an effect. */
  readonly call: <T>(name: string, text: string, signal?: AbortSignal) => Promise<T>;
  /** Settles the pending call with this name; false if there is none. */
  readonly settle: (name: string, answer: CallResult) => boolean;
  /** Settles the aborted calls with this name. */
  readonly settleAborted: (name: string, answer: CallResult) => boolean;
  /** Returns an incrementing number, for ids. */
  readonly nextId: () => number;
}

export type CallResult = { readonly resolve: unknown } | { readonly reject: unknown };

const startTimeMs = 1_000_000;

const settleOne = (pending: PendingCall, answer: CallResult) => {
  pending.open = false;
  if ("resolve" in answer) pending.resolve(answer.resolve);
  else pending.reject(answer.reject);
};

/** Creates a new environment. */
export function createTestEnvironment(): TestEnvironment {
  const timers = new SimulatedClock();
  const open = new Map<string, PendingCall>();
  const aborted = new Map<string, PendingCall[]>();
  let sleptMs = 0;
  let lastId = 0;
  let effects: string[] = [];
  const recordEffect = (text: string) => void effects.push(text);
  return {
    timers,
    now: () => startTimeMs + timers.now() + sleptMs,
    advanceWallClock: (ms) => {
      sleptMs += ms;
    },
    recordEffect,
    takeEffects: () => {
      const all = effects;
      effects = [];
      return all;
    },
    call: <T>(name: string, text: string, signal?: AbortSignal) => {
      recordEffect(text);
      return new Promise<T>((resolve, reject) => {
        const pending: PendingCall = { resolve: resolve as (value: unknown) => void, reject, open: true };
        open.set(name, pending);
        signal?.addEventListener("abort", () => {
          if (!pending.open) return;
          recordEffect(`aborts ${name}`);
          if (open.get(name) === pending) open.delete(name);
          aborted.set(name, [...(aborted.get(name) ?? []), pending]);
        });
      });
    },
    settle: (name, answer) => {
      const pending = open.get(name);
      if (!pending) return false;
      open.delete(name);
      settleOne(pending, answer);
      return true;
    },
    settleAborted: (name, answer) => {
      const all = aborted.get(name) ?? [];
      aborted.delete(name);
      for (const pending of all) settleOne(pending, answer);
      return all.length > 0;
    },
    nextId: () => ++lastId,
  };
}

/** Flushes settled promises; XState needs several microtask turns. */
export async function flushPromises(): Promise<void> {
  for (let round = 0; round < 8; round++) await Promise.resolve();
}
