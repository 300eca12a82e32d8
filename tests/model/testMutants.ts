import { parseArgs } from "node:util";
import { machineSuites } from "./machineSuites.ts";
import { runMutants } from "./runMutants.ts";

const { values } = parseArgs({ options: { machine: { type: "string" } } });
const chosen = machineSuites.filter(
  ({ machine }) => values.machine === undefined || machine === values.machine,
);
if (chosen.length === 0) throw new Error(`There is no machine ${values.machine}`);

// Mutants make XState log warnings and errors; only the suite's verdict matters.
console.warn = () => undefined;
console.error = () => undefined;

let total = 0;
let survived = 0;
for (const suite of chosen) {
  const from = performance.now();
  const { machine, total: all, survivors } = await runMutants(suite);
  total += all;
  survived += survivors.length;
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(
    `${machine.padEnd(16)} ${String(all - survivors.length).padStart(4)} of ${all} detected, ${seconds} s`,
  );
  for (const name of survivors) console.log(`  survived: ${name}`);
}
const share = (100 * (total - survived)) / total;
console.log(
  `${values.machine === undefined ? "" : `machine ${values.machine} alone: `}${total - survived} of ${total} mutants detected: ${share.toFixed(1)} % (at least 95 %)`,
);
if (share < 95) process.exitCode = 1;
