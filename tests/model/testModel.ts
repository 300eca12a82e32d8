import { parseArgs } from "node:util";
import { runInBrowser } from "../e2e/model/qa/runInBrowser.ts";
import { runModelTests } from "./report/runModelTests.ts";

const { values } = parseArgs({
  options: {
    machine: { type: "string" },
    path: { type: "string" },
    seed: { type: "string", default: "20261120" },
    base: { type: "string" },
    headed: { type: "boolean", default: false },
  },
});
const run = {
  machine: values.machine,
  path: values.path === undefined ? undefined : Number(values.path),
  seed: Number(values.seed),
};
const failed = await (values.base === undefined
  ? runModelTests(run)
  : runInBrowser({ ...run, base: values.base.replace(/\/$/, ""), headed: values.headed }));
if (failed > 0) process.exitCode = 1;
