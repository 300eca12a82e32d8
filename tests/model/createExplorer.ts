import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { getOwnEvents, resolveDelay } from "../../machines/graph/xstateInternals.ts";
import type { Observed } from "./createReference.ts";
import type { Stimulus, Subject } from "./defineSubject.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

/** One step of a path: a stimulus or the state's timer. */
export type Step = Stimulus | "after";

export const getStepLabel = (step: Step): string => (step === "after" ? "after" : step.label);

/** Explores a machine by pure transitions; each snapshot has its own time. */
export interface Explorer {
  readonly machine: AnyStateMachine;
  /** Key of a state. */
  readonly key: (snapshot: AnyMachineSnapshot) => string;
  /** Key of a state together with the edge into it. */
  readonly edge: (into: AnyMachineSnapshot, label: string, from: AnyMachineSnapshot) => string;
  /** Possible events, including timers. */
  readonly getEvents: (snapshot: AnyMachineSnapshot) => AnyEventObject[];
  readonly getStep: (event: AnyEventObject | undefined) => Step | undefined;
  /** Runs the transition with the wall clock set to the event's time. */
  readonly transitionAt: (
    snapshot: AnyMachineSnapshot,
    event: AnyEventObject,
    transition: () => AnyMachineSnapshot,
  ) => AnyMachineSnapshot;
}

/** Wraps the production machine's pure transition function and sets the wall clock for each state. */
export function createExplorer(subject: Subject): Explorer {
  const environment = createTestEnvironment();
  const { machine } = subject.build(environment);
  const snapshotTimes = new WeakMap<object, number>();
  const origin = environment.now();
  const getTime = (snapshot: AnyMachineSnapshot) => snapshotTimes.get(snapshot) ?? origin;
  const steps = new WeakMap<object, Step>();
  const moveTo = (now: number) => environment.advanceWallClock(now - environment.now());
  const key = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([
      snapshot.value,
      snapshot.status,
      subject.key ? subject.key(snapshot, getTime(snapshot)) : subject.observe(snapshot.context as Observed),
    ]);
  const createEvent = (stimulus: Stimulus, snapshot: AnyMachineSnapshot): AnyEventObject =>
    typeof stimulus.event === "function"
      ? stimulus.event({
          now: environment.now() + (stimulus.sleep ?? 0),
          context: snapshot.context as Observed,
        })
      : { ...stimulus.event };
  const getEventType = ({ event, type }: Stimulus) => (typeof event === "function" ? type : event.type);
  return {
    machine,
    key,
    edge: (into, label, from) => `${key(into)} by ${label} from ${JSON.stringify(from.value)}`,
    getEvents: (snapshot) =>
      getOwnEvents(snapshot).flatMap((type) => {
        moveTo(getTime(snapshot));
        if (type.startsWith("xstate.after.")) {
          const event = { type };
          steps.set(event, "after");
          return [event];
        }
        return subject.stimuli
          .filter((stimulus) => getEventType(stimulus) === type)
          .filter((stimulus) => subject.shouldExplore?.(snapshot, stimulus) ?? true)
          .map((stimulus) => {
            const event = createEvent(stimulus, snapshot);
            steps.set(event, stimulus);
            return event;
          });
      }),
    getStep: (event) => event && steps.get(event),
    transitionAt: (snapshot, event, transition) => {
      const step = steps.get(event);
      // A delay may depend on the remaining time of another.
      moveTo(getTime(snapshot));
      const passed = step === "after" || !step ? resolveDelay(machine, snapshot, event) : (step.sleep ?? 0);
      moveTo(getTime(snapshot) + passed);
      const next = transition();
      if (next !== snapshot) snapshotTimes.set(next, environment.now());
      return next;
    },
  };
}
