import type { PageStorage } from "./scopeStorage.ts";

export interface LastClick {
  /** Time of the latest click in any tab, ms since 1970; 0 if unknown. */
  readonly read: () => number;
  readonly write: (at: number) => void;
}

/** The latest click, persisted for frozen tabs and page loads; cleared with the session. */
export function createLastClick(local: PageStorage, now: () => number): LastClick {
  return {
    read() {
      const at = Number(local.getItem("lastClick"));
      // A time in the future (edited, or the clock was changed) would keep the session alive for ever.
      return at > 0 && at <= now() ? at : 0;
    },
    write: (at) => local.setItem("lastClick", String(at)),
  };
}
