import { buildConsole, buildServer } from "./builds.mjs";
import { install } from "./install.mjs";

/** Builds what is stale: the console below BASE_PATH into `dist/`, for any web server, and the server into `bundle/`. */
export async function run() {
  install();
  buildConsole(process.env.BASE_PATH);
  buildServer();
}
