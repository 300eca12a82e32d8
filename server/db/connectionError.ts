/** No connection to the database could be had. Its message and cause are the driver's. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
