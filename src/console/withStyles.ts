/**
 * The load of a component's code, which at another try fetches the styles again that it could not have: the bundler asks
 * for each file of styles once for as long as the document lasts, and would show the component without them.
 */
export function withStyles<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let missed: readonly HTMLLinkElement[] = [];
  return async () => {
    // Those of others too, which it may share; it is kept waiting by its own alone.
    await Promise.all(failedLinks().map(fetchedAgain));
    const missing = missed.find(({ dataset }) => "failed" in dataset);
    // In the words of the bundler's own loader.
    if (missing) throw new Error(`Unable to preload CSS for ${missing.href}`);
    const known = new Set(failedLinks());
    try {
      return await load();
    } catch (fault) {
      for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
        link.toggleAttribute("data-failed", !isRead(link));
      missed = failedLinks().filter((link) => !known.has(link));
      throw fault;
    }
  };
}

const failedLinks = () => [...document.querySelectorAll<HTMLLinkElement>("link[data-failed]")];

/** Resolves once it is known; the mark stays where it failed again. */
function fetchedAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const once = { once: true };
    const here = () => {
      link.removeAttribute("data-failed");
      resolve();
    };
    link.addEventListener("load", here, once);
    link.addEventListener("error", () => resolve(), once);
    // Put in again it is fetched again; an address that stays the same fetches nothing.
    document.head.append(link);
  });
}

/** Chromium leaves a sheet where nothing came, and lets nobody read it. */
function isRead({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules !== null;
  } catch {
    return false;
  }
}
