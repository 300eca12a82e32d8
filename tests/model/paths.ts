import type { AnyEventObject, AnyMachineSnapshot } from "xstate";
import { getShortestPaths } from "xstate/graph";
import { delayOf, ownEvents } from "../../machines/graph/seam.ts";
import type { Seen } from "./reference.ts";
import type { Stimulus, Subject } from "./subject.ts";
import { createWorld } from "./world.ts";

/** One step of a path: something that happens, or the state's timer. */
export type Step = Stimulus | "after";

export interface Path {
  readonly steps: readonly Step[];
  /** Where it leads, as a text that is equal for equal states. */
  readonly state: string;
}

export const labelOf = (step: Step): string => (step === "after" ? "after" : step.label);

/** Runs the steps in words. */
export const describePath = ({ steps }: Path): string => steps.map(labelOf).join(" → ") || "(start)";

/**
 * Shortest paths over the production machine into every state by every edge. The incoming edge is part of the
 * state's key, otherwise parallel edges are lost; timers come for free, answers of calls by their samples.
 */
export function pathsOf(subject: Subject): Path[] {
  const world = createWorld();
  const { machine } = subject.build(world);
  const clock = new WeakMap<object, number>();
  const origin = world.now();
  const at = (snapshot: AnyMachineSnapshot) => clock.get(snapshot) ?? origin;
  const stepOf = new WeakMap<object, Step>();
  const key = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([
      snapshot.value,
      snapshot.status,
      subject.key ? subject.key(snapshot, at(snapshot)) : subject.see(snapshot.context as Seen),
    ]);
  const moveTo = (now: number) => world.sleep(now - world.now());

  // Plain functions around the machine: the pure transition, with the wall clock where this state has it.
  const logic = {
    getInitialSnapshot: (scope: never) => machine.getInitialSnapshot(scope),
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: never) => {
      const step = stepOf.get(event);
      const passed = step === "after" || !step ? delayOf(machine, snapshot, event) : (step.sleep ?? 0);
      moveTo(at(snapshot) + passed);
      const next = machine.transition(snapshot, event, scope) as AnyMachineSnapshot;
      if (next !== snapshot) clock.set(next, world.now());
      return next;
    },
  };
  const eventsOf = (snapshot: AnyMachineSnapshot): AnyEventObject[] =>
    ownEvents(snapshot).flatMap((type) => {
      moveTo(at(snapshot));
      if (type.startsWith("xstate.after.")) {
        const event = { type };
        stepOf.set(event, "after");
        return [event];
      }
      return subject.stimuli
        .filter(
          (stimulus) => (typeof stimulus.event === "function" ? stimulus.type : stimulus.event.type) === type,
        )
        .filter((stimulus) => subject.explores?.(snapshot, stimulus) ?? true)
        .map((stimulus) => {
          const event =
            typeof stimulus.event === "function"
              ? stimulus.event({
                  now: world.now() + (stimulus.sleep ?? 0),
                  context: snapshot.context as Seen,
                })
              : { ...stimulus.event };
          stepOf.set(event, stimulus);
          return event;
        });
    });
  const label = (event: AnyEventObject | undefined) => {
    const step = event && stepOf.get(event);
    return step ? labelOf(step) : "";
  };
  // The graph functions take any logic; their types want a whole actor logic, of which they use these two.
  const paths = getShortestPaths(logic as never, {
    events: eventsOf as never,
    limit: 50_000,
    stopWhen: ((snapshot: AnyMachineSnapshot) => snapshot.status !== "active") as never,
    serializeEvent: label as never,
    serializeState: ((
      snapshot: AnyMachineSnapshot,
      event: AnyEventObject | undefined,
      before: AnyMachineSnapshot | undefined,
    ) =>
      key(snapshot) +
      (event && before ? ` by ${label(event)} from ${JSON.stringify(before.value)}` : "")) as never,
  }) as unknown as { state: AnyMachineSnapshot; steps: { event: AnyEventObject }[] }[];
  return paths.map(({ state, steps }) => ({
    state: key(state),
    steps: steps.flatMap(({ event }) => stepOf.get(event) ?? []),
  }));
}

/** One path, the shortest, to each state. */
export function onePathEach(paths: readonly Path[]): Path[] {
  const shortest = new Map<string, Path>();
  for (const path of paths) {
    const known = shortest.get(path.state);
    if (!known || known.steps.length > path.steps.length) shortest.set(path.state, path);
  }
  return [...shortest.values()];
}
