import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { delayOf, ownEvents } from "../../machines/graph/seam.ts";
import type { Seen } from "./reference.ts";
import type { Stimulus, Subject } from "./subject.ts";
import { createWorld } from "./world.ts";

/** One step of a path: something that happens, or the state's timer. */
export type Step = Stimulus | "after";

export const labelOf = (step: Step): string => (step === "after" ? "after" : step.label);

/** A machine that is explored by pure transitions, each snapshot at its own time. */
export interface Exploring {
  readonly machine: AnyStateMachine;
  /** A text that is equal for equal states. */
  readonly key: (snapshot: AnyMachineSnapshot) => string;
  /** A text for a state by the edge that leads into it. */
  readonly edge: (into: AnyMachineSnapshot, label: string, from: AnyMachineSnapshot) => string;
  /** What can happen here, timers included. */
  readonly eventsOf: (snapshot: AnyMachineSnapshot) => AnyEventObject[];
  readonly stepOf: (event: AnyEventObject | undefined) => Step | undefined;
  /** Makes the transition at the time at which the event comes. */
  readonly at: (
    snapshot: AnyMachineSnapshot,
    event: AnyEventObject,
    transition: () => AnyMachineSnapshot,
  ) => AnyMachineSnapshot;
}

/** Plain functions around the production machine: its pure transition, with the wall clock where each state has it. */
export function exploringOf(subject: Subject): Exploring {
  const world = createWorld();
  const { machine } = subject.build(world);
  const clock = new WeakMap<object, number>();
  const origin = world.now();
  const timeOf = (snapshot: AnyMachineSnapshot) => clock.get(snapshot) ?? origin;
  const steps = new WeakMap<object, Step>();
  const moveTo = (now: number) => world.sleep(now - world.now());
  const key = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([
      snapshot.value,
      snapshot.status,
      subject.key ? subject.key(snapshot, timeOf(snapshot)) : subject.see(snapshot.context as Seen),
    ]);
  const made = (stimulus: Stimulus, snapshot: AnyMachineSnapshot): AnyEventObject =>
    typeof stimulus.event === "function"
      ? stimulus.event({ now: world.now() + (stimulus.sleep ?? 0), context: snapshot.context as Seen })
      : { ...stimulus.event };
  const typeOf = ({ event, type }: Stimulus) => (typeof event === "function" ? type : event.type);
  return {
    machine,
    key,
    edge: (into, label, from) => `${key(into)} by ${label} from ${JSON.stringify(from.value)}`,
    eventsOf: (snapshot) =>
      ownEvents(snapshot).flatMap((type) => {
        moveTo(timeOf(snapshot));
        if (type.startsWith("xstate.after.")) {
          const event = { type };
          steps.set(event, "after");
          return [event];
        }
        return subject.stimuli
          .filter((stimulus) => typeOf(stimulus) === type)
          .filter((stimulus) => subject.explores?.(snapshot, stimulus) ?? true)
          .map((stimulus) => {
            const event = made(stimulus, snapshot);
            steps.set(event, stimulus);
            return event;
          });
      }),
    stepOf: (event) => event && steps.get(event),
    at: (snapshot, event, transition) => {
      const step = steps.get(event);
      // A delay may hang on what is left of another.
      moveTo(timeOf(snapshot));
      const passed = step === "after" || !step ? delayOf(machine, snapshot, event) : (step.sleep ?? 0);
      moveTo(timeOf(snapshot) + passed);
      const next = transition();
      if (next !== snapshot) clock.set(next, world.now());
      return next;
    },
  };
}
