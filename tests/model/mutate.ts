import { type AnyStateMachine, StateMachine } from "xstate";
import { nodesOf } from "../../machines/graph/seam.ts";
import type { Variant } from "./stage.ts";

/** One planted fault. */
export interface Mutant {
  /** What was done to what, readable and unique within its machine. */
  readonly name: string;
  readonly plant: Variant;
}

/** A transition as the machine's own configuration writes it. */
interface TransitionConfig {
  target?: string;
  guard?: unknown;
  actions?: unknown;
  reenter?: boolean;
}
/** A state of the configuration, with every short form written out. */
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

const list = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const transitions = (value: unknown): TransitionConfig[] =>
  list(value).map((one) =>
    typeof one === "string"
      ? { target: one }
      : { ...(one as TransitionConfig), actions: list((one as TransitionConfig).actions) },
  );
const byKey = (value: unknown): Record<string, TransitionConfig[]> =>
  Object.fromEntries(Object.entries((value ?? {}) as object).map(([key, one]) => [key, transitions(one)]));

/** A copy of a state with every list a list, so that faults can be planted at a fixed place. */
function written(state: StateConfig): StateConfig {
  return {
    ...state,
    on: byKey(state.on),
    after: byKey(state.after),
    always: transitions(state.always),
    invoke: list(state.invoke).map((one) => {
      const invoked = one as { id: string; onDone?: unknown; onError?: unknown };
      return { ...invoked, onDone: transitions(invoked.onDone), onError: transitions(invoked.onError) };
    }),
    entry: list(state.entry),
    exit: list(state.exit),
    ...(state.states
      ? { states: Object.fromEntries(Object.entries(state.states).map(([key, one]) => [key, written(one)])) }
      : {}),
  };
}

interface Place {
  readonly state: StateConfig;
  readonly name: string;
  /** Whether other regions run beside it. */
  readonly beside: boolean;
}
const places = (state: StateConfig, name: string, beside = false): Place[] => [
  { state, name, beside },
  ...Object.entries(state.states ?? {}).flatMap(([key, one]) =>
    places(one, `${name}.${key}`, state.type === "parallel"),
  ),
];

interface Leaving {
  readonly name: string;
  readonly among: TransitionConfig[];
}
const leavings = ({ state, name }: Place): Leaving[] => [
  ...Object.entries(state.on ?? {}).map(([event, among]) => ({ name: `${name} on ${event}`, among })),
  ...Object.entries(state.after ?? {}).map(([delay, among]) => ({ name: `${name} after ${delay}`, among })),
  ...(state.always?.length ? [{ name: `${name} always`, among: state.always }] : []),
  ...(state.invoke ?? []).flatMap(({ id, onDone = [], onError = [] }) => [
    { name: `${name} ${id} done`, among: onDone },
    { name: `${name} ${id} failed`, among: onError },
  ]),
];

type Implementations = { delays: Record<string, unknown>; guards: Record<string, unknown> };
const actionName = (action: unknown) =>
  typeof action === "string" ? action : ((action as { type?: string }).type ?? "inline");

/** Rebuilds the machine from a changed copy of its configuration: the seam to what a machine was made of. */
const rebuilt = (change: (root: StateConfig, parts: Implementations) => void): Variant => {
  return (machine: AnyStateMachine) => {
    const root = written(machine.config as unknown as StateConfig);
    const made = machine.implementations as unknown as Implementations;
    const parts = { ...made, delays: { ...made.delays }, guards: { ...made.guards } };
    change(root, parts);
    return new StateMachine(root as never, parts as never) as unknown as AnyStateMachine;
  };
};

/** The machine taken apart and put together again without a fault: what survives if anything does. */
export const faultless: Mutant = { name: "no fault", plant: rebuilt(() => undefined) };

const inverted = (guard: unknown) => {
  const holds = typeof guard === "function" ? (guard as (...args: unknown[]) => boolean) : null;
  return (...args: unknown[]) => !holds?.(...args);
};

/**
 * Whether re-entering a state is felt: it does something on the way, or has regions beside it. A transition out
 * of its source leaves it in any case.
 */
const felt = ({ state, beside }: Place) =>
  [state.entry, state.exit, state.invoke, Object.keys(state.after ?? {})].some(
    (all) => (all?.length ?? 0) > 0,
  ) || beside;

/** Every fault of the kinds that machines.md names, one at a time. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const mutants: Mutant[] = [];
  const root = written(machine.config as unknown as StateConfig);
  const parts = machine.implementations as unknown as Implementations;
  // A state that is left at once leads where others lead as well.
  const leaves = nodesOf(machine)
    .filter((node) => Object.keys(node.states).length === 0 && node.parent && !node.always?.length)
    .map(({ id }) => id);
  const add = (name: string, change: (root: StateConfig, parts: Implementations) => void) =>
    mutants.push({ name, plant: rebuilt(change) });
  const at = (copy: StateConfig, place: number, leaving: number) => {
    const found = places(copy, "")[place];
    const among = found && leavings(found)[leaving]?.among;
    if (!among) throw new Error("the copy differs from the machine");
    return among;
  };

  places(root, machine.id).forEach((place, p) => {
    leavings(place).forEach(({ name, among }, l) => {
      among.forEach((transition, t) => {
        const label = `${name}${among.length > 1 ? ` (${t + 1})` : ""}`;
        add(`${label}: removed`, (copy) => void at(copy, p, l).splice(t, 1));
        if (transition.target !== undefined) {
          const goal = `.${transition.target.replace(/^[#.]*/, "")}.`;
          const away = leaves.filter((id) => !`.${id}.`.includes(goal));
          for (const id of [away[l % away.length], away[(l + t + 3) % away.length]].filter(
            (one, i, all) => one !== undefined && all.indexOf(one) === i,
          ))
            add(`${label}: to ${id}`, (copy) => {
              const changed = at(copy, p, l)[t];
              if (changed) changed.target = `#${id}`;
            });
          if (
            place.name.endsWith(`.${transition.target}`) ||
            (transition.target.startsWith(".") && felt(place))
          )
            add(`${label}: re-entry flipped`, (copy) => {
              const changed = at(copy, p, l)[t];
              if (changed) changed.reenter = !changed.reenter;
            });
        }
        if (transition.guard !== undefined)
          add(`${label}: guard inverted`, (copy, made) => {
            const changed = at(copy, p, l)[t];
            if (!changed) return;
            const guard = changed.guard as string | { type: string; params?: unknown };
            const type = typeof guard === "string" ? guard : guard.type;
            made.guards[`not ${type}`] = inverted(made.guards[type]);
            changed.guard = typeof guard === "string" ? `not ${type}` : { ...guard, type: `not ${type}` };
          });
        list(transition.actions).forEach((action, a) =>
          add(`${label}: without ${actionName(action)} ${a + 1}`, (copy) => {
            const changed = at(copy, p, l)[t];
            if (changed) changed.actions = list(changed.actions).toSpliced(a, 1);
          }),
        );
      });
    });
    for (const side of ["entry", "exit"] as const)
      place.state[side]?.forEach((action, a) =>
        add(`${place.name} ${side}: without ${actionName(action)} ${a + 1}`, (copy) => {
          const found = places(copy, "")[p];
          if (found) found.state[side] = found.state[side]?.toSpliced(a, 1) ?? [];
        }),
      );
  });
  for (const [name, delay] of Object.entries(parts.delays))
    for (const ms of [-1, 1])
      add(`delay ${name}: ${ms > 0 ? "+" : ""}${ms} ms`, (_, made) => {
        made.delays[name] =
          typeof delay === "function"
            ? (...args: unknown[]) => (delay as (...args: unknown[]) => number)(...args) + ms
            : Number(delay) + ms;
      });
  return mutants;
}
