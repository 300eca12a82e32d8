/**
 * The address of a request without the path below which everything is served.
 * @param basePath as `/console/`; `/console` means the same page
 */
export function stripBasePath(url: string, basePath: string): string {
  if (url.startsWith(basePath)) return url.slice(basePath.length - 1);
  const bare = basePath.slice(0, -1);
  return url === bare || url.startsWith(`${bare}?`) ? `/${url.slice(bare.length)}` : url;
}
