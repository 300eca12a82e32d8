import { buildConsole } from "../../scripts/setup/buildConsole.mjs";

/** Browser tests see the console as it is shipped. */
export default function builtConsole(): void {
  buildConsole();
}
