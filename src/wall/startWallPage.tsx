import { createRoot } from "react-dom/client";
import * as word from "../../adapters/contract/words.ts";
import { reloadWhenReady } from "./reloadWhenReady.ts";
import { Wall } from "./Wall.tsx";
import { startWall } from "./wallServices.ts";

/**
 * Shows the wall instead of the console.
 * @param timeoutMs how long a call may take
 */
export function startWallPage(element: HTMLElement, timeoutMs: number): void {
  document.title = word.screen;
  const root = createRoot(element, {
    // Nobody reads an error at a wall: the page starts anew.
    onUncaughtError(error) {
      console.error(error);
      setTimeout(() => reloadWhenReady(timeoutMs), restartMs);
    },
  });
  root.render(<Wall services={startWall(timeoutMs)} />);
}

const restartMs = 10_000;
