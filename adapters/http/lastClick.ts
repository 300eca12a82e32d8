export interface LastClick {
  /** Wall clock of the latest click in any tab, ms since 1970; 0 where none is known. */
  readonly read: () => number;
  readonly write: (at: number) => void;
}

/** The latest click, kept where a frozen tab finds it on waking and a new page on loading; emptied with the session. */
export function createLastClick(local: Storage, now: () => number): LastClick {
  return {
    read() {
      const at = Number(local.getItem("lastClick"));
      // One that is still to come would keep a session for ever: somebody has changed it, or the clock.
      return at > 0 && at <= now() ? at : 0;
    },
    write: (at) => local.setItem("lastClick", String(at)),
  };
}
