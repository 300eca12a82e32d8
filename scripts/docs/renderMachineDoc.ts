import type { AnyStateMachine } from "xstate";
import { formatTrigger, toMermaid } from "../../machines/graph/toMermaid.ts";
import {
  getDelays,
  getGuardName,
  getStateNodes,
  getTransitions,
  type TransitionShape,
} from "../../machines/graph/xstateInternals.ts";

const toStatePath = (id: string) => id.split(".").slice(1).join(".") || "everywhere";
const toTargetLabel = ({ target, source }: TransitionShape) =>
  target?.map(({ id }) => toStatePath(id)).join(", ") ?? `stays in ${toStatePath(source.id)}`;
const escapeCell = (text: string) => text.replaceAll("|", "\\|");
const tableRow = (...cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;

/** The page of one machine: diagram, states with tags and calls, transitions, delays. */
export function renderMachineDoc(file: string, machine: AnyStateMachine): string {
  const nodes = getStateNodes(machine);
  const delays = Object.entries(getDelays(machine));
  return `${[
    `# ${machine.id}`,
    "",
    `Generated from \`machines/${file}.ts\` by \`npm run docs:machines\`; do not edit.`,
    "",
    "```mermaid",
    toMermaid(machine),
    "```",
    "",
    tableRow("state", "tags", "calls"),
    tableRow("---", "---", "---"),
    ...nodes
      .filter(({ parent }) => parent)
      .map(({ id, tags, invoke, description }) =>
        tableRow(
          `${toStatePath(id)}${description ? ` ${description}` : ""}`,
          tags.join(", "),
          invoke.map((call) => call.id).join(", "),
        ),
      ),
    "",
    tableRow("from", "when", "only if", "to"),
    tableRow("---", "---", "---", "---"),
    ...nodes.flatMap((node) =>
      getTransitions(node).map((transition) =>
        tableRow(
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
          tableRow("delay", "ms"),
          tableRow("---", "---"),
          ...delays.map(([name, ms]) => tableRow(name, typeof ms === "number" ? String(ms) : "computed")),
        ]
      : []),
  ].join("\n")}\n`;
}
