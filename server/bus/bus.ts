import type { AlarmFlood, AlarmRow } from "../../adapters/contract/alarm.ts";
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import type { Db } from "../db/handle.ts";
import type { EndReason } from "../db/schema/sessions.ts";

/** Who changed a record. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** The alarm flood of the whole platform, and of each desk whose scope is a part of it. */
export interface AlarmFloods {
  readonly all: AlarmFlood;
  readonly desks: readonly {
    readonly shiftId: string;
    readonly scope: DutyScope;
    readonly flood: AlarmFlood;
  }[];
}

/** Messages between server processes. */
export interface BusMessages {
  readonly "session.ended": { readonly sessionId: string; readonly reason: EndReason };
  /** A staff member's password, roles or status were changed. */
  readonly "staff.changed": { readonly staffId: string };
  /** A frame for every socket of a session, on any process. */
  readonly "session.frame": { readonly sessionId: string; readonly type: number; readonly data: unknown };
  /** A frame for every console of a staff member, and of admins. */
  readonly "staff.frame": { readonly staffId: string; readonly type: number; readonly data: unknown };
  /** SMS messages wait to be sent. */
  readonly "sms.queued": { readonly count: number };
  /** A pilot was given an order by voice, whose fulfilment is watched from now on. */
  readonly "duty.orderGiven": { readonly orderId: string };
  /** Zones that were saved or removed. */
  readonly "zone.changed": { readonly ids: readonly string[] };
  /** Alarms that were raised or changed, in their current state; floods are null if the publisher does not know them. */
  readonly "alarm.changed": { readonly alarms: readonly AlarmRow[]; readonly floods: AlarmFloods | null };
  /** A desk has begun or ended, or watches something else. */
  readonly "duty.changed": { readonly shiftId: string; readonly staffId: string };
  /** Records of a list were changed; ids are null if unknown. With `staffId` only this person and admins may see them. */
  readonly "records.changed": {
    readonly kind: AuditEntity;
    readonly ids: readonly string[] | null;
    readonly staffId?: string | undefined;
    readonly by?: Author | undefined;
    /** Summary of the call that changed them. */
    readonly act?: string | undefined;
  };
  /** Notifications of these people were added or read. */
  readonly "notifications.changed": { readonly staffIds: readonly string[] };
  /** An access key was created or revoked. */
  readonly "accessKey.changed": { readonly accessKey: string };
  /** A screen of the control room was revoked, got a new link or may show something else: sockets and streams end. */
  readonly "screen.ended": { readonly screenId: string };
  /** Alarm rules that were saved or removed. */
  readonly "alarmRule.changed": { readonly ids: readonly string[] };
}
export type Topic = keyof BusMessages;

export type Publish = <T extends Topic>(topic: T, message: BusMessages[T]) => void;

/** A message to be published after the commit of the change it announces. */
export type PendingMessage = {
  readonly [T in Topic]: { readonly id: string; readonly topic: T; readonly message: BusMessages[T] };
}[Topic];

/** Publish/subscribe between server processes; within one process an event emitter. */
export interface Bus<Tx = Db> {
  /** Publishes a message about a change that is committed already, or that needs no commit. */
  readonly publish: Publish;
  readonly prepare: <T extends Topic>(topic: T, message: BusMessages[T]) => PendingMessage;
  /** Stores messages in the transaction of the change they announce, so that every process receives them. */
  readonly store: (tx: Tx, messages: readonly PendingMessage[]) => Promise<void>;
  /** Publishes a message after its commit. */
  readonly publishStored: (message: PendingMessage) => void;
  /** Returns an unsubscribe function. */
  readonly subscribe: <T extends Topic>(topic: T, listener: (message: BusMessages[T]) => void) => () => void;
  readonly close: () => Promise<void>;
}
