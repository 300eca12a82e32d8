import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { getOwnEvents, resolveDelay } from "../../machines/graph/xstateInternals.ts";
import type { Observed } from "./createReference.ts";
import type { Stimulus, Subject } from "./defineSubject.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

/** One step of a path: something that happens, or the state's timer. */
export type Step = Stimulus | "after";

export const getStepLabel = (step: Step): string => (step === "after" ? "after" : step.label);

/** A machine that is explored by pure transitions, each snapshot at its own time. */
export interface Explorer {
  readonly machine: AnyStateMachine;
  /** A text that is equal for equal states. */
  readonly key: (snapshot: AnyMachineSnapshot) => string;
  /** A text for a state by the edge that leads into it. */
  readonly edge: (into: AnyMachineSnapshot, label: string, from: AnyMachineSnapshot) => string;
  /** What can happen here, timers included. */
  readonly getEvents: (snapshot: AnyMachineSnapshot) => AnyEventObject[];
  readonly getStep: (event: AnyEventObject | undefined) => Step | undefined;
  /** Makes the transition at the time at which the event comes. */
  readonly transitionAt: (
    snapshot: AnyMachineSnapshot,
    event: AnyEventObject,
    transition: () => AnyMachineSnapshot,
  ) => AnyMachineSnapshot;
}

/** Plain functions around the production machine: its pure transition, with the wall clock where each state has it. */
export function createExplorer(subject: Subject): Explorer {
  const world = createTestEnvironment();
  const { machine } = subject.build(world);
  const snapshotTimes = new WeakMap<object, number>();
  const origin = world.now();
  const getTime = (snapshot: AnyMachineSnapshot) => snapshotTimes.get(snapshot) ?? origin;
  const steps = new WeakMap<object, Step>();
  const moveTo = (now: number) => world.advanceWallClock(now - world.now());
  const key = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([
      snapshot.value,
      snapshot.status,
      subject.key ? subject.key(snapshot, getTime(snapshot)) : subject.see(snapshot.context as Observed),
    ]);
  const createEvent = (stimulus: Stimulus, snapshot: AnyMachineSnapshot): AnyEventObject =>
    typeof stimulus.event === "function"
      ? stimulus.event({ now: world.now() + (stimulus.sleep ?? 0), context: snapshot.context as Observed })
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
      // A delay may hang on what is left of another.
      moveTo(getTime(snapshot));
      const passed = step === "after" || !step ? resolveDelay(machine, snapshot, event) : (step.sleep ?? 0);
      moveTo(getTime(snapshot) + passed);
      const next = transition();
      if (next !== snapshot) snapshotTimes.set(next, world.now());
      return next;
    },
  };
}
