import type { ProcessTimers } from "../../../server/processTimers.ts";
import type { VirtualTime } from "./virtualTime.ts";

/** State of the way to a server: packets of a silent one may arrive once it is up again. */
export type LinkState = "up" | "silent" | "refused";

/** Carries packets between a machine and a server. */
export interface Link {
  readonly getState: () => LinkState;
  readonly setState: (state: LinkState) => void;
  /** Runs `arrive` once the packet is there; `onRefused` if the way refuses it. */
  readonly send: (arrive: () => void, onRefused?: () => void) => void;
}

/** The machine of one run of a process: its clock may run fast or slow, it may freeze, and be killed. */
export interface Machine {
  readonly name: string;
  readonly timers: ProcessTimers;
  readonly database: Link;
  readonly nats: Link;
  readonly isAlive: () => boolean;
  readonly isFrozen: () => boolean;
  /** Since when it runs and reaches the database; null while it does not. */
  readonly getHealthySince: () => number | null;
  /** When it was last away for longer than a moment. */
  readonly getAwayUntil: () => number;
  /** Runs what reached the process from outside: at once, after a freeze, or never. */
  readonly deliver: (run: () => void) => void;
  /** @param stopsClock as that of a suspended virtual machine */
  readonly freeze: (stopsClock: boolean) => void;
  readonly thaw: () => void;
  readonly kill: () => void;
}

export interface MachineOptions {
  readonly name: string;
  readonly time: VirtualTime;
  readonly random: () => number;
  /** Speed of its clock. */
  readonly rate: number;
}

const maxSilenceMs = 15_000;
/** A machine that is away for no longer loses one statement or two, ms. */
const momentMs = 1_500;

function createLink(time: VirtualTime, random: () => number, onChange: () => void): Link {
  let state: LinkState = "up";
  let silentSince = 0;
  let held: (() => void)[] = [];
  /** One in two hundred is late. */
  const drawLatency = () => 1 + random() * 8 + (random() < 0.005 ? random() * 500 : 0);
  function arrive(run: () => void, onRefused?: () => void): void {
    if (state === "up") return run();
    if (state === "silent") return void held.push(run);
    onRefused?.();
  }
  return {
    getState: () => state,
    setState: (next) => {
      if (next === "silent" && state !== "silent") silentSince = time.now();
      state = next;
      onChange();
      if (next === "silent") return;
      const waiting = held;
      held = [];
      // Sent again by the kernel, unless it has given the connection up.
      if (next === "up" && time.now() - silentSince < maxSilenceMs && random() < 0.6)
        for (const run of waiting) time.after(drawLatency(), () => arrive(run));
    },
    send: (run, onRefused) =>
      void time.after(drawLatency(), () => arrive(run, onRefused && (() => time.after(1, onRefused)))),
  };
}

export function createMachine({ name, time, random, rate }: MachineOptions): Machine {
  const startedAt = time.now();
  let isAlive = true;
  let frozenAt: number | null = null;
  let stopsClock = false;
  let stoppedMs = 0;
  let held: (() => void)[] = [];
  let healthySince: number | null = time.now();
  let awaySince = 0;
  let awayUntil = time.now();
  const onChange = () => {
    const isHealthy = isAlive && frozenAt === null && database.getState() === "up";
    if (!isHealthy) {
      if (healthySince !== null) awaySince = time.now();
      healthySince = null;
    } else if (healthySince === null) {
      if (time.now() - awaySince > momentMs) awayUntil = time.now();
      healthySince = time.now();
    }
  };
  const database = createLink(time, random, onChange);
  const nats = createLink(time, random, onChange);
  const deliver = (run: () => void) => {
    if (!isAlive) return;
    if (frozenAt === null) run();
    else held.push(run);
  };
  return {
    name,
    database,
    nats,
    deliver,
    isAlive: () => isAlive,
    isFrozen: () => frozenAt !== null,
    getHealthySince: () => healthySince,
    getAwayUntil: () => awayUntil,
    timers: {
      monotonicMs: () => (time.now() - startedAt - stoppedMs) * rate,
      setTimer: (run, ms) => {
        let isCancelled = false;
        const cancel = time.after(ms / rate, () => deliver(() => isCancelled || run()));
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    },
    freeze: (stops) => {
      frozenAt ??= time.now();
      stopsClock = stops;
      onChange();
    },
    thaw: () => {
      if (frozenAt === null) return;
      if (stopsClock) stoppedMs += time.now() - frozenAt;
      frozenAt = null;
      onChange();
      const waiting = held;
      held = [];
      for (const run of waiting) deliver(run);
    },
    kill: () => {
      isAlive = false;
      held = [];
      onChange();
    },
  };
}
