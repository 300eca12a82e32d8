import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";

/**
 * The only module that reads XState internals (`root.states`, `transitions`, `always`, `_nodes`, `ownEvents`,
 * `_transitions`, `implementations`). Walking a machine needs them; the version of XState is pinned.
 */
export interface TransitionShape {
  readonly source: NodeShape;
  readonly eventType: string;
  readonly target: readonly NodeShape[] | undefined;
  readonly guard: unknown;
}

export interface NodeShape {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly parent: NodeShape | undefined;
  readonly states: Readonly<Record<string, NodeShape>>;
  readonly transitions: ReadonlyMap<string, readonly TransitionShape[]>;
  readonly always: readonly TransitionShape[] | undefined;
  readonly invoke: readonly { readonly id: string; readonly src: unknown }[];
  readonly initial: { readonly target: readonly NodeShape[] } | undefined;
  readonly ownEvents: readonly string[];
  readonly description: string | undefined;
  readonly tags: readonly string[];
}

/** Returns the machine's root node. */
export const getRootNode = (machine: AnyStateMachine): NodeShape => machine.root as unknown as NodeShape;

/** Returns all nodes of the machine, the root first. */
export function getStateNodes(machine: AnyStateMachine): NodeShape[] {
  const walk = (node: NodeShape): NodeShape[] => [node, ...Object.values(node.states).flatMap(walk)];
  return walk(getRootNode(machine));
}

/** Returns the transitions of a node in the order of evaluation. */
export const getTransitions = (node: NodeShape): TransitionShape[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** Returns the name of a transition's guard, or an empty string. */
export function getGuardName(guard: unknown): string {
  if (!guard) return "";
  if (typeof guard === "string") return guard;
  return (guard as { type?: string }).type ?? "condition";
}

/** Unique text of a transition: source, event, guard, target. */
export const transitionKey = ({ source, eventType, guard, target }: TransitionShape): string =>
  [
    `${source.id} --${eventType || "always"}`,
    guard ? `[${getGuardName(guard)}]` : "",
    `--> ${(target ?? []).map(({ id }) => id).join("+") || "(stays)"}`,
  ].join("");

/** Returns the active nodes of a snapshot. */
export const getActiveNodes = (snapshot: AnyMachineSnapshot): NodeShape[] =>
  snapshot._nodes as unknown as NodeShape[];

/** Returns the event types that the active nodes handle. */
export const getOwnEvents = (snapshot: AnyMachineSnapshot): string[] => [
  ...new Set(getActiveNodes(snapshot).flatMap((node) => [...node.ownEvents])),
];

/** Returns the transitions taken in an inspected microstep. */
export const getTakenTransitions = (inspectionEvent: { readonly type: string }): TransitionShape[] =>
  inspectionEvent.type === "@xstate.microstep"
    ? (inspectionEvent as unknown as { _transitions: TransitionShape[] })._transitions
    : [];

/** Returns the machine's delays by name: ms, or a function that computes them. */
export const getDelays = (machine: AnyStateMachine): Readonly<Record<string, unknown>> =>
  (machine.implementations as { delays: Record<string, unknown> }).delays;

/** Computes a timer's delay in ms with the machine's own code. For exploration only, never for expectations. */
export function resolveDelay(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): number {
  const name = event.type.slice("xstate.after.".length).split(".")[0] ?? "";
  const delay = getDelays(machine)[name];
  if (typeof delay === "number") return delay;
  if (typeof delay !== "function") throw new Error(`no delay named ${name}`);
  return (delay as (args: { context: unknown; event: AnyEventObject }) => number)({
    context: snapshot.context,
    event,
  });
}
