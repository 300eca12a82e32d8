import { buildConsole } from "./buildConsole.mjs";
import { handOver } from "./handOver.mjs";
import { install } from "./install.mjs";
import { serverArguments } from "./serverArguments.mjs";

/** Makes the console ready where it is not, and runs the platform until it is told to stop. */
export async function run() {
  await install();
  buildConsole();
  await handOver(serverArguments);
}
