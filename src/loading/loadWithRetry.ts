import type { ComponentLoader } from "./createLoader.ts";

/** After which code that could not be had is asked for again, ms: twice as long after each failure, up to the longest. */
const firstRetryDelayMs = 5_000;
const maxRetryDelayMs = 30_000;

interface LoadCallbacks<Component> {
  readonly onLoad: (component: Component) => void;
  /** Told of the first failure only. */
  readonly onError: (why: unknown) => void;
}

/** Brings the code, asking again for as long as it cannot be had. Answers with what ends it. */
export function loadWithRetry<Component>(
  loader: ComponentLoader<Component>,
  callbacks: LoadCallbacks<Component>,
): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (delayMs: number) =>
    void loader.preload().then(
      (component) => {
        if (!stopped) callbacks.onLoad(component);
      },
      (error: unknown) => {
        if (stopped) return;
        timer = setTimeout(() => attempt(Math.min(delayMs * 2, maxRetryDelayMs)), delayMs);
        if (delayMs === firstRetryDelayMs) callbacks.onError(error);
      },
    );
  attempt(firstRetryDelayMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
