interface Lookup<T> {
  readonly result: Promise<T>;
  /** Ids of records that changed since it started. */
  readonly changedIds: Set<string>;
}

/** Look-ups that are in progress, for caches that the bus tells of changes. */
export interface PendingLookups<T> {
  /**
   * Concurrent look-ups of the same key share one.
   * @param load receives the ids of records that change while it runs
   */
  readonly share: (key: string, load: (changedIds: Set<string>) => Promise<T>) => Promise<T>;
  /** What is read now may be older than this change. */
  readonly noteChange: (id: string) => void;
}

export function createPendingLookups<T>(): PendingLookups<T> {
  const lookups = new Map<string, Lookup<T>>();
  return {
    share: (key, load) => {
      const known = lookups.get(key);
      if (known) return known.result;
      const changedIds = new Set<string>();
      const result = load(changedIds).finally(() => lookups.delete(key));
      lookups.set(key, { result, changedIds });
      return result;
    },
    noteChange: (id) => {
      for (const { changedIds } of lookups.values()) changedIds.add(id);
    },
  };
}
