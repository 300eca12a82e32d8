/** The connection broke, or the time ran out, between a commit and its answer: the transaction may be stored or not. */
export class CommitUnknownError extends Error {
  override readonly name = "CommitUnknownError";
  constructor(options?: ErrorOptions) {
    super("The commit of the transaction was not answered", options);
  }
}
