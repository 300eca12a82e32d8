/**
 * Keys of PostgreSQL's advisory locks, each unique in the database. Transaction and session locks share one key space:
 * two uses of the same key would wait for each other.
 */
export const advisoryLocks = {
  /** Held while the schema changes: by a starting server or a restore. */
  migration: 727_274,
  /** Held while a starting process seeds missing data, so that several do it one after the other. */
  seed: 727_275,
  /** Held by a server process while it runs; processes of a cluster share it. */
  process: 727_276,
  /** Serializes changes that could remove the last admin. */
  admins: 727_277,
  /** Serializes changes of the service tree's shape. */
  serviceTree: 727_278,
  /** Serializes takeovers: two officers must not both begin the only desk. */
  takeover: 727_279,
} as const;
