import { getBasePrefix } from "./basePath.ts";

const yearS = 31_536_000;

export interface Cookies {
  readonly read: (name: string) => string | null;
  readonly write: (name: string, value: string) => void;
}

/** Plain cookies for the whole console, valid for a year; for settings, never for secrets. */
export function createCookies(page: { cookie: string }): Cookies {
  return {
    read(name) {
      const pair = page.cookie.split("; ").find((entry) => entry.startsWith(`${name}=`));
      return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
    },
    write(name, value) {
      page.cookie = `${name}=${encodeURIComponent(value)}; path=${getBasePrefix() || "/"}; max-age=${yearS}; samesite=lax`;
    },
  };
}
