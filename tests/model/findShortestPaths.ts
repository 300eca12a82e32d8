import type { AnyEventObject, AnyMachineSnapshot, StateValue } from "xstate";
import { getShortestPaths } from "xstate/graph";
import { createExplorer, getStepLabel, type Step } from "./createExplorer.ts";
import type { Subject } from "./defineSubject.ts";

export interface Path {
  readonly steps: readonly Step[];
  /** Where each step leads, where that was planned. */
  readonly plannedValues?: readonly StateValue[];
  /** Where it leads, as a text that is equal for equal states. */
  readonly state: string;
}

/** Runs the steps in words. */
export const describePath = ({ steps }: Path): string => steps.map(getStepLabel).join(" → ") || "(start)";

/**
 * Shortest paths over the production machine into every state by every edge. The incoming edge is part of the
 * state's key, otherwise parallel edges are lost; timers come for free, answers of calls by their samples.
 */
export function findShortestPaths(subject: Subject): Path[] {
  const { machine, key, edge, getEvents, getStep, transitionAt } = createExplorer(subject);
  const logic = {
    getInitialSnapshot: (scope: never) => machine.getInitialSnapshot(scope),
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: never) =>
      transitionAt(snapshot, event, () => machine.transition(snapshot, event, scope) as AnyMachineSnapshot),
  };
  const label = (event: AnyEventObject | undefined) => {
    const step = getStep(event);
    return step ? getStepLabel(step) : "";
  };
  // The graph functions take any logic; their types want a whole actor logic, of which they use these two.
  const paths = getShortestPaths(logic as never, {
    events: getEvents as never,
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
    steps: steps.flatMap(({ event }) => getStep(event) ?? []),
  }));
}

/** One path, the shortest, to each state. */
export function shortestPathPerState(paths: readonly Path[]): Path[] {
  const shortest = new Map<string, Path>();
  for (const path of paths) {
    const known = shortest.get(path.state);
    if (!known || known.steps.length > path.steps.length) shortest.set(path.state, path);
  }
  return [...shortest.values()];
}
