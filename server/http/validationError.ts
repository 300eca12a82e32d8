import type { FieldIssue } from "../../adapters/contract/envelope.ts";

/** What an answer names at most: its size is not the caller's to decide. */
const maxIssues = 20;
const maxPathLength = 100;
const maxMessageLength = 200;

/** A request that does not fit its schema: a 400 with an issue per field, of the first twenty. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly issues: readonly FieldIssue[];
  constructor(issues: Iterable<FieldIssue>) {
    super("请求不符合要求");
    const named: FieldIssue[] = [];
    for (const { path, message } of issues) {
      named.push({ path: path.slice(0, maxPathLength), message: message.slice(0, maxMessageLength) });
      // The rest is not even computed.
      if (named.length === maxIssues) break;
    }
    this.issues = named;
  }
}
