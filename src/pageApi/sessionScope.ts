/** What lives as long as the session, whichever pages are open. */
export interface SessionScope {
  /** The session's value of that name, created on the first call and stopped with the session. */
  readonly value: <T extends Stoppable>(name: string, create: () => T) => T;
}

/** Something that ends with the session. */
export interface Stoppable {
  readonly stop: () => void;
}

/** Holds what lives as long as the session; `stop` ends all of it. */
export function createSessionScope(): SessionScope & Stoppable {
  const values = new Map<string, Stoppable>();
  return {
    value<T extends Stoppable>(name: string, create: () => T): T {
      const known = values.get(name) ?? create();
      values.set(name, known);
      // The map loses the type; a name belongs to one value.
      return known as T;
    },
    stop() {
      for (const value of values.values()) value.stop();
    },
  };
}
