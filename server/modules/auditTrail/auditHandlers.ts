import { eq, inArray } from "drizzle-orm";
import type { AuditRow, auditCalls } from "../../../adapters/contract/auditTrail.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toAuditChanges } from "../../audit/auditChanges.ts";
import { nameIds } from "../../audit/nameIds.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import { flightVideos } from "../../db/schema/flight.ts";
import { plusModules } from "../../db/schema/plus.ts";
import { queryPage } from "../../list/queryPage.ts";
import { requireRecord } from "../../records/refusals.ts";
import { toAuditRow } from "./auditRow.ts";
import { createAuditTrailList } from "./auditTrailList.ts";

export const auditHandlers: Handlers<typeof auditCalls> = {
  auditList: async ({ body }, call) => {
    const page = await queryPage(call, createAuditTrailList(), body, (record) => record);
    const rows = (await nameIds(call.db, page.list)).map(toAuditRow);
    return { ...page, list: await addParents(call.db, rows) };
  },
  auditOne: async ({ params }, { db }) => {
    const [row] = await db.select().from(auditLog).where(eq(auditLog.id, params.id));
    const [record] = await nameIds(db, [requireRecord(row, word.auditTrail)]);
    if (!record) throw new Error("Each row keeps its place");
    const [found] = await addParents(db, [toAuditRow(record)]);
    return { ...requireRecord(found, word.auditTrail), changes: toAuditChanges(record) };
  },
};

/** Adds the boxes of modules and the flights of videos; deleted ones are still known. */
async function addParents(db: Db, rows: readonly Omit<AuditRow, "parentId">[]): Promise<AuditRow[]> {
  const getIds = (wanted: string) =>
    rows.flatMap(({ entity, entityId }) => (entity === wanted && entityId !== null ? [entityId] : []));
  const [plusIds, videoIds] = [getIds("plus"), getIds("video")];
  const found = [
    ...(plusIds.length === 0
      ? []
      : await db
          .select({ id: plusModules.id, parentId: plusModules.boxId })
          .from(plusModules)
          .where(inArray(plusModules.id, plusIds))),
    ...(videoIds.length === 0
      ? []
      : await db
          .select({ id: flightVideos.id, parentId: flightVideos.flightId })
          .from(flightVideos)
          .where(inArray(flightVideos.id, videoIds))),
  ];
  // Ids are unique over all tables.
  const parents = new Map(found.map(({ id, parentId }) => [id, parentId]));
  return rows.map((row) => ({ ...row, parentId: parents.get(row.entityId ?? "") ?? null }));
}
