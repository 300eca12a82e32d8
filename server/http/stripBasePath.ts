/** The address of a request without the path, as `/console/`, below which everything is served. */
export const stripBasePath = (url: string, basePath: string): string =>
  url.startsWith(basePath) ? url.slice(basePath.length - 1) : url;
