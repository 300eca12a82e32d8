import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from "xstate";
import { createExplorer, type Explorer, getStepLabel, type Step } from "./createExplorer.ts";
import type { Subject } from "./defineSubject.ts";
import type { Path } from "./findShortestPaths.ts";

/** A short path finds a fault sooner and reports it in fewer steps. */
const maxPathLength = 20;

export interface CoveringOptions {
  /** Whether the step can be taken at all. */
  readonly isAllowed: (step: Step) => boolean;
  /** Every state once, or every state by every edge into it. */
  readonly cover: "states" | "edges";
  /** Whether the state is too short to be seen: each way into it is gone through to each way out of it. */
  readonly isTransient?: (state: string) => boolean;
}

interface GraphStep {
  readonly step: Step;
  readonly to: AnyMachineSnapshot;
  readonly edge: string;
  /** What this step covers. */
  readonly covers: string;
}

/** A way from a snapshot on. */
type GraphPath = readonly GraphStep[];

/**
 * As few ways as are easily found through all that there is to show: each goes on to the nearest that no way has
 * shown yet, and ends where the machine does, where nothing new can be reached, or where it is long.
 */
export function findCoveringPaths(subject: Subject, options: CoveringOptions): Path[] {
  const exploring = createExplorer(subject);
  const start = getInitialSnapshot(exploring.machine) as AnyMachineSnapshot;
  const pathsAfter = (before: GraphPath) =>
    shortestPathsFrom(before.at(-1)?.to ?? start, before, exploring, options);
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
    if (moves.length === 0) throw new Error(`no way leads to ${[...uncovered].join(", ")}`);
    paths.push({
      steps: moves.map(({ step }) => step),
      plannedValues: moves.map(({ to }) => to.value),
      state: exploring.key(lastStep(moves).to),
    });
  }
  return paths;
}

const lastStep = (path: GraphPath): GraphStep => {
  const last = path.at(-1);
  if (!last) throw new Error("a way has a step at least");
  return last;
};

/** The shortest way into each state by each edge, the nearest first. */
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
