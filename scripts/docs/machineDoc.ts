import type { AnyStateMachine } from "xstate";
import { mermaidOf, triggerWords } from "../../machines/graph/mermaid.ts";
import {
  delaysOf,
  guardName,
  nodesOf,
  type TransitionShape,
  transitionsOf,
} from "../../machines/graph/seam.ts";

const pathOf = (id: string) => id.split(".").slice(1).join(".") || "everywhere";
const goalOf = ({ target, source }: TransitionShape) =>
  target?.map(({ id }) => pathOf(id)).join(", ") ?? `stays in ${pathOf(source.id)}`;
const cell = (text: string) => text.replaceAll("|", "\\|");
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;

/** The page of one machine: diagram, states with tags and calls, transitions, delays. */
export function machineDoc(file: string, machine: AnyStateMachine): string {
  const nodes = nodesOf(machine);
  const delays = Object.entries(delaysOf(machine));
  return `${[
    `# ${machine.id}`,
    "",
    `Generated from \`machines/${file}.ts\` by \`npm run docs:machines\`; do not edit.`,
    "",
    "```mermaid",
    mermaidOf(machine),
    "```",
    "",
    row("state", "tags", "calls"),
    row("---", "---", "---"),
    ...nodes
      .filter(({ parent }) => parent)
      .map(({ id, tags, invoke, description }) =>
        row(
          `${pathOf(id)}${description ? ` ${description}` : ""}`,
          tags.join(", "),
          invoke.map((call) => call.id).join(", "),
        ),
      ),
    "",
    row("from", "when", "only if", "to"),
    row("---", "---", "---", "---"),
    ...nodes.flatMap((node) =>
      transitionsOf(node).map((transition) =>
        row(pathOf(node.id), triggerWords(transition), guardName(transition.guard), goalOf(transition)),
      ),
    ),
    ...(delays.length > 0
      ? [
          "",
          row("delay", "ms"),
          row("---", "---"),
          ...delays.map(([name, ms]) => row(name, typeof ms === "number" ? String(ms) : "computed")),
        ]
      : []),
  ].join("\n")}\n`;
}
