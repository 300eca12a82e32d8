/** How often somebody's presence is told at most, ms. */
const intervalMs = 1_000;
const signs = ["pointermove", "pointerdown", "wheel", "keydown"] as const;

/** Calls back while somebody uses the page that is shown: moves the pointer or presses a key. Returns what ends it. */
export function watchPresence(onPresent: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const handle = ({ timeStamp }: Event) => {
    if (document.visibilityState !== "visible" || timeStamp - toldAt < intervalMs) return;
    toldAt = timeStamp;
    onPresent();
  };
  for (const sign of signs) window.addEventListener(sign, handle, { capture: true, passive: true });
  return () => {
    for (const sign of signs) window.removeEventListener(sign, handle, { capture: true });
  };
}
