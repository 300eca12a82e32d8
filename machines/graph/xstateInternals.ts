import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";

/**
 * The only place that reads what XState keeps to itself (`root.states`, `transitions`, `always`, `_nodes`,
 * `ownEvents`, `_transitions`, `implementations`): walking a machine needs them, and the version is pinned.
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

/** The machine's root node, as the walker sees it. */
export const getRootNode = (machine: AnyStateMachine): NodeShape => machine.root as unknown as NodeShape;

/** Every node of the machine, the root first. */
export function getStateNodes(machine: AnyStateMachine): NodeShape[] {
  const walk = (node: NodeShape): NodeShape[] => [node, ...Object.values(node.states).flatMap(walk)];
  return walk(getRootNode(machine));
}

/** The transitions that leave one node, in the order in which they are tried. */
export const getTransitions = (node: NodeShape): TransitionShape[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** The name of a transition's guard; empty where it has none. */
export function getGuardName(guard: unknown): string {
  if (!guard) return "";
  if (typeof guard === "string") return guard;
  return (guard as { type?: string }).type ?? "condition";
}

/** One text for one transition: source, event, guard, target. */
export const transitionKey = ({ source, eventType, guard, target }: TransitionShape): string =>
  [
    `${source.id} --${eventType || "always"}`,
    guard ? `[${getGuardName(guard)}]` : "",
    `--> ${(target ?? []).map(({ id }) => id).join("+") || "(stays)"}`,
  ].join("");

/** The active nodes of a snapshot. */
export const getActiveNodes = (snapshot: AnyMachineSnapshot): NodeShape[] =>
  snapshot._nodes as unknown as NodeShape[];

/** The event types that the active nodes react to. */
export const getOwnEvents = (snapshot: AnyMachineSnapshot): string[] => [
  ...new Set(getActiveNodes(snapshot).flatMap((node) => [...node.ownEvents])),
];

/** The transitions an inspected microstep took. */
export const getTakenTransitions = (inspectionEvent: { readonly type: string }): TransitionShape[] =>
  inspectionEvent.type === "@xstate.microstep"
    ? (inspectionEvent as unknown as { _transitions: TransitionShape[] })._transitions
    : [];

/** The machine's delays by name: ms, or what computes them. */
export const getDelays = (machine: AnyStateMachine): Readonly<Record<string, unknown>> =>
  (machine.implementations as { delays: Record<string, unknown> }).delays;

/** How many ms a timer of this snapshot takes, by the machine itself: for exploring, never for expecting. */
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
