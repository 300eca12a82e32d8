import { type AnyStateMachine, createMachine, transition } from "xstate";

/** The table of an entity's states: each with its Chinese name and where its events lead. */
export type StatusTable = Readonly<
  Record<string, { readonly label: string; readonly on: Readonly<Record<string, string>> }>
>;

type TableEvent<T extends StatusTable> = {
  [S in keyof T]: Extract<keyof T[S]["on"], string>;
}[keyof T];

/** One entity's status machine, the same on the server (which allows) and on the screen (which offers). */
export interface StatusMachine<S extends string, E extends string> {
  readonly machine: AnyStateMachine;
  /** The events that a status allows. */
  readonly allowed: (status: S) => readonly E[];
  /** Where an event leads, or null where the status does not allow it. */
  readonly next: (status: S, event: E) => S | null;
  /** The Chinese name of a status. */
  readonly label: (status: S) => string;
}

/** Makes an entity's status machine from its table. */
export function createStatusMachine<const T extends StatusTable>(
  id: string,
  initial: keyof T & string,
  table: T,
): StatusMachine<keyof T & string, TableEvent<T>> {
  type Status = keyof T & string;
  const machine = createMachine({
    id,
    initial,
    states: Object.fromEntries(
      Object.entries(table).map(([status, { label, on }]) => [status, { description: label, on: { ...on } }]),
    ),
  });
  const next = (status: Status, event: TableEvent<T>): Status | null => {
    const snapshot = machine.resolveState({ value: status });
    if (!snapshot.can({ type: event })) return null;
    // The table's own keys are the only values this machine has.
    return transition(machine, snapshot, { type: event })[0].value as Status;
  };
  const events = [...new Set(Object.values(table).flatMap(({ on }) => Object.keys(on)))] as TableEvent<T>[];
  // Asked for every row of a list: the table does not change, so each answer is found once.
  const cache = new Map<Status, readonly TableEvent<T>[]>();
  const allowed = (status: Status) => {
    const allowedEvents = cache.get(status) ?? events.filter((event) => next(status, event) !== null);
    cache.set(status, allowedEvents);
    return allowedEvents;
  };
  return {
    machine,
    next,
    allowed,
    label: (status) => table[status]?.label ?? status,
  };
}
