import { isDeepStrictEqual } from "node:util";
import { type AnyEventObject, type AnyStateMachine, createActor, type StateValue } from "xstate";
import { getActiveNodes, getTakenTransitions, transitionKey } from "../../machines/graph/xstateInternals.ts";
import { createReference, type Expected, type Observed, type Rule } from "./createReference.ts";
import type { Stimulus, Subject } from "./defineSubject.ts";
import { type CallResult, createTestEnvironment, flushPromises } from "./testEnvironment.ts";

/** Coverage collected over any number of runs. */
export interface Coverage {
  readonly states: Set<string>;
  readonly transitions: Set<string>;
  readonly rules: Set<Rule<Observed>>;
}

export const createCoverage = (): Coverage => ({
  states: new Set(),
  transitions: new Set(),
  rules: new Set(),
});

/** Returns the machine to run: the production machine itself or a mutant. */
export type Variant = (machine: AnyStateMachine) => AnyStateMachine;
const unchanged: Variant = (machine) => machine;

const getLeafState = (value: StateValue | undefined): string => {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  const [[key, inner] = ["", undefined]] = Object.entries(value);
  const rest = getLeafState(inner);
  return rest ? `${key}.${rest}` : key;
};

/** Returns the leaf state of each region. */
export const getLeafStates = (value: StateValue, regions: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    regions.map((name) => [
      name,
      name === "" ? getLeafState(value) : getLeafState((value as Record<string, StateValue>)[name]),
    ]),
  );

const parseCallResult = (event: AnyEventObject): { name: string; answer: CallResult } | null => {
  if (event.type.startsWith("xstate.done.actor."))
    return { name: event.type.slice(18), answer: { resolve: event.output } };
  if (event.type.startsWith("xstate.error.actor."))
    return { name: event.type.slice(19), answer: { reject: event.error } };
  return null;
};

/** Runs a machine alongside its expectation. Every method resolves with the difference, or null. */
export interface MachineRun {
  readonly start: () => Promise<string | null>;
  readonly send: (stimulus: Stimulus) => Promise<string | null>;
  /** Fires the state's timer: nothing may change 1 ms before, then the expected result. */
  readonly fireTimer: () => Promise<string | null>;
  /** Advances half the time to the next timer. */
  readonly waitHalf: () => Promise<string | null>;
  readonly trace: readonly string[];
  readonly stop: () => void;
}

/** Starts a subject, or a mutant of it, with its environment. */
export function createMachineRun(
  subject: Subject,
  coverage: Coverage = createCoverage(),
  variant = unchanged,
): MachineRun {
  const environment = createTestEnvironment();
  const { machine, deliver, readEnvironment } = subject.build(environment);
  const regions = Object.keys(subject.expectation.regions);
  const clocks = () => ({ wall: environment.now(), timers: environment.timers.now() });
  const reference = createReference(subject.expectation, clocks());
  const trace: string[] = [];
  let crash: unknown = null;
  const actor = createActor(variant(machine), {
    clock: environment.timers,
    inspect: (inspected) => {
      for (const taken of getTakenTransitions(inspected)) {
        coverage.transitions.add(transitionKey(taken));
        // States that are entered and left in one step appear in no snapshot.
        for (const { id } of [taken.source, ...(taken.target ?? [])]) coverage.states.add(id);
      }
    },
  });
  actor.subscribe({
    next: (snapshot) => {
      for (const { id } of getActiveNodes(snapshot)) coverage.states.add(id);
    },
    error: (error) => {
      crash = error;
    },
  });

  const compare = (expected: Expected): string | null => {
    const snapshot = actor.getSnapshot();
    for (const { id } of getActiveNodes(snapshot)) coverage.states.add(id);
    for (const rule of reference.usedRules) coverage.rules.add(rule);
    const actual: Expected = {
      at: getLeafStates(snapshot.value, regions),
      tags: [...snapshot.tags].sort(),
      seen: { ...subject.observe(snapshot.context as Observed), ...readEnvironment?.() },
      effects: environment.takeEffects(),
    };
    trace.push(
      `→ ${Object.values(actual.at).join(" + ")} ${actual.effects.map((item) => `[${item}]`).join(" ")}`,
    );
    if (crash !== null) return `crashed: ${String(crash)}`;
    const violation = subject.invariant?.({
      at: Object.values(actual.at).join(" + "),
      seen: actual.seen,
      effects: actual.effects,
    });
    if (violation) return violation;
    for (const part of ["at", "effects", "seen", "tags"] as const)
      if (!isDeepStrictEqual(actual[part], expected[part]))
        return `${part}: ${JSON.stringify(actual[part])} instead of ${JSON.stringify(expected[part])}`;
    return null;
  };

  const expectNoChange = () => compare({ ...reference.current(), effects: [] });
  /** Returns false if the event cannot occur now, for example without a connection. */
  const send = (event: AnyEventObject): boolean => {
    const delivery = deliver?.(event) ?? "send";
    if (delivery === "send" && actor.getSnapshot().status === "active") actor.send(event);
    return delivery !== "impossible";
  };

  return {
    trace,
    start: async () => {
      actor.start();
      await flushPromises();
      return compare(reference.current());
    },
    send: async (stimulus) => {
      environment.advanceWallClock(stimulus.sleep ?? 0);
      const event =
        typeof stimulus.event === "function"
          ? stimulus.event({ now: environment.now(), context: actor.getSnapshot().context as Observed })
          : stimulus.event;
      trace.push(stimulus.label);
      const answer = parseCallResult(event);
      if (answer && !environment.settle(answer.name, answer.answer)) {
        environment.settleAborted(answer.name, answer.answer);
        await flushPromises();
        return expectNoChange();
      }
      if (!answer && !send(event)) return expectNoChange();
      await flushPromises();
      return compare(reference.step(stimulus.label, clocks()));
    },
    fireTimer: async () => {
      const due = reference.nextTimer();
      trace.push("after");
      if (!due) {
        environment.timers.increment(1_000_000);
        await flushPromises();
        return expectNoChange();
      }
      const left = due.at - environment.timers.now();
      if (left > 0) {
        environment.timers.increment(left - 1);
        await flushPromises();
        const early = expectNoChange();
        if (early) return `1 ms early: ${early}`;
        environment.timers.increment(1);
      } else environment.timers.increment(0);
      await flushPromises();
      return compare(reference.step("after", clocks(), due.region));
    },
    waitHalf: async () => {
      const due = reference.nextTimer();
      const ms = due ? Math.floor((due.at - environment.timers.now()) / 2) : 500;
      // A timer that is already due would fire, so there is nothing to wait for.
      if (ms <= 0) return null;
      trace.push(`wait ${ms}`);
      environment.timers.increment(ms);
      await flushPromises();
      return expectNoChange();
    },
    stop: () => void actor.stop(),
  };
}
