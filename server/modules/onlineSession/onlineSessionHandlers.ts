import { and, arrayContains, eq, gt, inArray, isNull, like, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import {
  loginPlatform,
  type OnlineSession,
  type onlineSessionCalls,
} from "../../../adapters/contract/onlineSession.ts";
import { roleLabels } from "../../../adapters/contract/roles.ts";
import * as word from "../../../adapters/contract/words.ts";
import { sessionIdleMs } from "../../auth/findSession.ts";
import { endSession } from "../../auth/startSession.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SessionRecord, sessions } from "../../db/schema/sessions.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { toLikePattern } from "../../list/buildConditions.ts";
import { textColumn, timeColumn } from "../../list/exportColumn.ts";
import { defineListSource, type ListSource } from "../../list/listSource.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { queryPage } from "../../list/queryPage.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { readOwnRoleNames } from "../roleRight/roleRightHandlers.ts";

type OnlineSessionQuery =
  | z.output<typeof onlineSessionCalls.sessionList.body>
  | z.output<typeof onlineSessionCalls.sessionExport.body>;

/** Condition of a session that is open at that moment, like `validateSession`. */
const isOpenAt = (now: Date) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastUsedAt, new Date(now.getTime() - sessionIdleMs)),
  );

/** A column of the session's staff member. */
const selectStaffColumn = (column: PgColumn) =>
  sql`(select ${column} from ${staff} where ${staff.id} = ${sessions.staffId})`;

/** The list of sessions that are open now. */
const createOnlineSessionList = (db: Db, now: Date): ListSource<typeof sessions, OnlineSessionQuery> =>
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

/** Sessions as the list shows them, with their staff member and without their tokens. */
async function toOnlineSessionRows(
  { db, actor }: Pick<Call, "db" | "actor">,
  records: readonly SessionRecord[],
): Promise<OnlineSession[]> {
  const ids = records.map(({ staffId }) => staffId);
  const people = ids.length === 0 ? [] : await db.select().from(staff).where(inArray(staff.id, ids));
  const roleNames = await readOwnRoleNames(db);
  const byId = new Map(people.map((member) => [member.id, member]));
  return records.map((record) => {
    const member = byId.get(record.staffId);
    return {
      id: record.id,
      staffId: record.staffId,
      name: member?.name ?? "",
      phoneNumber: maskPhone(member?.phoneNumber ?? ""),
      roles: member?.roles ?? [],
      ownRoleName: roleNames.get(member?.ownRoleId ?? "") ?? "",
      platform: record.platform,
      address: record.address,
      createdAt: record.createdAt.toISOString(),
      lastUsedAt: record.lastUsedAt.toISOString(),
      expiresAt: record.expiresAt.toISOString(),
      own: record.id === actor.sessionId,
    };
  });
}

const column = createSheetColumns<OnlineSession>();

/** The workbook of 在线会话. */
const sessionSheet: RowSheet<OnlineSession> = {
  title: "在线会话",
  columns: [
    textColumn("name", word.personName, 12, ({ name }) => name),
    textColumn("own", "会话", 12, ({ own }) => (own ? "当前登录" : "在线")),
    column.text("phoneNumber", 16),
    column.text(
      "roles",
      24,
      ({ roles, ownRoleName }) => ownRoleName || roles.map((role) => roleLabels[role]).join("、"),
    ),
    column.label("platform", 10, loginPlatform),
    textColumn("address", word.sourceAddress, 20, ({ address }) => address),
    timeColumn("createdAt", "登录时间", ({ createdAt }) => createdAt),
    column.time("lastUsedAt"),
    column.time("expiresAt"),
  ],
};

export const prepareSessionExport: ExportPreparer<typeof onlineSessionCalls.sessionExport> = (body, call) => {
  const toRows = (db: Db, sessions: SessionRecord[]) =>
    toOnlineSessionRows({ db, actor: call.actor }, sessions);
  return prepareRowExport(call, createOnlineSessionList(call.db, call.now), body, toRows, sessionSheet);
};

/** Reads an open session and locks its row until the transaction ends; refuses if the session has ended. */
async function lockOpenSession(call: Pick<Call, "db" | "now">, id: string): Promise<SessionRecord> {
  const [record] = await call.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), isOpenAt(call.now)))
    .for("update");
  if (!record) throw new RefusalError("该会话已结束");
  return record;
}

export const onlineSessionHandlers: Handlers<typeof onlineSessionCalls> = {
  sessionList: async ({ body }, call) => {
    const page = await queryPage(call, createOnlineSessionList(call.db, call.now), body, (record) => record);
    return { ...page, list: await toOnlineSessionRows(call, page.list) };
  },
  sessionOne: async ({ params }, call) => {
    const [row] = await toOnlineSessionRows(call, [await lockOpenSession(call, params.id)]);
    if (!row) throw new Error("One record makes one row");
    return row;
  },
  sessionEnd: async ({ body: { id, reason } }, call) => {
    if (id === call.actor.sessionId) throw new RefusalError("这是您当前的登录，请使用「退出登录」");
    const [row] = await toOnlineSessionRows(call, [await lockOpenSession(call, id)]);
    await endSession(call, id, "forced");
    call.audit({
      entityId: id,
      after: {
        staffName: row?.name,
        phoneNumber: row?.phoneNumber,
        address: row?.address,
        ended: "forced",
        reason,
      },
    });
    return { id };
  },
};
