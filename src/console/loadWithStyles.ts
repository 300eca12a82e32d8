/**
 * The load of a component's code, with the styles that an earlier one could not have: the bundler asks for each file of
 * styles once for as long as the document lasts, and a second try would show its component without them.
 */
export async function loadWithStyles<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>("link[data-failed]")].map(fetchedAgain));
  try {
    return await load();
  } catch (fault) {
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
      link.toggleAttribute("data-failed", !isRead(link));
    throw fault;
  }
}

function fetchedAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const once = { once: true };
    const here = () => {
      link.removeAttribute("data-failed");
      resolve();
    };
    link.addEventListener("load", here, once);
    // In the words of the bundler's own loader.
    const missing = () => reject(new Error(`Unable to preload CSS for ${link.href}`));
    link.addEventListener("error", missing, once);
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
