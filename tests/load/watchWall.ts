/** What a page of the wall may never show; the page's own watcher reports it through this binding. */
declare global {
  interface Window {
    reportViolation: (what: string) => void;
    /** Milliseconds that `Date` is off, set by the soak. */
    dateOffsetMs: number;
  }
}

/**
 * Runs in every document of a screen, before its scripts: reports a login form, and a picture that looks live while its
 * data are old. Makes the computer's clock adjustable. It may use nothing from outside.
 */
export function watchWall(): void {
  const lookEveryMs = 250;
  const staleAfterMs = 15_000;
  /** Long enough for timers that were held while the tab was frozen. */
  const graceLooks = 8;
  let receivedAt: string | undefined;
  let changedAt = performance.now();
  let looksLive = 0;
  setInterval(() => {
    const main = document.querySelector("main");
    // The empty document before the first.
    if (location.protocol === "about:") return;
    if (!location.pathname.startsWith("/wall") || document.querySelector("input"))
      window.reportViolation(`a form at ${location.pathname}`);
    if (main?.dataset["receivedAt"] !== receivedAt) {
      receivedAt = main?.dataset["receivedAt"];
      changedAt = performance.now();
    }
    const isOld = performance.now() - changedAt > staleAfterMs;
    const isLive = main !== null && receivedAt !== undefined && !main.hasAttribute("data-old");
    looksLive = isOld && isLive ? looksLive + 1 : 0;
    if (looksLive === graceLooks) window.reportViolation("a live look with old data");
  }, lookEveryMs);

  const RealDate = Date;
  window.dateOffsetMs = 0;
  window.Date = class extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(RealDate.now() + window.dateOffsetMs);
      else super(...given);
    }
    static override now = () => RealDate.now() + window.dateOffsetMs;
  } as DateConstructor;
}
