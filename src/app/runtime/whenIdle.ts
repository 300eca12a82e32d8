/** After which the first page has what it needs, so that line and processor are free, ms. */
const settledMs = 2_000;
const pauseMs = 200;

/** Safari has no idle callbacks; a pause takes their place. Answers with what calls it off. */
export function whenIdle(act: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, pauseMs);
  return () => clearTimeout(timer);
}

/** Acts once the first page has been brought and nothing else is done. Answers with what calls it off. */
export function onceSettled(act: () => void): () => void {
  let forget = () => {};
  const timer = setTimeout(() => {
    forget = whenIdle(act);
  }, settledMs);
  return () => {
    clearTimeout(timer);
    forget();
  };
}
