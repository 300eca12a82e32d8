import type { FieldIssue } from "../../adapters/contract/envelope.ts";

/** A request that does not fit its schema: a 400 with an issue per field. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly issues: readonly FieldIssue[];
  constructor(issues: readonly FieldIssue[]) {
    super("请求不符合要求");
    this.issues = issues;
  }
}
