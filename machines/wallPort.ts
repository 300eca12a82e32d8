/** What the console knows of a screen. */
export interface WallScreen {
  readonly name: string;
  readonly layout: string;
  /** What part of the platform it shows, in words; empty for all of it. */
  readonly shown: string;
  /** Whether a P1 sounds. */
  readonly sound: boolean;
  /** The server's time when its session was opened, ISO 8601. */
  readonly serverTime: string;
}

/** Port of the wall. Functions must not throw. */
export interface WallPort {
  /**
   * Gets the screen of the link's token or of the cookie. Rejects with kind `screenRefused` where the server knows it and
   * says no, with `foreignOrigin` where its page's address is refused; whatever else fails may pass by itself.
   */
  readonly openSession: (signal: AbortSignal) => Promise<WallScreen>;
  /** Server's clock, ms since 1970. */
  readonly now: () => number;
}

export type WallEvent =
  /** A fleet frame arrived; its content is handled elsewhere. */
  | { type: "data.received" }
  /** Tasks with a P1 or P2 that nobody has acknowledged, most urgent first. */
  | { type: "tour.change"; tasks: readonly string[] }
  /** Tasks of P1 that wait for their acknowledgement, and since when the oldest does; null where none waits. */
  | { type: "alarms.change"; p1Tasks: readonly string[]; p1Since: number | null }
  /** The server has refused the screen something that it is asked all the time; why, the session tells. */
  | { type: "screen.refuse" }
  /** Somebody has opened a link in this window. */
  | { type: "link.open" };

export interface WallContext {
  /** Null before the session is open. */
  readonly screen: WallScreen | null;
  /** Why the server refuses this browser, and what to do, in Chinese; empty before it has. */
  readonly refusal: string;
  /** When data last arrived; null before the first. Ms since 1970 like all times here. */
  readonly dataAt: number | null;
  readonly tour: readonly string[];
  /** Position in the tour. */
  readonly stop: number;
  readonly p1Tasks: readonly string[];
  readonly p1Since: number | null;
}

export type WallTag =
  | "starting"
  | "running"
  | "refused"
  /** The platform does not accept the address of this page. */
  | "foreign"
  /** Age of the data: none yet, up to 15 s, up to 60 s, older. */
  | "dataNone"
  | "dataFresh"
  | "dataStale"
  | "dataLost"
  | "touring"
  | "focused"
  /** A P1 has waited for its acknowledgement for a minute. */
  | "strip";

/** The answer to a report. */
export interface WallOrders {
  /** Somebody asks for a reload on 大屏. */
  readonly reload: boolean;
  /** The server serves another build than the one that runs. */
  readonly isNewBuild: boolean;
}

/** Port of the watchdog. Functions must not throw. */
export interface WatchdogPort {
  readonly report: (signal: AbortSignal) => Promise<WallOrders>;
  /** Resolves if the server answers and its database with it. `what`: what has stood still. */
  readonly checkHealth: (what: "data" | "picture", signal: AbortSignal) => Promise<void>;
  /** Loads the page again as soon as the server can serve it. */
  readonly reload: () => void;
  /** The server refused the report. */
  readonly onRefused: () => void;
  /** When the watchdog last reloaded the page, ms since 1970; null if never. It outlives the reload. */
  readonly getReloadedAt: () => number | null;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

export type WatchdogEvent =
  /** The map was painted. */
  | { type: "picture.painted" }
  | { type: "data.received" }
  /** How many drones fly. */
  | { type: "fleet.change"; flying: number };

export interface WatchdogContext {
  readonly isNewBuild: boolean;
}
