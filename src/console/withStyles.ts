/**
 * The load of a component's code, which at another try fetches the styles again that it could not have: the bundler asks
 * for each file of styles once for as long as the document lasts, and would show the component without them.
 */
export function withStyles<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let missed: readonly HTMLLinkElement[] = [];
  return async () => {
    // Before the bundler's own listener, which rejects the load. Listening twice is listening once.
    document.addEventListener("error", markFailed, true);
    // Those of others too, which it may share; it is kept waiting by its own alone.
    await Promise.all(failedLinks().map(fetchedAgain));
    const missing = missed.find(({ dataset }) => "failed" in dataset);
    // In the words of the bundler's own loader.
    if (missing) throw new Error(`Unable to preload CSS for ${missing.href}`);
    const known = new Set(failedLinks());
    try {
      return await load();
    } catch (fault) {
      missed = failedLinks().filter((link) => !known.has(link));
      throw fault;
    }
  };
}

const failedLinks = () => [...document.querySelectorAll<HTMLLinkElement>("link[data-failed]")];

/** What has failed is to be told from its event alone: where a proxy answers 502, an empty sheet stands there as if read. */
function markFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.dataset["failed"] = "";
}

/** Resolves once it is known; the mark stays where it failed again. */
function fetchedAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const end = () => {
      heard.abort();
      resolve();
    };
    const here = () => {
      delete link.dataset["failed"];
      end();
    };
    link.addEventListener("load", here, heard);
    link.addEventListener("error", end, heard);
    // Put in again it is fetched again; an address that stays the same fetches nothing.
    document.head.append(link);
  });
}
