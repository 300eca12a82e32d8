/** One run of vitest: which of its projects, and what it needs beside Node. */
export interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly needs: "nothing" | "chromium" | "postgres" | "office";
  /** The suite beside which it runs, mostly on what that leaves of the processors while it waits. */
  readonly beside?: string;
}

const project = (...names: readonly string[]) => names.flatMap((name) => ["--project", name]);

/** Everything `npm test` runs, in its order. */
export const suites: readonly Suite[] = [
  { name: "node", args: project("node", "replacing", "gates"), needs: "nothing" },
  {
    name: "postgres",
    args: [...project("node", "replacing", "postgres"), "tests/contract", "tests/postgres"],
    needs: "postgres",
  },
  { name: "model", args: project("model"), needs: "nothing", beside: "postgres" },
  { name: "timed", args: project("timed"), needs: "nothing" },
  { name: "fault", args: project("fault"), needs: "nothing", beside: "timed" },
  { name: "office", args: project("office"), needs: "office" },
  { name: "e2e", args: project("e2e"), needs: "chromium" },
];

/** The suites in the turns in which they run: one, and what runs beside it; by itself where that one is not among them. */
export function turnsOf(all: readonly Suite[]): Suite[][] {
  const turns: Suite[][] = [];
  for (const suite of all) {
    const turn = turns.find(([first]) => first !== undefined && first.name === suite.beside);
    if (turn) turn.push(suite);
    else turns.push([suite]);
  }
  return turns;
}
