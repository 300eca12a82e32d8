import type { AnyStateMachine } from "xstate";
import { parseTrigger, type Trigger } from "./parseTrigger.ts";
import {
  getGuardName,
  getRootNode,
  getStateNodes,
  getTransitions,
  type NodeShape,
  type TransitionShape,
} from "./xstateInternals.ts";

const triggerLabels: Readonly<Record<Trigger["kind"], (name: string) => string>> = {
  event: (name) => name,
  after: (name) => `after ${name}`,
  resolved: (name) => `${name} resolved`,
  rejected: (name) => `${name} rejected`,
  done: () => "done",
  always: () => "at once",
};

/** Label of a transition's trigger: the event, the delay's name, the result of a call. */
export const formatTrigger = (transition: TransitionShape) => {
  const { kind, name } = parseTrigger(transition);
  return triggerLabels[kind](name);
};

const formatTransition = (transition: TransitionShape) =>
  // A colon or semicolon would end the label.
  `${formatTrigger(transition)}${transition.guard ? ` [${getGuardName(transition.guard)}]` : ""}`
    .replaceAll(":", "#58;")
    .replaceAll(";", "#59;");

/** Renders a machine as a Mermaid stateDiagram-v2; active states (by node id) are highlighted. */
export function toMermaid(machine: AnyStateMachine, active: ReadonlySet<string> = new Set()): string {
  const root = getRootNode(machine);
  const names = new Map(getStateNodes(machine).map((node, index) => [node.id, `s${index}`]));
  const getStateName = ({ id }: NodeShape) => names.get(id) ?? "s0";

  const renderState = (node: NodeShape, indent: string): string[] => {
    const children = Object.values(node.states);
    const initial = node.initial?.target[0];
    const body = [
      ...(initial ? [`${indent}  [*] --> ${getStateName(initial)}`] : []),
      ...children.flatMap((child, index) => [
        ...(node.type === "parallel" && index > 0 ? [`${indent}  --`] : []),
        ...renderState(child, `${indent}  `),
      ]),
    ];
    if (!node.parent) return body;
    const invokeLabel = node.invoke.length > 0 ? ` ⟳ ${node.invoke.map(({ id }) => id).join(", ")}` : "";
    const declaration = `${indent}state "${node.description ?? node.key}${invokeLabel}" as ${getStateName(node)}`;
    if (children.length > 0) return [`${declaration} {`, ...body, `${indent}}`];
    return node.type === "final" ? [declaration, `${indent}${getStateName(node)} --> [*]`] : [declaration];
  };

  const edges = getStateNodes(machine).flatMap((node) =>
    getTransitions(node).flatMap((transition) => {
      // Targetless transitions of the root are listed in the table, not drawn.
      if (!transition.target && !node.parent) return [];
      const sources = node.parent ? [node] : Object.values(root.states);
      const targets = transition.target ?? [node];
      return sources.flatMap((source) =>
        targets.map(
          (target) =>
            `  ${getStateName(source)} --> ${getStateName(target)} : ${formatTransition(transition)}`,
        ),
      );
    }),
  );
  const activeClasses = [...names]
    .filter(([id]) => active.has(id))
    .map(([, name]) => `  class ${name} active`);
  return [
    "stateDiagram-v2",
    ...renderState(root, ""),
    ...edges,
    ...(activeClasses.length > 0
      ? ["  classDef active fill:#ffd43b,stroke:#e8590c,stroke-width:3px", ...activeClasses]
      : []),
  ].join("\n");
}
