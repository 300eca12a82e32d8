import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { buildSourceGraph } from "./buildSourceGraph.ts";
import { createRowsReport } from "./createRowsReport.ts";
import { findUnreachedMarks } from "./findUnreachedMarks.ts";
import { findRowMarks } from "./rowMarks.ts";

const table = path.resolve(root, process.env.SPEC_ROWS ?? "../shared/spec/rows.md");
const files = globSync(
  [
    "tests/**/*.test.ts",
    "tests/spec/specifiedCalls.ts",
    "tests/model/expect/*.ts",
    "tests/e2e/model/drivers/*.ts",
  ],
  { cwd: root },
).sort();

if (existsSync(table)) {
  const marks = files.flatMap((file) => findRowMarks(file, readFileSync(path.join(root, file), "utf8")));
  const graph = buildSourceGraph(root, ["src", "machines", "adapters", "tests"]);
  const unreached = findUnreachedMarks(graph, marks);
  const ignored = new Set(unreached.map(({ mark }) => mark));
  const { lines, unknown } = createRowsReport(
    readFileSync(table, "utf8"),
    marks.filter((mark) => !ignored.has(mark)),
  );
  for (const line of [...lines, ...unknown]) console.log(line);
  for (const { mark, reason } of unreached) console.log(`Ignored: ${mark.file}: ${mark.title}: ${reason}.`);
  if (unknown.length + unreached.length > 0) process.exitCode = 1;
} else {
  console.error(`There is no table of rows at ${table}: set SPEC_ROWS to its place.`);
  process.exitCode = 1;
}
