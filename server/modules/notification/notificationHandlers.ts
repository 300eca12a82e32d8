import { and, desc, eq, getTableColumns, gte, inArray, isNull, lt, lte } from "drizzle-orm";
import {
  listNotificationKinds,
  maxNotificationsReread,
  type notificationCalls,
  notificationPageSize,
} from "../../../adapters/contract/notification.ts";
import type { Actor, Handlers } from "../../call.ts";
import { notifications } from "../../db/schema/notification.ts";
import { sheetImports } from "../../db/schema/sheetImport.ts";

/** These tell of an import from a sheet. */
const importNoticeKinds = ["importReady", "importFailed"] as const;

/** One's own notifications that one may see now. */
function selectVisible(actor: Actor) {
  return and(eq(notifications.staffId, actor.id), inArray(notifications.kind, listNotificationKinds(actor)));
}

export const notificationHandlers: Handlers<typeof notificationCalls> = {
  notificationList: async ({ body: { unread, before, downTo } }, { db, actor }) => {
    const visible = selectVisible(actor);
    const selected = and(
      visible,
      unread ? isNull(notifications.readAt) : undefined,
      before === undefined ? undefined : lt(notifications.id, before),
    );
    const shown =
      downTo === undefined ? 0 : await db.$count(notifications, and(selected, gte(notifications.id, downTo)));
    const size = Math.min(Math.max(shown, notificationPageSize), maxNotificationsReread);
    const rows = await db
      .select({ ...getTableColumns(notifications), importKind: sheetImports.kind })
      .from(notifications)
      .leftJoin(
        sheetImports,
        and(eq(sheetImports.id, notifications.recordId), inArray(notifications.kind, importNoticeKinds)),
      )
      .where(selected)
      .orderBy(desc(notifications.id))
      .limit(size + 1);
    return {
      list: rows.slice(0, size).map(({ id, at, kind, text, recordId, importKind, readAt }) => ({
        id,
        at: at.toISOString(),
        kind,
        text,
        recordId,
        importKind,
        isRead: readAt !== null,
      })),
      hasMore: rows.length > size,
      unread: await db.$count(notifications, and(visible, isNull(notifications.readAt))),
    };
  },
  notificationRead: async ({ body: { id, until } }, { db, actor, now, publish }) => {
    await db
      .update(notifications)
      .set({ readAt: now })
      .where(
        and(
          selectVisible(actor),
          isNull(notifications.readAt),
          until ? lte(notifications.id, id) : eq(notifications.id, id),
        ),
      );
    // The other pages of this person.
    publish("notifications.changed", { staffIds: [actor.id] });
    return null;
  },
};
