import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import { requestTimeoutMs } from "../../adapters/contract/constants.ts";
import { reloadWhenReady } from "./reloadWhenReady.ts";

/** Time until a screen whose code or configuration did not load tries again, ms. */
const retryMs = 10_000;

/** Loads the wall. A file of its own, so that the login does not hold the names of all its files. */
export function loadWall(element: HTMLElement, loading: Promise<ConsoleConfig>): void {
  Promise.all([import("./startWallPage.tsx"), loading]).then(
    ([{ startWallPage }, config]) => startWallPage(element, config.requestTimeoutMs),
    // Nobody reads an error at a wall.
    () => setTimeout(() => reloadWhenReady(requestTimeoutMs), retryMs),
  );
}
