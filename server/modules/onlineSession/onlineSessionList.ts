import { and, arrayContains, gt, inArray, isNull, like, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import type { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { sessionIdleMs } from "../../auth/findSession.ts";
import type { Db } from "../../db/handle.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { staff } from "../../db/schema/staff.ts";
import { toLikePattern } from "../../list/buildConditions.ts";
import { defineListSource, type ListSource } from "../../list/listSource.ts";

type OnlineSessionQuery = z.output<typeof onlineSessionCalls.sessionList.body>;

/** What holds of a session that is open at that moment, as `validateSession` sees it. */
export const isOpenAt = (now: Date) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastUsedAt, new Date(now.getTime() - sessionIdleMs)),
  );

/** A column of who is signed in. */
const selectStaffColumn = (column: PgColumn) =>
  sql`(select ${column} from ${staff} where ${staff.id} = ${sessions.staffId})`;

/** The sessions that are open now, as a list. */
export const createOnlineSessionList = (db: Db, now: Date): ListSource<typeof sessions, OnlineSessionQuery> =>
  defineListSource<OnlineSessionQuery>()({
    table: sessions,
    id: sessions.id,
    createdAt: sessions.createdAt,
    baseCondition: isOpenAt(now),
    search: selectStaffColumn(staff.search),
    phones: [selectStaffColumn(staff.phoneNumber)],
    sortable: {
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    },
    filters: {
      role: (value) =>
        inArray(
          sessions.staffId,
          db
            .select({ id: staff.id })
            .from(staff)
            .where(arrayContains(staff.roles, [value])),
        ),
      address: (value) => like(sessions.address, toLikePattern(value)),
    },
  });
