import type { ErrorInfo } from "./errorInfo.ts";
import type { DutyScopeLike, ScopedLike } from "./status/dutyScope.ts";

/** Most urgent first. */
export const alarmPriorities = ["p1", "p2", "p3", "p4"] as const;
type Priority = (typeof alarmPriorities)[number];

/** All that this machine needs to know of an alarm. */
export interface AlarmLike extends ScopedLike {
  readonly id: string;
  readonly version: number;
  readonly kind: string;
  readonly priority: Priority;
  readonly state: "active" | "acknowledged" | "cleared" | "shelved" | "suppressed" | "gone";
  /** ISO 8601. */
  readonly raisedAt: string;
}

/** Alarms of low priority that a flood folds into counts. */
export interface AlarmFloodLike {
  readonly isActive: boolean;
  readonly folded: readonly { readonly kind: string; readonly priority: Priority; readonly count: number }[];
}

/** The user's desk, while they are on duty. */
export interface AlarmDeskLike {
  readonly shiftId: string;
  readonly scope: DutyScopeLike;
}

interface DatedAlarms<Alarm> {
  /** The server's time, ISO 8601 with milliseconds. */
  readonly at: string;
  readonly alarms: readonly Alarm[];
  /** Of the whole platform. */
  readonly flood: AlarmFloodLike;
}

/** Alarms that have changed. */
export interface AlarmBatch<Alarm> extends DatedAlarms<Alarm> {
  /** The desks that are in a flood of what they watch, where that is not everything. */
  readonly desks: readonly { readonly shiftId: string; readonly flood: AlarmFloodLike }[];
}

/** All open alarms, as far as one answer has room for them. */
export interface AlarmList<Alarm> extends DatedAlarms<Alarm> {
  /** Null for who is not on duty, and watches everything. */
  readonly desk: (AlarmDeskLike & { readonly flood: AlarmFloodLike }) | null;
  /** Open alarms beyond these that ask for something, the less urgent ones. */
  readonly more: number;
}

/** Where the list was cut, which had no room for all that are open. */
export interface AlarmCut {
  /** The least urgent that it has. */
  readonly last: AlarmLike;
  /** The server's time, ISO 8601. */
  readonly at: string;
}

export type AlarmAct =
  /** Several are of one cause, which somebody has seen with their names; null for a single one. */
  | {
      readonly type: "acknowledge";
      readonly ids: readonly string[];
      readonly cause: string | null;
      /** As they were when somebody decided; the machine notes them. */
      readonly versions?: readonly number[];
    }
  /** 0 minutes end the shelving. */
  | { readonly type: "shelve"; readonly id: string; readonly minutes: number; readonly reason: string }
  | { readonly type: "close"; readonly id: string; readonly closedAs: string; readonly note: string };

/** An act with the id that makes its call idempotent, also when it is retried. */
export interface RequestedAct {
  readonly act: AlarmAct;
  readonly requestId: string;
}

/** Port of the alarms; only `load`, `act` and `unlock` may reject. */
export interface AlarmsPort<Alarm> {
  readonly load: (signal: AbortSignal) => Promise<AlarmList<Alarm>>;
  /** @param version of the alarm to shelve or close; null for several */
  readonly act: (requested: RequestedAct, version: number | null) => Promise<readonly Alarm[]>;
  /** Opens the sound output after a click, with a test tone. */
  readonly unlock: () => Promise<void>;
  readonly play: (priority: Priority) => void;
  /** A new alarm of the first priority, for whoever looks at another window. */
  readonly notify: (alarm: Alarm) => void;
  /** Tells the server that its alarms up to this time of its own were heard or seen. */
  readonly report: (perceivedTo: string) => void;
  /** Whether the alarms can be seen here: not while the console is locked. */
  readonly isOpenToView: () => boolean;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
  readonly createId: () => string;
}

export type AlarmsEvent<Alarm> =
  | { type: "link.up" }
  /** Time of the disconnection, ms since 1970. */
  | { type: "link.down"; since: number }
  | { type: "alarms.change"; changed: AlarmBatch<Alarm> }
  | { type: "alarms.reload" }
  | { type: "alarm.select"; id: string }
  | { type: "alarm.leave" }
  /** The card follows the most urgent alarm again. */
  | { type: "card.unpin" }
  | { type: "card.fold" }
  | { type: "card.unfold" }
  | { type: "alarms.act"; wanted: AlarmAct }
  /** Somebody is there: the sound was played, or a key or the pointer moved in the visible page. */
  | { type: "alarms.perceive" }
  | { type: "act.retry" }
  | { type: "act.dismiss" }
  | { type: "outage.acknowledge" }
  | { type: "sound.unlock" }
  | { type: "sound.mute" }
  | { type: "sound.unmute" }
  | { type: "sound.test"; priority: AlarmLike["priority"] }
  /** The browser stopped the output by itself. */
  | { type: "sound.lose" }
  /** Of the machine to itself: the most urgent of the alarms that are new. */
  | { type: "alarm.announce"; priority: Priority | null };

export interface AlarmsContext<Alarm> {
  /** Those that the user watches, sorted; null before the first load. */
  readonly alarms: readonly Alarm[] | null;
  /** Those that are outside of what the user's desk watches. */
  readonly others: readonly Alarm[];
  readonly desk: AlarmDeskLike | null;
  /** How many open alarms the last load has left out. */
  readonly more: number;
  /** Where the last load has cut the list; null where it has all. */
  readonly cut: AlarmCut | null;
  /** Of what the user watches. */
  readonly flood: AlarmFloodLike;
  /** Of the whole platform: the same where the user watches everything. */
  readonly allFlood: AlarmFloodLike;
  /** What arrived while a load was under way, which may not have it. */
  readonly arrived: readonly Alarm[];
  /** Whether the list was loaded since the line changed last. */
  readonly isCurrent: boolean;
  readonly loadedAt: number | null;
  readonly error: ErrorInfo | null;
  readonly link: "unknown" | "up" | "down";
  /** Beginning of the outage, ms since 1970; null while the line is up. */
  readonly since: number | null;
  /** Whether the platform's line is down for long, and somebody has acknowledged that. */
  readonly outage: "none" | "lost" | "acknowledged";
  readonly selected: string | null;
  /** The selected alarm; once it is over, as it was last. */
  readonly opened: Alarm | null;
  /** Its state when it was selected. */
  readonly openedAs: AlarmLike["state"] | null;
  /** Whether the user has selected it. */
  readonly pinned: boolean;
  /** Whether the user has closed the card, until something urgent is new. */
  readonly dismissed: boolean;
  /** Whether the card is one line, as something else is looked at. */
  readonly folded: boolean;
  /** The most urgent of what was new in the last change; null for nothing. */
  readonly news: Alarm | null;
  /** The server's time of the newest list or message; null before the first. */
  readonly knownTo: string | null;
  /** Up to when the server was told that its alarms were perceived; null for nothing since the line came up. */
  readonly toldTo: string | null;
  /** Acts to send, in order; the first is under way. */
  readonly queue: readonly RequestedAct[];
  readonly failures: readonly { readonly requested: RequestedAct; readonly error: ErrorInfo }[];
  /** Why the sound could not be opened. */
  readonly soundError: string | null;
}

export type AlarmsTag =
  | "loading"
  | "ready"
  | "stale"
  | "failed"
  | "platformLost"
  | "acting"
  | "soundLocked"
  | "soundOn"
  | "soundOff";
