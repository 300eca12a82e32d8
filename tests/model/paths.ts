import type { AnyEventObject, AnyMachineSnapshot, StateValue } from "xstate";
import { getShortestPaths } from "xstate/graph";
import { exploringOf, labelOf, type Step } from "./exploring.ts";
import type { Subject } from "./subject.ts";

export interface Path {
  readonly steps: readonly Step[];
  /** Where each step leads, where that was planned. */
  readonly through?: readonly StateValue[];
  /** Where it leads, as a text that is equal for equal states. */
  readonly state: string;
}

/** Runs the steps in words. */
export const describePath = ({ steps }: Path): string => steps.map(labelOf).join(" → ") || "(start)";

/**
 * Shortest paths over the production machine into every state by every edge. The incoming edge is part of the
 * state's key, otherwise parallel edges are lost; timers come for free, answers of calls by their samples.
 */
export function pathsOf(subject: Subject): Path[] {
  const { machine, key, edge, eventsOf, stepOf, at } = exploringOf(subject);
  const logic = {
    getInitialSnapshot: (scope: never) => machine.getInitialSnapshot(scope),
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: never) =>
      at(snapshot, event, () => machine.transition(snapshot, event, scope) as AnyMachineSnapshot),
  };
  const label = (event: AnyEventObject | undefined) => {
    const step = stepOf(event);
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
    ) => (event && before ? edge(snapshot, label(event), before) : key(snapshot))) as never,
  }) as unknown as { state: AnyMachineSnapshot; steps: { event: AnyEventObject }[] }[];
  return paths.map(({ state, steps }) => ({
    state: key(state),
    steps: steps.flatMap(({ event }) => stepOf(event) ?? []),
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
