import { buildConsole, buildServer, serverEnvironment, serverOptions, serverProgram } from "./builds.mjs";
import { install } from "./install.mjs";
import { runUnderNode24 } from "./runUnderNode24.mjs";

/** Installs and builds what is stale, then runs the server until it is stopped. */
export async function run() {
  install();
  buildConsole();
  buildServer();
  await runUnderNode24([...serverOptions, serverProgram], serverEnvironment);
}
