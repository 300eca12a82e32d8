import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { machineSuites } from "./machineSuites.ts";
import { renderHtml } from "./report/renderHtml.ts";
import { createReportWriter } from "./report/reportWriter.ts";
import { runMachineSuite, type SuiteResult } from "./report/runMachineSuite.ts";
import { toJunitXml } from "./report/toJunitXml.ts";

const passwordChange = machineSuites.filter(({ machine }) => machine === "passwordChange");

test("a suite's report contains coverage and specification rows", async () => {
  for (const suite of passwordChange) {
    const { cases, states, transitions, ruleSources } = await runMachineSuite(suite, { seed: 1, walks: 20 });
    expect(cases.map(({ failure }) => failure).filter(Boolean)).toEqual([]);
    expect(states.every(({ covered }) => covered)).toBe(true);
    expect(transitions).toHaveLength(5);
    expect(ruleSources.map(({ row }) => row)).toContain("R-193 R-225");
  }
});

test("a single path can be run alone", async () => {
  for (const suite of passwordChange) {
    const { cases } = await runMachineSuite(suite, { seed: 1, walks: 20, path: 1 });
    expect(cases.map(({ name }) => name)).toEqual(["1: submit"]);
  }
});

test("both reports contain failures, with escaped characters", () => {
  const failed: SuiteResult = {
    machine: "m",
    cases: [{ subject: "m", name: 'a & "b"', failure: { path: "x <y>", difference: "1 < 2" }, ms: 12 }],
    states: [],
    transitions: [],
    ruleSources: [],
    diagram: "",
  };
  expect(toJunitXml([failed])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="m" tests="1" failures="1" time="0.012">
    <testcase classname="m" name="a &amp; &quot;b&quot;" time="0.012"><failure message="1 &lt; 2">x &lt;y&gt;</failure></testcase>
  </testsuite>
</testsuites>
`);
  const page = renderHtml([failed], 1, new Date(0));
  expect(page).toContain("1 个失败");
  expect(page).toContain("1 &lt; 2");
});

test("a run that is cut off leaves the report of what it has found", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "report-"));
  const { add, results } = createReportWriter<string>(folder, { "all.txt": (all) => all.join() });
  const read = () => readFileSync(path.join(folder, "all.txt"), "utf8");
  add("a");
  expect(read()).toBe("a");
  add("b");
  expect(read()).toBe("a,b");
  expect(results).toEqual(["a", "b"]);
  rmSync(folder, { recursive: true });
});
