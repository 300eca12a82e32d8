import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from "xstate";
import { createExplorer, type Explorer, getStepLabel, type Step } from "./createExplorer.ts";
import type { Subject } from "./defineSubject.ts";
import type { Path } from "./findShortestPaths.ts";

/** Short paths fail earlier and with fewer steps to report. */
const maxPathLength = 20;

export interface CoveringOptions {
  /** Whether the step is possible. */
  readonly isAllowed: (step: Step) => boolean;
  /** Covers every state once, or every edge into every state. */
  readonly cover: "states" | "edges";
  /** Whether the state is too short to be observed; then every pair of edges into and out of it is covered. */
  readonly isTransient?: (state: string) => boolean;
}

interface GraphStep {
  readonly step: Step;
  readonly to: AnyMachineSnapshot;
  readonly edge: string;
  /** Key that this step covers. */
  readonly covers: string;
}

/** A path from a given snapshot. */
type GraphPath = readonly GraphStep[];

/**
 * Finds few paths that cover everything, greedily: each path continues to the nearest uncovered key and ends when the
 * machine is done, nothing uncovered is reachable, or the path is long.
 */
export function findCoveringPaths(subject: Subject, options: CoveringOptions): Path[] {
  const explorer = createExplorer(subject);
  const start = getInitialSnapshot(explorer.machine) as AnyMachineSnapshot;
  const pathsAfter = (before: GraphPath) =>
    shortestPathsFrom(before.at(-1)?.to ?? start, before, explorer, options);
  const uncovered = new Set([...pathsAfter([])].map(lastStep).map(({ covers }) => covers));
  const findNext = (before: GraphPath): GraphPath | undefined => {
    let ending: GraphPath | undefined;
    for (const path of pathsAfter(before)) {
      const { covers, to } = lastStep(path);
      if (!uncovered.has(covers)) continue;
      if (to.status === "active") return path;
      ending ??= path;
    }
    return ending;
  };
  const paths: Path[] = [];
  while (uncovered.size > 0) {
    const moves: GraphStep[] = [];
    for (let path = findNext(moves); path && moves.length < maxPathLength; path = findNext(moves)) {
      moves.push(...path);
      for (const { covers } of path) uncovered.delete(covers);
      if (lastStep(path).to.status !== "active") break;
    }
    if (moves.length === 0) throw new Error(`no path leads to ${[...uncovered].join(", ")}`);
    paths.push({
      steps: moves.map(({ step }) => step),
      plannedValues: moves.map(({ to }) => to.value),
      state: explorer.key(lastStep(moves).to),
    });
  }
  return paths;
}

const lastStep = (path: GraphPath): GraphStep => {
  const last = path.at(-1);
  if (!last) throw new Error("a path has at least one step");
  return last;
};

/** Yields the shortest path to each edge, nearest first. */
function* shortestPathsFrom(
  start: AnyMachineSnapshot,
  before: GraphPath,
  { machine, key, edge: formatEdge, getEvents, getStep, transitionAt }: Explorer,
  { isAllowed, cover, isTransient = () => false }: CoveringOptions,
): Generator<GraphPath> {
  const known = new Set<string>();
  const open: { here: AnyMachineSnapshot; path: GraphPath }[] = [{ here: start, path: [] }];
  for (const { here, path } of open) {
    for (const event of getEvents(here)) {
      const step = getStep(event);
      if (!step || !isAllowed(step)) continue;
      const to = transitionAt(here, event, () => getNextSnapshot(machine, here, event) as AnyMachineSnapshot);
      const transientSuffix = isTransient(key(here))
        ? ` after ${(path.at(-1) ?? before.at(-1))?.edge ?? "nothing"}`
        : "";
      const edge = formatEdge(to, getStepLabel(step), here) + transientSuffix;
      if (known.has(edge)) continue;
      known.add(edge);
      const extended = [...path, { step, to, edge, covers: cover === "edges" ? edge : key(to) }];
      yield extended;
      if (to.status === "active") open.push({ here: to, path: extended });
    }
  }
}
