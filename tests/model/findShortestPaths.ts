import type { AnyEventObject, AnyMachineSnapshot, StateValue } from "xstate";
import { getShortestPaths } from "xstate/graph";
import { createExplorer, getStepLabel, type Step } from "./createExplorer.ts";
import type { Subject } from "./defineSubject.ts";

export interface Path {
  readonly steps: readonly Step[];
  /** State value after each step, if known. */
  readonly plannedValues?: readonly StateValue[];
  /** Key of the final state. */
  readonly state: string;
  /** Its innermost states by their full names, if known: one for each parallel region. */
  readonly leaves?: readonly string[];
}

/** Formats the steps as text. */
export const describePath = ({ steps }: Path): string => steps.map(getStepLabel).join(" → ") || "(start)";

/**
 * Finds the shortest path over every edge of the production machine. The incoming edge is part of the state's key,
 * otherwise parallel edges would be lost.
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
  // The types require a complete actor logic, but the graph functions only use these two methods.
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
    leaves: listLeaves(state.value),
    steps: steps.flatMap(({ event }) => getStep(event) ?? []),
  }));
}

const listLeaves = (value: StateValue, prefix = ""): string[] =>
  typeof value === "string"
    ? [`${prefix}${value}`]
    : Object.entries(value).flatMap(([name, inner]) => (inner ? listLeaves(inner, `${prefix}${name}.`) : []));

/** Of the paths, in their order, those that end in a state that none before does, in any of its parallel regions. */
export function pathsToNewLeaves(paths: readonly Path[]): Path[] {
  const seen = new Set<string>();
  return paths.filter(({ leaves = [] }) => {
    const isNew = leaves.some((leaf) => !seen.has(leaf));
    for (const leaf of leaves) seen.add(leaf);
    return isNew;
  });
}

/** Returns the shortest path to each state. */
export function shortestPathPerState(paths: readonly Path[]): Path[] {
  const shortest = new Map<string, Path>();
  for (const path of paths) {
    const known = shortest.get(path.state);
    if (!known || known.steps.length > path.steps.length) shortest.set(path.state, path);
  }
  return [...shortest.values()];
}
