/** After which the first page has what it needs, so that line and processor are free, ms. */
const startupMs = 2_000;
const fallbackDelayMs = 200;

/** Safari has no idle callbacks; a pause takes their place. Answers with what calls it off. */
export function runWhenIdle(callback: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(callback);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, fallbackDelayMs);
  return () => clearTimeout(timer);
}

/** Acts once the first page has been brought and nothing else is done. Answers with what calls it off. */
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
