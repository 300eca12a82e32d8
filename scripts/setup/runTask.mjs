import { install } from "./install.mjs";
import { runUnderNode24 } from "./runUnderNode24.mjs";

/**
 * Installs missing packages, then runs a TypeScript file of the project under Node 24.
 * @param {string} file
 */
export async function run(file) {
  install();
  await runUnderNode24([file, ...process.argv.slice(2)]);
}
