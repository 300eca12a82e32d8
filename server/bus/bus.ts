import type { EndReason } from "../db/schema/sessions.ts";

/** What server processes tell one another. */
export interface BusMessages {
  readonly "session.ended": { readonly sessionId: string; readonly reason: EndReason };
  /** A staff member's password, roles or status were changed. */
  readonly "staff.changed": { readonly staffId: string };
  /** A frame for every socket of a session, wherever it hangs. */
  readonly "session.frame": { readonly sessionId: string; readonly type: number; readonly data: unknown };
  /** Messages wait to be sent. */
  readonly "sms.queued": { readonly count: number };
  /** Zones that were saved or removed. */
  readonly "zone.changed": { readonly ids: readonly string[] };
}
export type Topic = keyof BusMessages;

export type Publish = <T extends Topic>(topic: T, message: BusMessages[T]) => void;

/** The way between server processes; within one process it is an event emitter. */
export interface Bus {
  readonly publish: Publish;
  /** Answers with what ends the subscription. */
  readonly subscribe: <T extends Topic>(topic: T, listener: (message: BusMessages[T]) => void) => () => void;
  readonly close: () => Promise<void>;
}
