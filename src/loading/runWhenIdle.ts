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
