import { toMermaid } from "../../../machines/graph/toMermaid.ts";
import { getStateNodes, getTransitions, transitionKey } from "../../../machines/graph/xstateInternals.ts";
import { createCoverage } from "../createMachineRun.ts";
import { describePath, findShortestPaths } from "../findShortestPaths.ts";
import type { MachineSuite } from "../machineSuites.ts";
import { runRandomWalks } from "../runRandomWalks.ts";
import { type Failure, runEveryEvent, runPath } from "../runSteps.ts";
import { createTestEnvironment } from "../testEnvironment.ts";

/** One test case. */
export interface Case {
  readonly subject: string;
  readonly name: string;
  readonly failure: Failure | null;
  readonly ms: number;
}

/** Whether a state or transition was covered. */
export interface CoverageItem {
  readonly name: string;
  readonly covered: boolean;
}

/** A rule of the expectation that names its source. */
export interface RuleSource {
  readonly row: string;
  readonly line: string;
  readonly used: boolean;
}

export interface SuiteResult {
  readonly machine: string;
  readonly cases: readonly Case[];
  readonly states: readonly CoverageItem[];
  readonly transitions: readonly CoverageItem[];
  readonly ruleSources: readonly RuleSource[];
  readonly diagram: string;
}

export interface SuiteOptions {
  readonly seed: number;
  readonly walks: number;
  /** Runs only the path with this number. */
  readonly path?: number | undefined;
}

const formatLabels = (value: string | readonly string[] | undefined) =>
  value === undefined ? "everywhere" : typeof value === "string" ? value : value.join(", ");

/** Tests one machine with all its subjects. */
export async function runMachineSuite(
  suite: MachineSuite,
  { seed, walks, path: only }: SuiteOptions,
): Promise<SuiteResult> {
  const coverage = createCoverage();
  const cases: Case[] = [];
  for (const subject of suite.subjects) {
    const runCase = async (name: string, run: () => Promise<Failure | null>) => {
      const from = performance.now();
      const failure = await run();
      cases.push({ subject: subject.name, name, failure, ms: performance.now() - from });
    };
    const paths = findShortestPaths(subject);
    for (const [number, path] of paths.entries())
      if (only === undefined || only === number)
        await runCase(`${number}: ${describePath(path)}`, () => runPath(subject, path, coverage));
    if (only !== undefined) continue;
    await runCase("every event in every state", () => runEveryEvent(subject, paths, coverage));
    await runCase(`${walks} random walks, seed ${seed}`, () =>
      runRandomWalks(subject, { runs: walks, seed, coverage }),
    );
  }
  const { machine } = suite.subjects[0].build(createTestEnvironment());
  const nodes = getStateNodes(machine);
  return {
    machine: suite.machine,
    cases,
    states: nodes.map(({ id }) => ({ name: id, covered: coverage.states.has(id) })),
    transitions: nodes
      .flatMap(getTransitions)
      .map(transitionKey)
      .map((name) => ({ name, covered: coverage.transitions.has(name) })),
    ruleSources: suite.subjects.flatMap(({ expectation }) =>
      Object.values(expectation.regions).flatMap(({ rules }) =>
        rules.flatMap((rule) =>
          rule.row === undefined
            ? []
            : [
                {
                  row: rule.row,
                  line: `${formatLabels(rule.from)}: ${formatLabels(rule.on)}`,
                  used: coverage.rules.has(rule),
                },
              ],
        ),
      ),
    ),
    diagram: toMermaid(machine),
  };
}
