/**
 * What stands before all paths of this console's server: empty at the root of a host, `/console` below that path. The
 * document says it (`index.html`), since the built files are the same everywhere.
 */
export function getBasePrefix(): string {
  const base = typeof document === "undefined" ? undefined : document.documentElement.dataset["base"];
  return base?.replace(/\/$/, "") ?? "";
}

/** The path of a page or file of this console's server, as a browser needs it. */
export const toServerPath = (path: string): string => `${getBasePrefix()}${path}`;

/** The path of a page, from the one in the browser's address bar; null outside of the base path. */
export function toPagePath(pathname: string): string | null {
  const prefix = getBasePrefix();
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : null;
}

/**
 * The address of the console's page for an address outside of its base path, such as the server's own root or the base
 * path without its slash.
 */
export function toConsoleAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">) {
  const path = pathname === getBasePrefix() ? "/" : pathname;
  return `${toServerPath(path)}${search}${hash}`;
}

/** The path of the page in the browser's address bar. It may be ahead of what React has rendered. */
export const getPagePath = (): string => toPagePath(location.pathname) ?? "/";

/**
 * The whole address of a file or stream that the platform names. A path is below the platform's own base.
 * @param api the platform's base in the configuration
 */
export function resolvePlatformUrl(url: string, api: string): string {
  const address = /^\/(?!\/)/.test(url) ? `${api}${url}` : url;
  return url !== "" && URL.canParse(address, location.origin)
    ? new URL(address, location.origin).href
    : address;
}
