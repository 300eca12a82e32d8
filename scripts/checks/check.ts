/** What one check found: whether it holds, and what is worth reading about it. */
export interface Finding {
  readonly holds: boolean;
  readonly text: string;
}

export interface Check {
  readonly name: string;
  readonly run: () => Finding | Promise<Finding>;
}
