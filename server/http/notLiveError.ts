/** Only another process can answer this, and it was not asked. */
export class NotLiveError extends Error {
  override readonly name = "NotLiveError";
}
