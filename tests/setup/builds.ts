import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";

/** Builds console and server as `npm start` runs them. */
export default function builds(): void {
  buildConsole();
  buildServer();
}
