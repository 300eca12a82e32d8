import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AnyStateMachine } from "xstate";
import { formatTrigger, toMermaid } from "../../machines/graph/toMermaid.ts";
import {
  getDelays,
  getGuardName,
  getStateNodes,
  getTransitions,
  type TransitionShape,
} from "../../machines/graph/xstateInternals.ts";
import { flowMachines } from "./flowMachines.ts";
import { statusMachines } from "./statusMachines.ts";

// The machines are only rendered, never started, so what they are made of is not used.
const unused = {} as never;

/** All machines of the project by file. */
const machineList: Readonly<Record<string, AnyStateMachine>> = {
  ...Object.fromEntries(
    Object.entries(flowMachines).map(([file, create]) => [file, create(unused, undefined as never)]),
  ),
  ...statusMachines,
};

const toStatePath = (id: string) => id.split(".").slice(1).join(".") || "everywhere";
const toTargetLabel = ({ target, source }: TransitionShape) =>
  target?.map(({ id }) => toStatePath(id)).join(", ") ?? `stays in ${toStatePath(source.id)}`;
const escapeCell = (text: string) => text.replaceAll("|", "\\|");
const formatRow = (...cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;

/** Renders the page of one machine: diagram, states with tags and calls, transitions, delays. */
function renderMachineDoc(file: string, machine: AnyStateMachine): string {
  const nodes = getStateNodes(machine);
  const delays = Object.entries(getDelays(machine));
  return `${[
    `# ${machine.id}`,
    "",
    `Generated from \`machines/${file}.ts\` by \`npm run generate\`; do not edit.`,
    "",
    "```mermaid",
    toMermaid(machine),
    "```",
    "",
    formatRow("state", "tags", "calls"),
    formatRow("---", "---", "---"),
    ...nodes
      .filter(({ parent }) => parent)
      .map(({ id, tags, invoke, description }) =>
        formatRow(
          `${toStatePath(id)}${description ? ` ${description}` : ""}`,
          tags.join(", "),
          invoke.map((call) => call.id).join(", "),
        ),
      ),
    "",
    formatRow("from", "when", "only if", "to"),
    formatRow("---", "---", "---", "---"),
    ...nodes.flatMap((node) =>
      getTransitions(node).map((transition) =>
        formatRow(
          toStatePath(node.id),
          formatTrigger(transition),
          getGuardName(transition.guard),
          toTargetLabel(transition),
        ),
      ),
    ),
    ...(delays.length > 0
      ? [
          "",
          formatRow("delay", "ms"),
          formatRow("---", "---"),
          ...delays.map(([name, ms]) => formatRow(name, typeof ms === "number" ? String(ms) : "computed")),
        ]
      : []),
  ].join("\n")}\n`;
}

/** Renders all pages of `docs/machines/`, keyed by file name. */
export function renderMachineDocs(): Map<string, string> {
  return new Map(
    Object.entries(machineList).map(([file, machine]) => [
      `${machine.id}.md`,
      renderMachineDoc(file, machine),
    ]),
  );
}

/** Reports missing, stale and orphaned pages, and machines that are not listed here. */
export function findStaleMachineDocs(root: string): string[] {
  const folder = path.join(root, "docs/machines");
  const expected = renderMachineDocs();
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const machines = listMachineFiles(path.join(root, "machines"));
  return [
    ...[...expected]
      .filter(
        ([name, text]) => !present.includes(name) || readFileSync(path.join(folder, name), "utf8") !== text,
      )
      .map(([name]) => `docs/machines/${name} is stale: npm run generate`),
    ...present
      .filter((name) => !expected.has(name))
      .map((name) => `docs/machines/${name} belongs to no machine`),
    ...machines
      .filter((name) => !(name.replace(/\.ts$/, "") in machineList))
      .map((name) => `machines/${name} is in no index: npm run generate`),
  ];
}

/** Lists the files that define a machine: by file name, or by their exports in the folder `status`. */
function listMachineFiles(folder: string): string[] {
  const statusFolder = path.join(folder, "status");
  const statusFiles = readdirSync(statusFolder).filter((name) =>
    /^export const \w+Machine\b/m.test(readFileSync(path.join(statusFolder, name), "utf8")),
  );
  return [
    ...readdirSync(folder).filter((name) => name.endsWith(".machine.ts")),
    ...statusFiles.map((name) => `status/${name}`),
  ];
}
