/** Connecting to the database failed. Message and cause are the driver's. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
