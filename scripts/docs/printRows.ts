import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { rowMarks } from "./rowMarks.ts";
import { rowsReport } from "./rowsReport.ts";

const table = path.resolve(root, process.env.SPEC_ROWS ?? "../shared/spec/rows.md");
const files = globSync(["tests/**/*.test.ts", "tests/model/expect/*.ts", "tests/e2e/model/drivers/*.ts"], {
  cwd: root,
}).sort();

if (existsSync(table)) {
  const { lines, unknown } = rowsReport(
    readFileSync(table, "utf8"),
    files.flatMap((file) => rowMarks(file, readFileSync(path.join(root, file), "utf8"))),
  );
  for (const line of [...lines, ...unknown]) console.log(line);
  if (unknown.length > 0) process.exitCode = 1;
} else {
  console.error(`There is no table of rows at ${table}: set SPEC_ROWS to its place.`);
  process.exitCode = 1;
}
