export {};

declare global {
  /** The only host name a machine may mention: XState hands one to every promise actor. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}
