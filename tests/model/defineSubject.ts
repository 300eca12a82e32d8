import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import type { Expectation, Observed } from "./createReference.ts";
import type { TestEnvironment } from "./testEnvironment.ts";

/** One event that a machine can receive. Results of calls are written as XState's own events. */
export interface Stimulus {
  /** Name in the expectation. */
  readonly label: string;
  readonly event: AnyEventObject | ((at: { now: number; context: Observed }) => AnyEventObject);
  /** Event type, required if `event` is a function. */
  readonly type?: string;
  /** Advances the wall clock by so many ms before the event, while timers are paused. */
  readonly sleep?: number;
}

/** A machine with its environment, before the first event. */
export interface BuiltMachine {
  readonly machine: AnyStateMachine;
  /** Delivers events that do not come from the screen, for example through the connection. */
  readonly deliver?: (event: AnyEventObject) => "send" | "delivered" | "impossible";
  /** Values of the environment that the expectation uses, in addition to the context. */
  readonly readEnvironment?: () => Observed;
}

/** A machine under test. */
export interface Subject {
  readonly name: string;
  readonly build: (environment: TestEnvironment) => BuiltMachine;
  readonly stimuli: readonly Stimulus[];
  readonly expectation: Expectation<Observed>;
  /** Values of the context that the expectation uses. */
  readonly observe: (context: Observed) => Observed;
  /** Distinguishes states during exploration, in addition to the state's name; default: all observed values. */
  readonly key?: (snapshot: AnyMachineSnapshot, now: number) => unknown;
  /** Whether to explore a stimulus here; default: always. `runEveryEvent` sends every stimulus in every state anyway. */
  readonly shouldExplore?: (snapshot: AnyMachineSnapshot, stimulus: Stimulus) => boolean;
  /** Returns the violated invariant, or null. */
  readonly invariant?: (after: { at: string; seen: Observed; effects: readonly string[] }) => string | null;
}

/** Type-checks a subject. The expectation's own type is erased, as it is only compared as a whole. */
export const defineSubject = <C extends Observed>(
  value: Omit<Subject, "expectation" | "observe"> & {
    readonly expectation: Expectation<C>;
    readonly observe: (context: never) => Partial<C>;
  },
): Subject => value as unknown as Subject;
