export interface LastClick {
  /** Wall clock of the latest click in any tab, ms since 1970; 0 where none is known. */
  readonly read: () => number;
  readonly write: (at: number) => void;
}

/** The latest click, kept where a frozen tab finds it on waking; emptied with the session. */
export function createLastClick(local: Storage): LastClick {
  return {
    read: () => Number(local.getItem("lastClick")) || 0,
    write: (at) => local.setItem("lastClick", String(at)),
  };
}
