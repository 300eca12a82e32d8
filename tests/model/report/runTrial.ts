import { mermaidOf } from "../../../machines/graph/mermaid.ts";
import { nodesOf, transitionKey, transitionsOf } from "../../../machines/graph/seam.ts";
import { describePath, pathsOf } from "../paths.ts";
import { type Failure, runEveryEvent, runPath } from "../run.ts";
import { newCoverage } from "../stage.ts";
import type { Trial } from "../subjects.ts";
import { runWalks } from "../walks.ts";
import { createWorld } from "../world.ts";

/** One thing that was tried. */
export interface Case {
  readonly subject: string;
  readonly name: string;
  readonly failure: Failure | null;
  readonly ms: number;
}

/** Whether something of a machine was touched. */
export interface Touched {
  readonly name: string;
  readonly taken: boolean;
}

/** One line of the expectation that names where it comes from. */
export interface Origin {
  readonly row: string;
  readonly line: string;
  readonly used: boolean;
}

export interface TrialResult {
  readonly machine: string;
  readonly cases: readonly Case[];
  readonly states: readonly Touched[];
  readonly transitions: readonly Touched[];
  readonly origins: readonly Origin[];
  readonly diagram: string;
}

export interface TrialOptions {
  readonly seed: number;
  readonly walks: number;
  /** Only the path of that number. */
  readonly path?: number | undefined;
}

const text = (value: string | readonly string[] | undefined) =>
  value === undefined ? "everywhere" : typeof value === "string" ? value : value.join(", ");

/** Tries one machine in all its settings. */
export async function runTrial(
  trial: Trial,
  { seed, walks, path: only }: TrialOptions,
): Promise<TrialResult> {
  const coverage = newCoverage();
  const cases: Case[] = [];
  for (const subject of trial.subjects) {
    const attempt = async (name: string, run: () => Promise<Failure | null>) => {
      const from = performance.now();
      const failure = await run();
      cases.push({ subject: subject.name, name, failure, ms: performance.now() - from });
    };
    const paths = pathsOf(subject);
    for (const [number, path] of paths.entries())
      if (only === undefined || only === number)
        await attempt(`${number}: ${describePath(path)}`, () => runPath(subject, path, coverage));
    if (only !== undefined) continue;
    await attempt("every event in every state", () => runEveryEvent(subject, paths, coverage));
    await attempt(`${walks} random walks, seed ${seed}`, () =>
      runWalks(subject, { runs: walks, seed, coverage }),
    );
  }
  const { machine } = trial.subjects[0].build(createWorld());
  const nodes = nodesOf(machine);
  return {
    machine: trial.machine,
    cases,
    states: nodes.map(({ id }) => ({ name: id, taken: coverage.states.has(id) })),
    transitions: nodes
      .flatMap(transitionsOf)
      .map(transitionKey)
      .map((name) => ({ name, taken: coverage.transitions.has(name) })),
    origins: trial.subjects.flatMap(({ expectation }) =>
      Object.values(expectation.regions).flatMap(({ moves }) =>
        moves.flatMap((move) =>
          move.row === undefined
            ? []
            : [
                {
                  row: move.row,
                  line: `${text(move.from)}: ${text(move.on)}`,
                  used: coverage.moves.has(move),
                },
              ],
        ),
      ),
    ),
    diagram: mermaidOf(machine),
  };
}
