/** One teller, any number of listeners; what nobody listens to is gone. */
export interface Hub<T> {
  readonly tell: (what: T) => void;
  readonly listen: (told: (what: T) => void) => () => void;
}

/** Between the entry, which is always there, and the console, which is loaded later and ends with the session. */
export function createHub<T>(): Hub<T> {
  const listeners = new Set<(what: T) => void>();
  return {
    tell(what) {
      for (const told of listeners) told(what);
    },
    listen(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
