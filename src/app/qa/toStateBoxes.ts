import type { AnyStateMachine } from "xstate";
import { parseTrigger, type Trigger } from "../../../machines/graph/parseTrigger.ts";
import {
  getGuardName,
  getRootNode,
  getTransitions,
  type NodeShape,
} from "../../../machines/graph/xstateInternals.ts";

/** One transition of a state, as text. */
export interface StateTransition {
  readonly trigger: string;
  readonly guard: string;
  /** The target state; empty if the state does not change. */
  readonly target: string;
}

/** One state of the diagram with its child states. */
export interface StateBox {
  /** Path in the machine's state value, such as `live.online`; empty for the root. */
  readonly path: string;
  readonly name: string;
  readonly parallel: boolean;
  readonly final: boolean;
  /** Whether it is its parent's initial state. */
  readonly initial: boolean;
  readonly tags: readonly string[];
  readonly invocations: readonly string[];
  readonly transitions: readonly StateTransition[];
  readonly states: readonly StateBox[];
}

const triggerLabels: Readonly<Record<Trigger["kind"], (name: string) => string>> = {
  event: (name) => name,
  after: (name) => `${name} 到时`,
  resolved: (name) => `${name} 返回`,
  rejected: (name) => `${name} 失败`,
  done: () => "结束",
  always: () => "立即",
};

const toPath = ({ id }: NodeShape) => id.split(".").slice(1).join(".");

function toStateTransition(
  transition: ReturnType<typeof getTransitions>[number],
  from: NodeShape,
): StateTransition {
  const { kind, name } = parseTrigger(transition);
  const target = (transition.target ?? [])
    .map((targetNode) =>
      targetNode.parent === from.parent || targetNode.parent === from ? targetNode.key : toPath(targetNode),
    )
    .join(" + ");
  return { trigger: triggerLabels[kind](name), guard: getGuardName(transition.guard), target };
}

function toStateBox(node: NodeShape): StateBox {
  const initial = node.parent?.initial?.target.some(({ id }) => id === node.id) ?? false;
  return {
    path: toPath(node),
    name: node.description ?? node.key,
    parallel: node.type === "parallel",
    final: node.type === "final",
    initial,
    tags: node.tags,
    invocations: node.invoke.map(({ id }) => id),
    transitions: getTransitions(node).map((transition) => toStateTransition(transition, node)),
    states: Object.values(node.states).map(toStateBox),
  };
}

/** The machine as nested boxes; the root's transitions apply in every state. */
export const toStateBoxes = (machine: AnyStateMachine): StateBox => toStateBox(getRootNode(machine));

/** Whether a box is active, by the machine's state paths. */
export const isActive = ({ path }: StateBox, paths: readonly string[]): boolean =>
  paths.some((activePath) => activePath === path || activePath.startsWith(`${path}.`));
