import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from "xstate";
import { type Exploring, exploringOf, labelOf, type Step } from "./exploring.ts";
import type { Path } from "./paths.ts";
import type { Subject } from "./subject.ts";

/** Where each begins, a fault is found sooner and told in fewer words. */
const longest = 20;

export interface TourOptions {
  /** Whether the step can be taken at all. */
  readonly allows: (step: Step) => boolean;
  /** Every state once, or every state by every edge into it. */
  readonly through: "states" | "edges";
  /** Whether the state is too short to be seen: each way into it is gone through to each way out of it. */
  readonly passing?: (state: string) => boolean;
}

interface Move {
  readonly step: Step;
  readonly to: AnyMachineSnapshot;
  readonly by: string;
  /** What this move has shown. */
  readonly shows: string;
}

/** A way from a snapshot on. */
type Way = readonly Move[];

/**
 * As few ways as are easily found through all that there is to show: each goes on to the nearest that no way has
 * shown yet, and ends where the machine does, where nothing new can be reached, or where it is long.
 */
export function toursOf(subject: Subject, options: TourOptions): Path[] {
  const exploring = exploringOf(subject);
  const start = getInitialSnapshot(exploring.machine) as AnyMachineSnapshot;
  const ways = (before: Way) => waysFrom(before.at(-1)?.to ?? start, before, exploring, options);
  const missing = new Set([...ways([])].map(lastOf).map(({ shows }) => shows));
  const nextAfter = (before: Way): Way | undefined => {
    let ending: Way | undefined;
    for (const way of ways(before)) {
      const { shows, to } = lastOf(way);
      if (!missing.has(shows)) continue;
      if (to.status === "active") return way;
      ending ??= way;
    }
    return ending;
  };
  const tours: Path[] = [];
  while (missing.size > 0) {
    const moves: Move[] = [];
    for (let way = nextAfter(moves); way && moves.length < longest; way = nextAfter(moves)) {
      moves.push(...way);
      for (const { shows } of way) missing.delete(shows);
      if (lastOf(way).to.status !== "active") break;
    }
    if (moves.length === 0) throw new Error(`no way leads to ${[...missing].join(", ")}`);
    tours.push({
      steps: moves.map(({ step }) => step),
      through: moves.map(({ to }) => to.value),
      state: exploring.key(lastOf(moves).to),
    });
  }
  return tours;
}

const lastOf = (way: Way): Move => {
  const last = way.at(-1);
  if (!last) throw new Error("a way has a step at least");
  return last;
};

/** The shortest way into each state by each edge, the nearest first. */
function* waysFrom(
  start: AnyMachineSnapshot,
  before: Way,
  { machine, key, edge, eventsOf, stepOf, at }: Exploring,
  { allows, through, passing = () => false }: TourOptions,
): Generator<Way> {
  const known = new Set<string>();
  const open: { here: AnyMachineSnapshot; way: Way }[] = [{ here: start, way: [] }];
  for (const { here, way } of open) {
    for (const event of eventsOf(here)) {
      const step = stepOf(event);
      if (!step || !allows(step)) continue;
      const to = at(here, event, () => getNextSnapshot(machine, here, event) as AnyMachineSnapshot);
      const came = passing(key(here)) ? ` after ${(way.at(-1) ?? before.at(-1))?.by ?? "nothing"}` : "";
      const by = edge(to, labelOf(step), here) + came;
      if (known.has(by)) continue;
      known.add(by);
      const further = [...way, { step, to, by, shows: through === "edges" ? by : key(to) }];
      yield further;
      if (to.status === "active") open.push({ here: to, way: further });
    }
  }
}
