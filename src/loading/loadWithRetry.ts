import type { ComponentLoader } from "./createLoader.ts";

/** Retry delay, ms; doubles after each failure up to the maximum. */
const firstRetryDelayMs = 5_000;
const maxRetryDelayMs = 30_000;

interface LoadCallbacks<Component> {
  readonly onLoad: (component: Component) => void;
  /** Called for the first failure only. */
  readonly onError: (error: unknown) => void;
}

/** Retries until the code loads; returns a cancel function. */
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
