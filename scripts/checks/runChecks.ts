import { root } from "../setup/root.mjs";
import { checks } from "./checks.ts";

const maxShownLines = 80;
const width = Math.max(...checks.map(({ name }) => name.length));
let failedCount = 0;

for (const check of checks) {
  const from = performance.now();
  const { passed, text } = await Promise.resolve()
    .then(check.run)
    .catch((error: unknown) => ({ passed: false, text: String(error) }));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${passed ? "ok  " : "FAIL"} ${check.name.padEnd(width)} ${seconds.padStart(5)} s`);
  if (text) console.log(excerpt(text));
  if (!passed) failedCount += 1;
}

console.log(
  failedCount === 0 ? "All checks hold." : `${failedCount} of ${checks.length} checks do not hold.`,
);
if (failedCount > 0) process.exitCode = 1;

/** The beginning of what a check says, indented below its name. */
function excerpt(text: string): string {
  const lines = text.replaceAll(root, ".").split("\n");
  const more = lines.length > maxShownLines ? [`… ${lines.length - maxShownLines} more lines`] : [];
  return [...lines.slice(0, maxShownLines), ...more].map((line) => `     ${line}`).join("\n");
}
