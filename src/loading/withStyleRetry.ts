/**
 * Wraps a dynamic import so that a retry also reloads failed style sheets. Vite requests each style sheet once per
 * document and would render the component without it.
 */
export function withStyleRetry<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let previouslyFailed: readonly HTMLLinkElement[] = [];
  return async () => {
    // Captures the event before Vite's listener, which rejects the import. Adding it twice has no effect.
    document.addEventListener("error", markFailed, true);
    // Reloads failed style sheets of other components too, which may be shared; only its own ones reject the load.
    await Promise.all(getFailedLinks().map(refetchLink));
    const stillFailed = previouslyFailed.find(({ dataset }) => "failed" in dataset);
    // The same message as Vite's.
    if (stillFailed) throw new Error(`Unable to preload CSS for ${stillFailed.href}`);
    const failedBefore = new Set(getFailedLinks());
    try {
      return await load();
    } catch (error) {
      previouslyFailed = getFailedLinks().filter((link) => !failedBefore.has(link));
      throw error;
    }
  };
}

const getFailedLinks = () => [...document.querySelectorAll<HTMLLinkElement>("link[data-failed]")];

/** Only the error event shows the failure: after a 502 of a proxy, the link has an empty sheet like a loaded one. */
function markFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.dataset["failed"] = "";
}

/** Resolves on success and on failure; the mark stays after a failure. */
function refetchLink(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const finish = () => {
      controller.abort();
      resolve();
    };
    const handleLoad = () => {
      delete link.dataset["failed"];
      finish();
    };
    link.addEventListener("load", handleLoad, controller);
    link.addEventListener("error", finish, controller);
    // Reinserting the link requests it again; setting the same `href` would not.
    document.head.append(link);
  });
}
