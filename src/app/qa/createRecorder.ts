import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent, StateValue } from "xstate";
import { createEmitter } from "../../pageApi/createEmitter.ts";
import { type Redacted, redact } from "./redact.ts";

/** An event of a machine; identical consecutive events share one entry. */
export interface LogEntry {
  readonly key: number;
  /** Time of the latest occurrence, ms since the epoch. */
  readonly at: number;
  readonly machine: string;
  readonly type: string;
  /** The event's data without secrets. */
  readonly payload: Redacted;
  /** The state after the event; empty if unknown. */
  readonly state: string;
  readonly count: number;
}

/** A running machine and its current state. */
export interface RunningMachine {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly value: StateValue;
}

/** Records machines for the QA page; created only if that page is enabled. */
export interface Recorder {
  /** The `inspect` option for the machine of that name. */
  readonly inspect: (name: string) => (inspection: InspectionEvent) => void;
  /** Records an event of a machine that runs in a worker. */
  readonly record: (machine: string, event: { readonly type: string }) => void;
  /** The last 200 entries, newest first. */
  readonly entries: () => readonly LogEntry[];
  /** The same list until a machine starts, stops or changes its state. */
  readonly running: () => readonly RunningMachine[];
  readonly clear: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const maxEntries = 200;

/** Paths of a state value, such as `live.online.beating`; one per parallel region. */
export function toStatePaths(value: StateValue, from = ""): readonly string[] {
  if (typeof value === "string") return [from + value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined || (typeof inner === "object" && Object.keys(inner).length === 0)
      ? [from + key]
      : toStatePaths(inner, `${from}${key}.`),
  );
}

/** Records the last 200 events of machines through XState's inspection API, redacted before they are stored. */
export function createRecorder(now: () => number = Date.now): Recorder {
  const actors = new Map<string, AnyActorRef>();
  const changes = createEmitter();
  let entries: readonly LogEntry[] = [];
  let running: readonly RunningMachine[] = [];
  let lastKey = 0;

  const add = (machine: string, event: { readonly type: string }, state: string) => {
    const { type, ...rest } = event;
    // The start event carries only an empty input.
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
        // The first actor of a system is the machine itself; invoked and spawned actors follow.
        root ??= inspection.actorRef as AnyActorRef;
        if (inspection.actorRef !== root) return;
        if (actors.get(name) !== root) {
          actors.set(name, root);
          root.subscribe({ complete: changes.emit });
        }
        if (inspection.type !== "@xstate.snapshot") return;
        const snapshot = inspection.snapshot as AnyMachineSnapshot;
        add(name, inspection.event, toStatePaths(snapshot.value as StateValue).join(" + "));
      };
    },
    record: (machine, event) => add(machine, event, ""),
    entries: () => entries,
    running() {
      const current = [...actors].flatMap(([name, actor]): RunningMachine[] => {
        const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
        return snapshot.status === "stopped"
          ? []
          : [{ name, machine: snapshot.machine, value: snapshot.value as StateValue }];
      });
      const isSame =
        current.length === running.length &&
        current.every(({ name, value }, at) => running[at]?.name === name && running[at].value === value);
      if (!isSame) running = current;
      return running;
    },
    clear() {
      entries = [];
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}
