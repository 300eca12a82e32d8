/** One run of vitest: which of its projects, and what it needs beside Node. */
export interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly needs: "nothing" | "chromium" | "postgres" | "office";
  /** Runs while the suite before it does, behind it: what it waits for then costs no time, and disturbs no measurement. */
  readonly beside?: true;
}

const project = (...names: readonly string[]) => names.flatMap((name) => ["--project", name]);

/** Everything `npm test` runs, quickest first. */
export const suites: readonly Suite[] = [
  { name: "node", args: project("node", "replacing", "gates"), needs: "nothing" },
  { name: "model", args: project("model"), needs: "nothing" },
  {
    name: "postgres",
    args: [...project("node", "replacing", "postgres"), "tests/contract", "tests/postgres"],
    needs: "postgres",
    beside: true,
  },
  { name: "timed", args: project("timed"), needs: "nothing" },
  { name: "fault", args: project("fault"), needs: "nothing", beside: true },
  { name: "office", args: project("office"), needs: "office" },
  { name: "e2e", args: project("e2e"), needs: "chromium" },
];

/** The suites in the turns in which they run: one, and what runs beside it. */
export function turnsOf(all: readonly Suite[]): Suite[][] {
  const turns: Suite[][] = [];
  for (const suite of all) {
    const last = turns.at(-1);
    if (suite.beside && last) last.push(suite);
    else turns.push([suite]);
  }
  return turns;
}
