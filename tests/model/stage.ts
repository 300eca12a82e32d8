import { isDeepStrictEqual } from "node:util";
import { type AnyEventObject, type AnyStateMachine, createActor, type StateValue } from "xstate";
import { activeNodes, takenBy, transitionKey } from "../../machines/graph/seam.ts";
import { createReference, type Expected, type Move, type Seen } from "./reference.ts";
import type { Stimulus, Subject } from "./subject.ts";
import { type Answer, createWorld, settled } from "./world.ts";

/** What was touched, over any number of runs. */
export interface Coverage {
  readonly states: Set<string>;
  readonly transitions: Set<string>;
  readonly moves: Set<Move<Seen>>;
}

export const newCoverage = (): Coverage => ({ states: new Set(), transitions: new Set(), moves: new Set() });

/** Turns the production machine into what is run: itself, or a mutant. */
export type Variant = (machine: AnyStateMachine) => AnyStateMachine;
const asItIs: Variant = (machine) => machine;

const leaf = (value: StateValue | undefined): string => {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  const [[key, inner] = ["", undefined]] = Object.entries(value);
  const rest = leaf(inner);
  return rest ? `${key}.${rest}` : key;
};

/** Region by region, the leaf state of a snapshot's value. */
export const leavesOf = (value: StateValue, regions: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    regions.map((name) => [
      name,
      name === "" ? leaf(value) : leaf((value as Record<string, StateValue>)[name]),
    ]),
  );

const answerOf = (event: AnyEventObject): { name: string; answer: Answer } | null => {
  if (event.type.startsWith("xstate.done.actor."))
    return { name: event.type.slice(18), answer: { resolve: event.output } };
  if (event.type.startsWith("xstate.error.actor."))
    return { name: event.type.slice(19), answer: { reject: event.error } };
  return null;
};

/** A machine running beside its expectation. Every method answers with what differs, or null. */
export interface Stage {
  readonly begin: () => Promise<string | null>;
  readonly happen: (stimulus: Stimulus) => Promise<string | null>;
  /** The state's timer: nothing 1 ms before, then what is expected. */
  readonly timer: () => Promise<string | null>;
  /** Half of the time to the next timer goes by. */
  readonly wait: () => Promise<string | null>;
  readonly trace: readonly string[];
  readonly stop: () => void;
}

/** Puts a subject, or a mutant of it, on stage. */
export function createStage(subject: Subject, coverage: Coverage = newCoverage(), variant = asItIs): Stage {
  const world = createWorld();
  const { machine, deliver, around } = subject.build(world);
  const regions = Object.keys(subject.expectation.regions);
  const clocks = () => ({ wall: world.now(), timers: world.timers.now() });
  const reference = createReference(subject.expectation, clocks());
  const trace: string[] = [];
  let crash: unknown = null;
  const actor = createActor(variant(machine), {
    clock: world.timers,
    inspect: (inspected) => {
      for (const taken of takenBy(inspected)) {
        coverage.transitions.add(transitionKey(taken));
        // States that are left in the very step that enters them are in no snapshot.
        for (const { id } of [taken.source, ...(taken.target ?? [])]) coverage.states.add(id);
      }
    },
  });
  actor.subscribe({
    next: (snapshot) => {
      for (const { id } of activeNodes(snapshot)) coverage.states.add(id);
    },
    error: (error) => {
      crash = error;
    },
  });

  const compare = (expected: Expected): string | null => {
    const snapshot = actor.getSnapshot();
    for (const { id } of activeNodes(snapshot)) coverage.states.add(id);
    for (const move of reference.used) coverage.moves.add(move);
    const actual: Expected = {
      at: leavesOf(snapshot.value, regions),
      tags: [...snapshot.tags].sort(),
      seen: { ...subject.see(snapshot.context as Seen), ...around?.() },
      effects: world.effects(),
    };
    trace.push(
      `→ ${Object.values(actual.at).join(" + ")} ${actual.effects.map((one) => `[${one}]`).join(" ")}`,
    );
    if (crash !== null) return `crashed: ${String(crash)}`;
    const broken = subject.invariant?.({
      at: Object.values(actual.at).join(" + "),
      seen: actual.seen,
      effects: actual.effects,
    });
    if (broken) return broken;
    for (const part of ["at", "effects", "seen", "tags"] as const)
      if (!isDeepStrictEqual(actual[part], expected[part]))
        return `${part}: ${JSON.stringify(actual[part])} instead of ${JSON.stringify(expected[part])}`;
    return null;
  };

  const quiet = () => compare({ ...reference.now(), effects: [] });
  /** False where the event cannot happen now: no line to hear it on. */
  const send = (event: AnyEventObject): boolean => {
    const way = deliver?.(event) ?? "send";
    if (way === "send" && actor.getSnapshot().status === "active") actor.send(event);
    return way !== "impossible";
  };

  return {
    trace,
    begin: async () => {
      actor.start();
      await settled();
      return compare(reference.now());
    },
    happen: async (stimulus) => {
      world.sleep(stimulus.sleep ?? 0);
      const event =
        typeof stimulus.event === "function"
          ? stimulus.event({ now: world.now(), context: actor.getSnapshot().context as Seen })
          : stimulus.event;
      trace.push(stimulus.label);
      const answer = answerOf(event);
      if (answer && !world.settle(answer.name, answer.answer)) {
        world.settleLate(answer.name, answer.answer);
        await settled();
        return quiet();
      }
      if (!answer && !send(event)) return quiet();
      await settled();
      return compare(reference.step(stimulus.label, clocks()));
    },
    timer: async () => {
      const due = reference.due();
      trace.push("after");
      if (!due) {
        world.timers.increment(1_000_000);
        await settled();
        return quiet();
      }
      const left = due.at - world.timers.now();
      if (left > 0) {
        world.timers.increment(left - 1);
        await settled();
        const early = quiet();
        if (early) return `1 ms early: ${early}`;
        world.timers.increment(1);
      } else world.timers.increment(0);
      await settled();
      return compare(reference.step("after", clocks(), due.region));
    },
    wait: async () => {
      const due = reference.due();
      const ms = due ? Math.floor((due.at - world.timers.now()) / 2) : 500;
      // A timer that is due already goes off by itself: that is not waiting.
      if (ms <= 0) return null;
      trace.push(`wait ${ms}`);
      world.timers.increment(ms);
      await settled();
      return quiet();
    },
    stop: () => void actor.stop(),
  };
}
