/** Time after which the first page is loaded and network and CPU are free, ms. */
const startupMs = 2_000;
const fallbackDelayMs = 200;

/** Runs when the browser is idle; in Safari, which has no idle callbacks, after a timeout. Returns a cancel function. */
export function runWhenIdle(callback: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(callback);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, fallbackDelayMs);
  return () => clearTimeout(timer);
}

/** Resolves when the browser is idle. */
export const waitForIdle = () => new Promise<void>((resolve) => void runWhenIdle(resolve));

/** A page that draws all the time, like the live map, may leave no idle time, ms. */
const idleTimeoutMs = 3_000;

/** Loads what the first paint can do without: only when the browser is idle, or after 3 s. */
export const whenIdle =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    await Promise.race([waitForIdle(), new Promise((resolve) => setTimeout(resolve, idleTimeoutMs))]);
    return load();
  };

/** Runs once the first page is loaded and the browser is idle. Returns a cancel function. */
export function runAfterStartup(callback: () => void): () => void {
  let cancel = () => {};
  const timer = setTimeout(() => {
    cancel = runWhenIdle(callback);
  }, startupMs);
  return () => {
    clearTimeout(timer);
    cancel();
  };
}
