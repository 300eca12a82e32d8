/** Wrong arguments of the command, told in one line. */
export class UsageError extends Error {}

/** What cannot be chosen, and what can. */
export const createChoiceError = (what: string, given: string | number, choices: Iterable<string>) =>
  new UsageError(`There is no ${what} ${given}: ${[...new Set(choices)].join(", ")}`);
