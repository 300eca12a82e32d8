import { availableParallelism } from "node:os";
import { root } from "../setup/root.mjs";
import type { Check, Finding } from "./check.ts";
import { checks } from "./checks.ts";

interface Result extends Finding {
  readonly seconds: string;
}

const shownLines = 80;
const width = Math.max(...checks.map(({ name }) => name.length));
let broken = 0;

// As many at once as there are cores, said in their order.
const results = checks.map(() => Promise.withResolvers<Result>());
let begun = 0;
async function runInTurn(): Promise<void> {
  for (let place = begun++; place < checks.length; place = begun++) {
    const check = checks[place];
    if (check) results[place]?.resolve(await resultOf(check));
  }
}
for (let core = 0; core < availableParallelism(); core += 1) void runInTurn();

for (const [place, { name }] of checks.entries()) {
  const result = await results[place]?.promise;
  if (!result) continue;
  const { holds, text, seconds } = result;
  console.log(`${holds ? "ok  " : "FAIL"} ${name.padEnd(width)} ${seconds.padStart(5)} s`);
  if (text) console.log(excerpt(text));
  if (!holds) broken += 1;
}

console.log(broken === 0 ? "All checks hold." : `${broken} of ${checks.length} checks do not hold.`);
if (broken > 0) process.exitCode = 1;

async function resultOf(check: Check): Promise<Result> {
  const from = performance.now();
  const finding = await Promise.resolve()
    .then(check.run)
    .catch((fault: unknown) => ({ holds: false, text: String(fault) }));
  return { ...finding, seconds: ((performance.now() - from) / 1000).toFixed(1) };
}

/** The beginning of what a check says, indented below its name. */
function excerpt(text: string): string {
  const lines = text.replaceAll(root, ".").split("\n");
  const more = lines.length > shownLines ? [`… ${lines.length - shownLines} more lines`] : [];
  return [...lines.slice(0, shownLines), ...more].map((line) => `     ${line}`).join("\n");
}
