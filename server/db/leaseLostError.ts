/** Somebody else does what this process wanted to write about: nothing of it may be stored. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}
