/** One run of vitest: which of its projects, and what it needs beside Node. */
export interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly needs: "nothing" | "chromium" | "postgres" | "office";
}

const projectArgs = (...names: readonly string[]) => names.flatMap((name) => ["--project", name]);

/** Everything `npm test` runs, quickest first. */
export const suites: readonly Suite[] = [
  { name: "node", args: projectArgs("node", "replacing", "gates"), needs: "nothing" },
  { name: "model", args: projectArgs("model"), needs: "nothing" },
  {
    name: "postgres",
    args: [...projectArgs("node", "replacing", "postgres"), "tests/contract", "tests/postgres"],
    needs: "postgres",
  },
  { name: "fault", args: projectArgs("fault"), needs: "nothing" },
  { name: "timed", args: projectArgs("timed"), needs: "nothing" },
  { name: "office", args: projectArgs("office"), needs: "office" },
  { name: "e2e", args: projectArgs("e2e"), needs: "chromium" },
];
