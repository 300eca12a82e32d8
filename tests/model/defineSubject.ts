import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import type { Expectation, Observed } from "./createReference.ts";
import type { TestEnvironment } from "./testEnvironment.ts";

/** One thing that can happen to a machine. Answers of calls are written as the events XState makes of them. */
export interface Stimulus {
  /** What the expectation calls it. */
  readonly label: string;
  readonly event: AnyEventObject | ((at: { now: number; context: Observed }) => AnyEventObject);
  /** Event type, where the event is made. */
  readonly type?: string;
  /** Ms the wall clock goes on, timers asleep, before it happens. */
  readonly sleep?: number;
}

/** A machine in its world, before the first event. */
export interface BuiltMachine {
  readonly machine: AnyStateMachine;
  /** Brings an event its own way where it does not come from the screen: over the line, for one. */
  readonly deliver?: (event: AnyEventObject) => "send" | "delivered" | "impossible";
  /** What of the world around the machine the expectation speaks of, beside the context. */
  readonly readEnvironment?: () => Observed;
}

/** One machine under test. */
export interface Subject {
  readonly name: string;
  readonly build: (world: TestEnvironment) => BuiltMachine;
  readonly stimuli: readonly Stimulus[];
  readonly expectation: Expectation<Observed>;
  /** What of the context the expectation speaks of. */
  readonly see: (context: Observed) => Observed;
  /** What tells two states apart while exploring, beside the state's name; default: everything seen. */
  readonly key?: (snapshot: AnyMachineSnapshot, now: number) => unknown;
  /** Whether a stimulus opens new ground here; default: always. In every state everything happens anyway. */
  readonly shouldExplore?: (snapshot: AnyMachineSnapshot, stimulus: Stimulus) => boolean;
  /** What must hold whatever happens: answers with what does not. */
  readonly invariant?: (after: { at: string; seen: Observed; effects: readonly string[] }) => string | null;
}

/** Gives a subject its type; the expectation's own context is only ever compared as a whole. */
export const defineSubject = <C extends Observed>(
  value: Omit<Subject, "expectation" | "see"> & {
    readonly expectation: Expectation<C>;
    readonly see: (context: never) => Partial<C>;
  },
): Subject => value as unknown as Subject;
