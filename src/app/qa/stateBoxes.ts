import type { AnyStateMachine } from "xstate";
import { guardName, type NodeShape, rootOf, transitionsOf } from "../../../machines/graph/seam.ts";
import { type Trigger, triggerOf } from "../../../machines/graph/trigger.ts";

/** One way out of a state, in words. */
export interface Way {
  readonly trigger: string;
  readonly guard: string;
  /** Where it leads; empty where the state stays. */
  readonly target: string;
}

/** One state as the diagram shows it, with those inside it. */
export interface StateBox {
  /** `live.online`: where the machine's value finds it; empty for the machine itself. */
  readonly path: string;
  readonly name: string;
  readonly parallel: boolean;
  readonly final: boolean;
  /** Where its parent begins. */
  readonly initial: boolean;
  readonly tags: readonly string[];
  readonly calls: readonly string[];
  readonly ways: readonly Way[];
  readonly states: readonly StateBox[];
}

const words: Readonly<Record<Trigger["kind"], (name: string) => string>> = {
  event: (name) => name,
  after: (name) => `${name} 到时`,
  answers: (name) => `${name} 返回`,
  fails: (name) => `${name} 失败`,
  done: () => "结束",
  always: () => "立即",
};

const pathOf = ({ id }: NodeShape) => id.split(".").slice(1).join(".");

function wayOf(transition: ReturnType<typeof transitionsOf>[number], from: NodeShape): Way {
  const { kind, name } = triggerOf(transition);
  const target = (transition.target ?? [])
    .map((goal) => (goal.parent === from.parent || goal.parent === from ? goal.key : pathOf(goal)))
    .join(" + ");
  return { trigger: words[kind](name), guard: guardName(transition.guard), target };
}

function boxOf(node: NodeShape): StateBox {
  const initial = node.parent?.initial?.target.some(({ id }) => id === node.id) ?? false;
  return {
    path: pathOf(node),
    name: node.description ?? node.key,
    parallel: node.type === "parallel",
    final: node.type === "final",
    initial,
    tags: node.tags,
    calls: node.invoke.map(({ id }) => id),
    ways: transitionsOf(node).map((transition) => wayOf(transition, node)),
    states: Object.values(node.states).map(boxOf),
  };
}

/** The machine as boxes in boxes; the root's own ways are those that hold in every state. */
export const stateBoxes = (machine: AnyStateMachine): StateBox => boxOf(rootOf(machine));

/** Whether a box is active, by the machine's state paths. */
export const isActive = ({ path }: StateBox, paths: readonly string[]): boolean =>
  paths.some((one) => one === path || one.startsWith(`${path}.`));
