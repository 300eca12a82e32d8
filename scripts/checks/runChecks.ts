import { root } from "../setup/root.mjs";
import { checks } from "./checks.ts";

const shownLines = 80;
const width = Math.max(...checks.map(({ name }) => name.length));
let broken = 0;

for (const check of checks) {
  const from = performance.now();
  const { holds, text } = await Promise.resolve()
    .then(check.run)
    .catch((fault: unknown) => ({ holds: false, text: String(fault) }));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${holds ? "ok  " : "FAIL"} ${check.name.padEnd(width)} ${seconds.padStart(5)} s`);
  if (text) console.log(excerpt(text));
  if (!holds) broken += 1;
}

console.log(broken === 0 ? "All checks hold." : `${broken} of ${checks.length} checks do not hold.`);
if (broken > 0) process.exitCode = 1;

/** The beginning of what a check says, indented below its name. */
function excerpt(text: string): string {
  const lines = text.replaceAll(root, ".").split("\n");
  const more = lines.length > shownLines ? [`… ${lines.length - shownLines} more lines`] : [];
  return [...lines.slice(0, shownLines), ...more].map((line) => `     ${line}`).join("\n");
}
