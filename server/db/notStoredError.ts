/** What was received is known, but cannot be stored now: it must not be acknowledged. */
export class NotStoredError extends Error {
  override readonly name = "NotStoredError";
}
