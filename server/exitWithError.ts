/** Prints the lines and ends the process with 1. */
export function exitWithError(...lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}
