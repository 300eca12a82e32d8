import { and, arrayContains, gt, inArray, isNull, like, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import type { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { idleMs } from "../../auth/findSession.ts";
import type { Db } from "../../db/handle.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { staff } from "../../db/schema/staff.ts";
import { containing } from "../../list/conditions.ts";
import { type ListSource, listSource } from "../../list/listSource.ts";

type Asked = z.output<typeof onlineSessionCalls.sessionList.body>;

/** What holds of a session that is open at that moment, as `denialOf` sees it. */
export const openAt = (now: Date) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastUsedAt, new Date(now.getTime() - idleMs)),
  );

/** A column of who is signed in. */
const ofStaff = (column: PgColumn) =>
  sql`(select ${column} from ${staff} where ${staff.id} = ${sessions.staffId})`;

/** The sessions that are open now, as a list. */
export const onlineSessionList = (db: Db, now: Date): ListSource<typeof sessions, Asked> =>
  listSource<Asked>()({
    table: sessions,
    id: sessions.id,
    createdAt: sessions.createdAt,
    always: openAt(now),
    search: ofStaff(staff.search),
    phones: [ofStaff(staff.phoneNumber)],
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
      address: (value) => like(sessions.address, containing(value)),
    },
  });
