import { reloadWhenReady } from "./reloadWhenReady.ts";

/** Time until a screen whose code did not load tries again, ms. */
const retryMs = 10_000;

/** Loads the wall. A file of its own, so that the login does not hold the names of all its files. */
export function loadWall(element: HTMLElement): void {
  import("./startWallPage.tsx").then(
    ({ startWallPage }) => startWallPage(element),
    // Nobody reads an error at a wall.
    () => setTimeout(reloadWhenReady, retryMs),
  );
}
