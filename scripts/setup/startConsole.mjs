import { buildConsole, buildServer, serverProgram } from "./builds.mjs";
import { handOver } from "./handOver.mjs";
import { install } from "./install.mjs";

/** Installs and builds what is stale, then runs the server until it is told to stop. */
export async function run() {
  install();
  buildConsole();
  buildServer();
  await handOver([serverProgram]);
}
