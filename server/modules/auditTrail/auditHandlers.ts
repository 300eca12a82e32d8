import { eq } from "drizzle-orm";
import type { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { changesIn } from "../../audit/auditWords.ts";
import type { Handlers } from "../../call.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { exportHandler } from "../exportJob/exportHandler.ts";
import { found } from "../refusing.ts";
import { auditRowOf } from "./auditRow.ts";
import { auditTrailList } from "./auditTrailList.ts";

export const auditHandlers: Handlers<typeof auditCalls> = {
  auditList: ({ body }, call) => pageQuery(call, auditTrailList(), body, auditRowOf),
  auditOne: async ({ params }, { db }) => {
    const [kept] = await db.select().from(auditLog).where(eq(auditLog.id, params.id));
    const record = found(kept, "操作日志");
    return { ...auditRowOf(record), changes: changesIn(record) };
  },
  auditExport: exportHandler("auditExport"),
};
