import { eq } from "drizzle-orm";
import type { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { toAuditChanges } from "../../audit/auditChanges.ts";
import type { Handlers } from "../../call.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import { queryPage } from "../../list/queryPage.ts";
import { createExportHandler } from "../exportJob/createExportHandler.ts";
import { requireRecord } from "../refusals.ts";
import { toAuditRow } from "./auditRow.ts";
import { createAuditTrailList } from "./auditTrailList.ts";

export const auditHandlers: Handlers<typeof auditCalls> = {
  auditList: ({ body }, call) => queryPage(call, createAuditTrailList(), body, toAuditRow),
  auditOne: async ({ params }, { db }) => {
    const [row] = await db.select().from(auditLog).where(eq(auditLog.id, params.id));
    const record = requireRecord(row, "操作日志");
    return { ...toAuditRow(record), changes: toAuditChanges(record) };
  },
  auditExport: createExportHandler("auditExport"),
};
