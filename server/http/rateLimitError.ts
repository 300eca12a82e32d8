/** A rate limit is exceeded. The message contains when to try again. */
export class RateLimitError extends Error {
  override readonly name = "RateLimitError";
  /** Seconds until it is allowed again, at least 1. */
  readonly retryAfterS: number;
  constructor(message: string, retryAfterS: number) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}
