import { type AnyStateMachine, createMachine, transition } from "xstate";
import type { Enumeration } from "../../adapters/contract/defineEnum.ts";

/** The events of each status, with the status that they lead to. */
type StatusTable<S extends string> = Readonly<Record<S, Readonly<Record<string, S>>>>;

type TableEvent<T> = { [S in keyof T]: Extract<keyof T[S], string> }[keyof T];

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

/** Creates a status machine from its table, for the statuses of a dictionary. */
export function createStatusMachine<Status extends string, const T extends StatusTable<Status>>(
  id: string,
  initial: Status,
  dictionary: Enumeration<Status>,
  table: T,
): StatusMachine<Status, TableEvent<T>> {
  const machine = createMachine({
    id,
    initial,
    states: Object.fromEntries(
      Object.entries<Readonly<Record<string, string>>>(table).map(([status, on]) => [
        status,
        { description: dictionary.label(status), on: { ...on } },
      ]),
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
  const events = [
    ...new Set(Object.values<Readonly<Record<string, string>>>(table).flatMap((on) => Object.keys(on))),
  ] as TableEvent<T>[];
  // Called for every row of a list, so results are cached; the table never changes.
  const cache = new Map<Status, readonly TableEvent<T>[]>();
  const allowed = (status: Status) => {
    const allowedEvents = cache.get(status) ?? events.filter((event) => next(status, event) !== null);
    cache.set(status, allowedEvents);
    return allowedEvents;
  };
  return { machine, next, allowed, label: dictionary.label };
}
