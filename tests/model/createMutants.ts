import { type AnyStateMachine, StateMachine } from "xstate";
import { getStateNodes } from "../../machines/graph/xstateInternals.ts";
import type { Variant } from "./createMachineRun.ts";

/** A change to a machine that the tests must detect. */
export interface Mutant {
  /** Readable description, unique within its machine. */
  readonly name: string;
  readonly apply: Variant;
}

/** A transition in the machine's configuration. */
interface TransitionConfig {
  target?: string;
  guard?: unknown;
  actions?: unknown;
  reenter?: boolean;
}
/** A state in the configuration, with all short forms expanded. */
interface StateConfig {
  on?: Record<string, TransitionConfig[]>;
  after?: Record<string, TransitionConfig[]>;
  always?: TransitionConfig[];
  invoke?: { id: string; onDone?: TransitionConfig[]; onError?: TransitionConfig[] }[];
  entry?: unknown[];
  exit?: unknown[];
  states?: Record<string, StateConfig>;
  [other: string]: unknown;
}

const toArray = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const toTransitions = (value: unknown): TransitionConfig[] =>
  toArray(value).map((item) =>
    typeof item === "string"
      ? { target: item }
      : { ...(item as TransitionConfig), actions: toArray((item as TransitionConfig).actions) },
  );
const toTransitionMap = (value: unknown): Record<string, TransitionConfig[]> =>
  Object.fromEntries(Object.entries((value ?? {}) as object).map(([key, one]) => [key, toTransitions(one)]));

/** Copies a state and expands its short forms, so that mutants can address its parts by index. */
function normalizeState(state: StateConfig): StateConfig {
  return {
    ...state,
    on: toTransitionMap(state.on),
    after: toTransitionMap(state.after),
    always: toTransitions(state.always),
    invoke: toArray(state.invoke).map((one) => {
      const invoked = one as { id: string; onDone?: unknown; onError?: unknown };
      return { ...invoked, onDone: toTransitions(invoked.onDone), onError: toTransitions(invoked.onError) };
    }),
    entry: toArray(state.entry),
    exit: toArray(state.exit),
    ...(state.states
      ? {
          states: Object.fromEntries(
            Object.entries(state.states).map(([key, one]) => [key, normalizeState(one)]),
          ),
        }
      : {}),
  };
}

interface StateEntry {
  readonly state: StateConfig;
  readonly name: string;
  /** Whether it is a region of a parallel state. */
  readonly isParallel: boolean;
}
const listStates = (state: StateConfig, name: string, isParallel = false): StateEntry[] => [
  { state, name, isParallel },
  ...Object.entries(state.states ?? {}).flatMap(([key, one]) =>
    listStates(one, `${name}.${key}`, state.type === "parallel"),
  ),
];

interface TransitionGroup {
  readonly name: string;
  readonly transitions: TransitionConfig[];
}
const listTransitionGroups = ({ state, name }: StateEntry): TransitionGroup[] => [
  ...Object.entries(state.on ?? {}).map(([event, transitions]) => ({
    name: `${name} on ${event}`,
    transitions,
  })),
  ...Object.entries(state.after ?? {}).map(([delay, transitions]) => ({
    name: `${name} after ${delay}`,
    transitions,
  })),
  ...(state.always?.length ? [{ name: `${name} always`, transitions: state.always }] : []),
  ...(state.invoke ?? []).flatMap(({ id, onDone = [], onError = [] }) => [
    { name: `${name} ${id} done`, transitions: onDone },
    { name: `${name} ${id} failed`, transitions: onError },
  ]),
];

type Implementations = { delays: Record<string, unknown>; guards: Record<string, unknown> };
const getActionName = (action: unknown) =>
  typeof action === "string" ? action : ((action as { type?: string }).type ?? "inline");

/** Rebuilds a machine from a changed copy of its configuration. Casts, as XState does not type these parts. */
const rebuildMachine = (change: (root: StateConfig, parts: Implementations) => void): Variant => {
  return (machine: AnyStateMachine) => {
    const root = normalizeState(machine.config as unknown as StateConfig);
    const implementations = machine.implementations as unknown as Implementations;
    const parts = {
      ...implementations,
      delays: { ...implementations.delays },
      guards: { ...implementations.guards },
    };
    change(root, parts);
    return new StateMachine(root as never, parts as never) as unknown as AnyStateMachine;
  };
};

/** A rebuilt machine without a change, which all tests must pass. */
export const identityMutant: Mutant = { name: "no fault", apply: rebuildMachine(() => undefined) };

const negateGuard = (guard: unknown) => {
  const holds = typeof guard === "function" ? (guard as (...args: unknown[]) => boolean) : null;
  return (...args: unknown[]) => !holds?.(...args);
};

/**
 * Whether re-entering a state has an effect: it has entry or exit actions, invocations or delays, or parallel regions.
 */
const isReentryVisible = ({ state, isParallel }: StateEntry) =>
  [state.entry, state.exit, state.invoke, Object.keys(state.after ?? {})].some(
    (all) => (all?.length ?? 0) > 0,
  ) || isParallel;

/** Creates one mutant for each single change of a transition, guard, action or delay. */
export function createMutants(machine: AnyStateMachine): Mutant[] {
  const mutants: Mutant[] = [];
  const root = normalizeState(machine.config as unknown as StateConfig);
  const parts = machine.implementations as unknown as Implementations;
  // Excludes transient states, whose targets are other leaves anyway.
  const leaves = getStateNodes(machine)
    .filter((node) => Object.keys(node.states).length === 0 && node.parent && !node.always?.length)
    .map(({ id }) => id);
  const add = (name: string, change: (root: StateConfig, parts: Implementations) => void) =>
    mutants.push({ name, apply: rebuildMachine(change) });
  const transitionsAt = (copy: StateConfig, place: number, leaving: number) => {
    const found = listStates(copy, "")[place];
    const transitions = found && listTransitionGroups(found)[leaving]?.transitions;
    if (!transitions) throw new Error("the copy differs from the machine");
    return transitions;
  };

  listStates(root, machine.id).forEach((place, p) => {
    listTransitionGroups(place).forEach(({ name, transitions }, l) => {
      transitions.forEach((transition, t) => {
        const label = `${name}${transitions.length > 1 ? ` (${t + 1})` : ""}`;
        add(`${label}: removed`, (copy) => void transitionsAt(copy, p, l).splice(t, 1));
        if (transition.target !== undefined) {
          const goal = `.${transition.target.replace(/^[#.]*/, "")}.`;
          const otherTargets = leaves.filter((id) => !`.${id}.`.includes(goal));
          for (const id of [
            otherTargets[l % otherTargets.length],
            otherTargets[(l + t + 3) % otherTargets.length],
          ].filter((item, i, all) => item !== undefined && all.indexOf(item) === i))
            add(`${label}: to ${id}`, (copy) => {
              const changed = transitionsAt(copy, p, l)[t];
              if (changed) changed.target = `#${id}`;
            });
          if (
            place.name.endsWith(`.${transition.target}`) ||
            (transition.target.startsWith(".") && isReentryVisible(place))
          )
            add(`${label}: re-entry flipped`, (copy) => {
              const changed = transitionsAt(copy, p, l)[t];
              if (changed) changed.reenter = !changed.reenter;
            });
        }
        if (transition.guard !== undefined)
          add(`${label}: guard inverted`, (copy, implementations) => {
            const changed = transitionsAt(copy, p, l)[t];
            if (!changed) return;
            const guard = changed.guard as string | { type: string; params?: unknown };
            const type = typeof guard === "string" ? guard : guard.type;
            implementations.guards[`not ${type}`] = negateGuard(implementations.guards[type]);
            changed.guard = typeof guard === "string" ? `not ${type}` : { ...guard, type: `not ${type}` };
          });
        toArray(transition.actions).forEach((action, a) =>
          add(`${label}: without ${getActionName(action)} ${a + 1}`, (copy) => {
            const changed = transitionsAt(copy, p, l)[t];
            if (changed) changed.actions = toArray(changed.actions).toSpliced(a, 1);
          }),
        );
      });
    });
    for (const side of ["entry", "exit"] as const)
      place.state[side]?.forEach((action, a) =>
        add(`${place.name} ${side}: without ${getActionName(action)} ${a + 1}`, (copy) => {
          const found = listStates(copy, "")[p];
          if (found) found.state[side] = found.state[side]?.toSpliced(a, 1) ?? [];
        }),
      );
  });
  for (const [name, delay] of Object.entries(parts.delays))
    for (const ms of [-1, 1])
      add(`delay ${name}: ${ms > 0 ? "+" : ""}${ms} ms`, (_, implementations) => {
        implementations.delays[name] =
          typeof delay === "function"
            ? (...args: unknown[]) => (delay as (...args: unknown[]) => number)(...args) + ms
            : Number(delay) + ms;
      });
  return mutants;
}
