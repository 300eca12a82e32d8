/**
 * Parses the path below which console and platform are served: `/`, or as `/console/`; the slash at the end may be
 * missing. Null where it is none.
 */
export function parseBasePath(text: string): string | null {
  const path = text.endsWith("/") ? text : `${text}/`;
  return /^\/(?:[\w~-][\w.~-]*\/)*$/.test(path) ? path : null;
}
