/** The server's clock as this page knows it; the machine's own may be an hour off. */
export interface ServerClock {
  /** UTC ms. */
  readonly now: () => number;
  /** Told with every answer that says the time, ISO 8601. */
  readonly sync: (at: string) => void;
}

/** Goes by this machine's clock until the server has told its own. */
export function createServerClock(): ServerClock {
  let offset = Date.now() - performance.now();
  return {
    now: () => performance.now() + offset,
    sync(at) {
      const serverTime = Date.parse(at);
      if (!Number.isNaN(serverTime)) offset = serverTime - performance.now();
    },
  };
}
