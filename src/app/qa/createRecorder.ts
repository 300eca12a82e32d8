import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent, StateValue } from "xstate";
import { createEmitter } from "../../pageApi/createEmitter.ts";
import { type Redacted, redact } from "./redact.ts";

/** Something that happened to a machine; the same again and again is one entry. */
export interface LogEntry {
  readonly key: number;
  /** Wall clock of the latest time, ms since 1970. */
  readonly at: number;
  readonly machine: string;
  readonly type: string;
  /** What came with it, without secrets. */
  readonly payload: Redacted;
  /** Where it led; empty where nobody knows. */
  readonly state: string;
  readonly count: number;
}

/** A machine as it runs now. */
export interface RunningMachine {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly value: StateValue;
}

/** What the QA page sees of the machines; made only where that page is offered. */
export interface Recorder {
  /** For `inspect` of the machine of that name. */
  readonly inspect: (name: string) => (inspection: InspectionEvent) => void;
  /** What happens to a machine that runs elsewhere. */
  readonly record: (machine: string, event: { readonly type: string }) => void;
  /** The newest first, the last 200. */
  readonly entries: () => readonly LogEntry[];
  readonly running: () => readonly RunningMachine[];
  readonly clear: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const maxEntries = 200;

/** State paths of a value: `live.online.beating`, or one for each region. */
export function toStatePaths(value: StateValue, from = ""): readonly string[] {
  if (typeof value === "string") return [from + value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined || (typeof inner === "object" && Object.keys(inner).length === 0)
      ? [from + key]
      : toStatePaths(inner, `${from}${key}.`),
  );
}

/** Follows machines by XState's inspection and keeps their last 200 events, redacted before they are kept. */
export function createRecorder(now: () => number = Date.now): Recorder {
  const actors = new Map<string, AnyActorRef>();
  const changes = createEmitter();
  let entries: readonly LogEntry[] = [];
  let lastKey = 0;

  const add = (machine: string, event: { readonly type: string }, state: string) => {
    const { type, ...rest } = event;
    // Every start says of its input that there is none.
    const payload = redact(type === "xstate.init" ? {} : rest);
    const [last] = entries;
    const isRepeated =
      last?.machine === machine &&
      last.type === type &&
      last.state === state &&
      JSON.stringify(last.payload) === JSON.stringify(payload);
    entries = isRepeated
      ? [{ ...last, at: now(), count: last.count + 1 }, ...entries.slice(1)]
      : [
          { key: ++lastKey, at: now(), machine, type, payload, state, count: 1 },
          ...entries.slice(0, maxEntries - 1),
        ];
    changes.emit();
  };

  return {
    inspect(name) {
      let root: AnyActorRef | null = null;
      return (inspection) => {
        // The machine itself is the first actor of its system; its calls and children come after it.
        root ??= inspection.actorRef as AnyActorRef;
        if (inspection.actorRef !== root) return;
        actors.set(name, root);
        if (inspection.type !== "@xstate.snapshot") return;
        const snapshot = inspection.snapshot as AnyMachineSnapshot;
        add(name, inspection.event, toStatePaths(snapshot.value as StateValue).join(" + "));
      };
    },
    record: (machine, event) => add(machine, event, ""),
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
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}
