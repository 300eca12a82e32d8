/** Only the owner of the live picture can handle this call, but it reached another process. */
export class NotLiveError extends Error {
  override readonly name = "NotLiveError";
}
