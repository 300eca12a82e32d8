export {};

declare global {
  /** The only browser global that machines may use: XState passes one to every promise actor. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}
