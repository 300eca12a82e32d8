import { SimulatedClock } from "xstate";

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  open: boolean;
}

/** Everything outside of one machine: its clocks, its calls held back until told, and what it did, in order. */
export interface TestEnvironment {
  /** Where the machine's timers run. */
  readonly timers: SimulatedClock;
  /** Wall clock, ms since 1970: goes on while the timers sleep. */
  readonly now: () => number;
  /** The wall clock goes on, the timers do not: a closed lid. */
  readonly advanceWallClock: (ms: number) => void;
  /** Notes an effect. */
  readonly recordEffect: (text: string) => void;
  /** The effects since the last time one asked. */
  readonly takeEffects: () => string[];
  /** A call that stays open until `settle`; an abort is an effect of its own. */
  readonly call: <T>(name: string, text: string, signal?: AbortSignal) => Promise<T>;
  /** Answers the open call of that name; false where none is open. */
  readonly settle: (name: string, answer: CallResult) => boolean;
  /** Answers the calls of that name that were given up. */
  readonly settleAborted: (name: string, answer: CallResult) => boolean;
  /** A count that goes up: for ids. */
  readonly nextId: () => number;
}

export type CallResult = { readonly resolve: unknown } | { readonly reject: unknown };

const startTimeMs = 1_000_000;

const settleOne = (pending: PendingCall, answer: CallResult) => {
  pending.open = false;
  if ("resolve" in answer) pending.resolve(answer.resolve);
  else pending.reject(answer.reject);
};

/** A fresh world. */
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
          recordEffect(`gives up ${name}`);
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

/** Lets promises that have settled be heard: XState needs several turns. */
export async function flushPromises(): Promise<void> {
  for (let round = 0; round < 8; round++) await Promise.resolve();
}
