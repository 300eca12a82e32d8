/** Whole seconds of a flight from ms of the server's clock; what a drone held back may make it a little negative. */
export const toFlownSeconds = (ms: number): number => Math.max(0, Math.round(ms / 1_000));
