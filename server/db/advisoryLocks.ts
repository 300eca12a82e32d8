/**
 * The numbers of PostgreSQL's advisory locks, any that nobody else uses. They share one space whether a transaction or
 * a session holds them: what takes the number of another waits for that one's end.
 */
export const advisoryLocks = {
  /** Held by whoever changes the schema: a server that starts, a restore. */
  migration: 727_274,
  /** Held by a server's process for as long as it runs. */
  process: 727_276,
  /** Changes that may take the last admin away go one after the other. */
  admins: 727_277,
  /** So do changes of the service tree's shape. */
  serviceTree: 727_278,
} as const;
