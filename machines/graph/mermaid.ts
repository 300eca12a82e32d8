import type { AnyStateMachine } from "xstate";
import { guardName, type NodeShape, nodesOf, rootOf, type TransitionShape, transitionsOf } from "./seam.ts";
import { type Trigger, triggerOf } from "./trigger.ts";

const words: Readonly<Record<Trigger["kind"], (name: string) => string>> = {
  event: (name) => name,
  after: (name) => `after ${name}`,
  answers: (name) => `${name} answers`,
  fails: (name) => `${name} fails`,
  done: () => "done",
  always: () => "at once",
};

/** What a transition waits for, in words: the event, the delay's name, the answer of a call. */
export const triggerWords = (transition: TransitionShape) => {
  const { kind, name } = triggerOf(transition);
  return words[kind](name);
};

const labelOf = (transition: TransitionShape) =>
  // A colon or semicolon would end the label.
  `${triggerWords(transition)}${transition.guard ? ` [${guardName(transition.guard)}]` : ""}`
    .replaceAll(":", "#58;")
    .replaceAll(";", "#59;");

/** A machine as a Mermaid stateDiagram-v2; active states (by node id) are lit. */
export function mermaidOf(machine: AnyStateMachine, active: ReadonlySet<string> = new Set()): string {
  const root = rootOf(machine);
  const names = new Map(nodesOf(machine).map((node, index) => [node.id, `s${index}`]));
  const nameOf = ({ id }: NodeShape) => names.get(id) ?? "s0";

  const drawn = (node: NodeShape, indent: string): string[] => {
    const children = Object.values(node.states);
    const initial = node.initial?.target[0];
    const inside = [
      ...(initial ? [`${indent}  [*] --> ${nameOf(initial)}`] : []),
      ...children.flatMap((child, index) => [
        ...(node.type === "parallel" && index > 0 ? [`${indent}  --`] : []),
        ...drawn(child, `${indent}  `),
      ]),
    ];
    if (!node.parent) return inside;
    const calls = node.invoke.length > 0 ? ` ⟳ ${node.invoke.map(({ id }) => id).join(", ")}` : "";
    const box = `${indent}state "${node.description ?? node.key}${calls}" as ${nameOf(node)}`;
    if (children.length > 0) return [`${box} {`, ...inside, `${indent}}`];
    return node.type === "final" ? [box, `${indent}${nameOf(node)} --> [*]`] : [box];
  };

  const edges = nodesOf(machine).flatMap((node) =>
    transitionsOf(node).flatMap((transition) => {
      // What the whole machine reacts to without leaving its state is in the table, not in the picture.
      if (!transition.target && !node.parent) return [];
      const from = node.parent ? [node] : Object.values(root.states);
      const to = transition.target ?? [node];
      return from.flatMap((one) =>
        to.map((goal) => `  ${nameOf(one)} --> ${nameOf(goal)} : ${labelOf(transition)}`),
      );
    }),
  );
  const lit = [...names].filter(([id]) => active.has(id)).map(([, name]) => `  class ${name} active`);
  return [
    "stateDiagram-v2",
    ...drawn(root, ""),
    ...edges,
    ...(lit.length > 0 ? ["  classDef active fill:#ffd43b,stroke:#e8590c,stroke-width:3px", ...lit] : []),
  ].join("\n");
}
