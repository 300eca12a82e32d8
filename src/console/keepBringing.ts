import type { ComponentCode } from "./componentCode.ts";

/** After which code that could not be had is asked for again, ms: twice as long after each failure, up to the longest. */
const firstPauseMs = 5_000;
const longestPauseMs = 30_000;

interface Told<Component> {
  readonly here: (component: Component) => void;
  /** Told of the first failure only. */
  readonly failed: (why: unknown) => void;
}

/** Brings the code, asking again for as long as it cannot be had. Answers with what ends it. */
export function keepBringing<Component>(code: ComponentCode<Component>, told: Told<Component>): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (pauseMs: number) =>
    void code.bring().then(
      (component) => {
        if (!ended) told.here(component);
      },
      (why: unknown) => {
        if (ended) return;
        timer = setTimeout(() => ask(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
        if (pauseMs === firstPauseMs) told.failed(why);
      },
    );
  ask(firstPauseMs);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
