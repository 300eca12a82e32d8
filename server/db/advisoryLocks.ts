/**
 * Keys of PostgreSQL's advisory locks, each unique in the database. Transaction and session locks share one key space:
 * two uses of the same key would wait for each other.
 */
export const advisoryLocks = {
  /** Held while the schema changes: by a starting server or a restore. */
  migration: 727_274,
  /** Held while a starting process adds what is missing in the data: one of several after the other. */
  seed: 727_275,
  /** Held by a server process as long as it runs; by those that share a database with others, shared. */
  process: 727_276,
  /** Serializes changes that could remove the last admin. */
  admins: 727_277,
  /** Serializes changes of the service tree's shape. */
  serviceTree: 727_278,
  /** Serializes takeovers: two officers must not both begin the only desk. */
  takeover: 727_279,
} as const;
