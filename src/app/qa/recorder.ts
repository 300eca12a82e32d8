import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent, StateValue } from "xstate";
import { type Redacted, redact } from "./redact.ts";

/** Something that happened to a machine; the same again and again is one entry. */
export interface Entry {
  readonly key: number;
  /** Wall clock of the latest time, ms since 1970. */
  readonly at: number;
  readonly machine: string;
  readonly type: string;
  /** What came with it, without secrets. */
  readonly what: Redacted;
  /** Where it led; empty where nobody knows. */
  readonly state: string;
  readonly times: number;
}

/** A machine as it runs now. */
export interface Running {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly value: StateValue;
}

/** What the QA page sees of the machines; made only where that page is offered. */
export interface Recorder {
  /** For `inspect` of the machine of that name. */
  readonly inspect: (name: string) => (inspected: InspectionEvent) => void;
  /** What happens to a machine that runs elsewhere. */
  readonly note: (machine: string, event: { readonly type: string }) => void;
  /** The newest first, the last 200. */
  readonly entries: () => readonly Entry[];
  readonly running: () => readonly Running[];
  readonly clear: () => void;
  readonly subscribe: (changed: () => void) => () => void;
}

const kept = 200;

/** State paths of a value: `live.online.beating`, or one for each region. */
export function pathsOf(value: StateValue, from = ""): readonly string[] {
  if (typeof value === "string") return [from + value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined || (typeof inner === "object" && Object.keys(inner).length === 0)
      ? [from + key]
      : pathsOf(inner, `${from}${key}.`),
  );
}

/** Follows machines by XState's inspection and keeps their last 200 events, redacted before they are kept. */
export function createRecorder(now: () => number = Date.now): Recorder {
  const actors = new Map<string, AnyActorRef>();
  const listeners = new Set<() => void>();
  let entries: readonly Entry[] = [];
  let count = 0;

  const add = (machine: string, event: { readonly type: string }, state: string) => {
    const { type, ...rest } = event;
    // Every start says of its input that there is none.
    const what = redact(type === "xstate.init" ? {} : rest);
    const [last] = entries;
    const again =
      last?.machine === machine &&
      last.type === type &&
      last.state === state &&
      JSON.stringify(last.what) === JSON.stringify(what);
    entries = again
      ? [{ ...last, at: now(), times: last.times + 1 }, ...entries.slice(1)]
      : [{ key: ++count, at: now(), machine, type, what, state, times: 1 }, ...entries.slice(0, kept - 1)];
    for (const changed of listeners) changed();
  };

  return {
    inspect(name) {
      let root: AnyActorRef | null = null;
      return (inspected) => {
        // The machine itself is the first actor of its system; its calls and children come after it.
        root ??= inspected.actorRef as AnyActorRef;
        if (inspected.actorRef !== root) return;
        actors.set(name, root);
        if (inspected.type !== "@xstate.snapshot") return;
        const snapshot = inspected.snapshot as AnyMachineSnapshot;
        add(name, inspected.event, pathsOf(snapshot.value as StateValue).join(" + "));
      };
    },
    note: (machine, event) => add(machine, event, ""),
    entries: () => entries,
    running: () =>
      [...actors].flatMap(([name, actor]) => {
        const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
        return snapshot.status === "stopped"
          ? []
          : [{ name, machine: snapshot.machine, value: snapshot.value as StateValue }];
      }),
    clear() {
      entries = [];
      for (const changed of listeners) changed();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
