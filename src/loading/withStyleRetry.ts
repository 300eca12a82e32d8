/**
 * The load of a component's code, which at another try fetches the styles again that it could not have: the bundler asks
 * for each file of styles once for as long as the document lasts, and would show the component without them.
 */
export function withStyleRetry<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let previouslyFailed: readonly HTMLLinkElement[] = [];
  return async () => {
    // Before the bundler's own listener, which rejects the load. Listening twice is listening once.
    document.addEventListener("error", markFailed, true);
    // Those of others too, which it may share; it is kept waiting by its own alone.
    await Promise.all(getFailedLinks().map(refetchLink));
    const stillFailed = previouslyFailed.find(({ dataset }) => "failed" in dataset);
    // In the words of the bundler's own loader.
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

/** What has failed is to be told from its event alone: where a proxy answers 502, an empty sheet stands there as if read. */
function markFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.dataset["failed"] = "";
}

/** Resolves once it is known; the mark stays where it failed again. */
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
    // Put in again it is fetched again; an address that stays the same fetches nothing.
    document.head.append(link);
  });
}
