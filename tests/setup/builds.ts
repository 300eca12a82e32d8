import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";

/** Tests of the running product see console and server as `npm start` runs them. */
export default function builds(): void {
  buildConsole();
  buildServer();
}
