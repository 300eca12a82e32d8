/** One run of vitest: which of its projects, and what it needs beside Node. */
export interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly needs: "nothing" | "chromium" | "postgres" | "office";
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
  },
  { name: "fault", args: project("fault"), needs: "nothing" },
  { name: "timed", args: project("timed"), needs: "nothing" },
  { name: "office", args: project("office"), needs: "office" },
  { name: "e2e", args: project("e2e"), needs: "chromium" },
];
