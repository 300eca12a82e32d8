import { handOver } from "./handOver.mjs";
import { install } from "./install.mjs";

/**
 * Installs what is missing, then runs a TypeScript file of the project under Node 24.
 * @param {string} file
 */
export async function run(file) {
  install();
  await handOver([file, ...process.argv.slice(2)]);
}
