/** What lives as long as the session, whichever pages are open. */
export interface SessionScope {
  /** The session's value of that name, created on the first call and stopped with the session. */
  readonly value: <T extends Stoppable>(name: string, create: () => T) => T;
}

/** Something that ends with the session. */
export interface Stoppable {
  readonly stop: () => void;
}
