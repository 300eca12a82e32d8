import { type AnyStateMachine, createMachine, transition } from "xstate";

/** States of an entity with their Chinese labels and transitions. */
export type StatusTable = Readonly<
  Record<string, { readonly label: string; readonly on: Readonly<Record<string, string>> }>
>;

type TableEvent<T extends StatusTable> = {
  [S in keyof T]: Extract<keyof T[S]["on"], string>;
}[keyof T];

/** Status machine of an entity, shared by the server (which checks) and the console (which offers actions). */
export interface StatusMachine<S extends string, E extends string> {
  readonly machine: AnyStateMachine;
  /** Events allowed in a status. */
  readonly allowed: (status: S) => readonly E[];
  /** Target status of an event, or null if it is not allowed. */
  readonly next: (status: S, event: E) => S | null;
  /** Chinese label of a status. */
  readonly label: (status: S) => string;
}

/** Creates a status machine from its table. */
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
    // A platform of others may have statuses that this table does not know: nothing can be done with them.
    if (!Object.hasOwn(table, status)) return null;
    const snapshot = machine.resolveState({ value: status });
    if (!snapshot.can({ type: event })) return null;
    // Safe cast: the machine's only values are the table's keys.
    return transition(machine, snapshot, { type: event })[0].value as Status;
  };
  const events = [...new Set(Object.values(table).flatMap(({ on }) => Object.keys(on)))] as TableEvent<T>[];
  // Called for every row of a list, so results are cached; the table never changes.
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
    label: (status) => (Object.hasOwn(table, status) ? table[status]?.label : undefined) ?? status,
  };
}
