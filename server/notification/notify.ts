import { and, arrayOverlaps, eq, isNull, lt } from "drizzle-orm";
import { type NotificationKind, notificationAudience } from "../../adapters/contract/notification.ts";
import type { Call } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { mails } from "../db/schema/mail.ts";
import { notifications } from "../db/schema/notification.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import { dayMs } from "../records/shanghaiDay.ts";
import { type ForwardChannels, forwardNotices } from "./forwardNotices.ts";

/** How long notifications are kept, read or not. */
const retentionDays = 90;

/** A statement takes 65,535 parameters; a row has seven. */
const rowsPerInsert = 1_000;

/** What the writer of a notification works with: the transaction of what it tells. */
interface WriteContext {
  readonly db: Db;
  readonly now: Date;
  readonly newId: () => string;
  /** What a notification can also be sent by. */
  readonly channels: ForwardChannels;
}

export interface Notice {
  readonly kind: NotificationKind;
  readonly staffId: string;
  readonly text: string;
  readonly recordId?: string;
  /** A second notice of the kind with this key is left out. */
  readonly onceKey?: string;
}

/**
 * Stores notifications in the transaction of what they tell, so that none is lost and none tells what was rolled back.
 * @returns ids of the people who were told; to be published as `notifications.changed` after the commit
 */
export async function storeNotices(context: WriteContext, notices: readonly Notice[]): Promise<string[]> {
  const { db, now, newId } = context;
  const told = new Set<string>();
  for (let start = 0; start < notices.length; start += rowsPerInsert) {
    const rows = await db
      .insert(notifications)
      .values(
        notices.slice(start, start + rowsPerInsert).map((notice) => ({ ...notice, id: newId(), at: now })),
      )
      .onConflictDoNothing({ target: [notifications.staffId, notifications.kind, notifications.onceKey] })
      .returning({
        id: notifications.id,
        staffId: notifications.staffId,
        kind: notifications.kind,
        text: notifications.text,
      });
    await forwardNotices(context, rows);
    for (const { staffId } of rows) told.add(staffId);
  }
  return [...told];
}

/** Notifies people of what a call does, but not the caller; null stands for nobody. */
export async function notify(
  call: Omit<WriteContext, "channels"> & Pick<Call, "publish" | "sms" | "mail">,
  staffIds: readonly (string | null)[],
  callerId: string | null,
  notice: Omit<Notice, "staffId">,
): Promise<void> {
  const others = new Set(staffIds.filter((id) => id !== null && id !== callerId));
  const told = await storeNotices(
    { db: call.db, now: call.now, newId: call.newId, channels: { sms: call.sms !== null, mail: call.mail } },
    [...others].flatMap((staffId) => (staffId === null ? [] : { ...notice, staffId })),
  );
  if (told.length > 0) call.publish("notifications.changed", { staffIds: told });
}

/** The people with a role that is told of this kind. */
export const readAudience = (db: Db, kind: NotificationKind): Promise<StaffRecord[]> =>
  db
    .select()
    .from(staff)
    .where(
      and(
        eq(staff.status, "normal"),
        isNull(staff.deletedAt),
        arrayOverlaps(staff.roles, [...notificationAudience[kind].access] as StaffRecord["roles"]),
      ),
    );

/** Deletes notifications and their mails that are older than the retention. */
export async function removeOldNotices(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - retentionDays * dayMs);
  await db.delete(notifications).where(lt(notifications.at, until));
  await db.delete(mails).where(lt(mails.at, until));
}
