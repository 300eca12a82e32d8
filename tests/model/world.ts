import { SimulatedClock } from "xstate";

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  open: boolean;
}

/** Everything outside of one machine: its clocks, its calls held back until told, and what it did, in order. */
export interface World {
  /** Where the machine's timers run. */
  readonly timers: SimulatedClock;
  /** Wall clock, ms since 1970: goes on while the timers sleep. */
  readonly now: () => number;
  /** The wall clock goes on, the timers do not: a closed lid. */
  readonly sleep: (ms: number) => void;
  /** Notes an effect. */
  readonly did: (text: string) => void;
  /** The effects since the last time one asked. */
  readonly effects: () => string[];
  /** A call that stays open until `settle`; an abort is an effect of its own. */
  readonly call: <T>(name: string, text: string, signal?: AbortSignal) => Promise<T>;
  /** Answers the open call of that name; false where none is open. */
  readonly settle: (name: string, answer: Answer) => boolean;
  /** Answers the calls of that name that were given up. */
  readonly settleLate: (name: string, answer: Answer) => boolean;
  /** A count that goes up: for ids. */
  readonly count: () => number;
}

export type Answer = { readonly resolve: unknown } | { readonly reject: unknown };

const start = 1_000_000;

const settleOne = (pending: Pending, answer: Answer) => {
  pending.open = false;
  if ("resolve" in answer) pending.resolve(answer.resolve);
  else pending.reject(answer.reject);
};

/** A fresh world. */
export function createWorld(): World {
  const timers = new SimulatedClock();
  const open = new Map<string, Pending>();
  const late = new Map<string, Pending[]>();
  let slept = 0;
  let counted = 0;
  let effects: string[] = [];
  const did = (text: string) => void effects.push(text);
  return {
    timers,
    now: () => start + timers.now() + slept,
    sleep: (ms) => {
      slept += ms;
    },
    did,
    effects: () => {
      const all = effects;
      effects = [];
      return all;
    },
    call: <T>(name: string, text: string, signal?: AbortSignal) => {
      did(text);
      return new Promise<T>((resolve, reject) => {
        const pending: Pending = { resolve: resolve as (value: unknown) => void, reject, open: true };
        open.set(name, pending);
        signal?.addEventListener("abort", () => {
          if (!pending.open) return;
          did(`gives up ${name}`);
          if (open.get(name) === pending) open.delete(name);
          late.set(name, [...(late.get(name) ?? []), pending]);
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
    settleLate: (name, answer) => {
      const all = late.get(name) ?? [];
      late.delete(name);
      for (const pending of all) settleOne(pending, answer);
      return all.length > 0;
    },
    count: () => ++counted,
  };
}

/** Lets promises that have settled be heard: XState needs several turns. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}
