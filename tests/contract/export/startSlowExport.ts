import { setTimeout as wait } from "node:timers/promises";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import type { ExportService } from "../../../server/exports/exportService.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";

type ExportJobFields = Partial<Pick<typeof exportJobs.$inferInsert, "staffId" | "kind" | "revealReason">>;

/**
 * * Starts an export, by default of the operator. It writes `half`, and `whole` after `release`.
 * * @param isStreamed whether a reader will follow
 */
export async function startSlowExport(
  ctx: TestPlatform,
  exportService: ExportService,
  fields: ExportJobFields = {},
  isStreamed = false,
) {
  const id = ctx.platform.newId();
  const exportId = `slow-${id}`;
  const { staffId = ctx.staff.operator.id } = fields;
  let isReleased = false;
  await ctx.db.insert(exportJobs).values({
    id,
    exportId,
    kind: "companyExport",
    body: {},
    conditions: "全部",
    status: "running",
    expectedRows: 2,
    fileName: "企业列表.xlsx",
    staffName: "运营乙",
    createdAt: ctx.clock.now(),
    ...fields,
    staffId,
  });
  const read = exportService.start({
    id,
    exportId,
    staffId,
    sessionId: "1",
    rows: 2,
    isStreamed,
    write: async function* (reportRows) {
      yield Buffer.from("half");
      reportRows(1);
      while (!isReleased) {
        await wait(5);
        yield Buffer.from("");
      }
      yield Buffer.from("whole");
      reportRows(2);
    },
  });
  return {
    id,
    read,
    release: () => {
      isReleased = true;
    },
  };
}
