/** What one check found: whether it holds, and what is worth reading about it. */
export interface CheckResult {
  readonly passed: boolean;
  readonly text: string;
}

export interface Check {
  readonly name: string;
  readonly run: () => CheckResult | Promise<CheckResult>;
}
