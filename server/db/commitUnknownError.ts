/** The connection broke or timed out between a commit and its reply: the transaction may or may not be stored. */
export class CommitUnknownError extends Error {
  override readonly name = "CommitUnknownError";
  constructor(options?: ErrorOptions) {
    super("The database did not reply to the commit", options);
  }
}
