/** Result of a check, with a text to print. */
export interface CheckResult {
  readonly passed: boolean;
  readonly text: string;
}

export interface Check {
  readonly name: string;
  readonly run: () => CheckResult | Promise<CheckResult>;
}
