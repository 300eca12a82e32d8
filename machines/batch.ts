/** Outcome of a batch, row by row. */
export interface BatchResult {
  readonly succeeded: readonly string[];
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

/** One action on several rows. */
export interface BatchRequest<Row> {
  readonly action: string;
  readonly rows: readonly Row[];
  /** Values of the action's form, such as a reason or a target. */
  readonly values: unknown;
}
