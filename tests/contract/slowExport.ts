import { setTimeout as wait } from "node:timers/promises";
import { exportJobs } from "../../server/db/schema/exportJob.ts";
import type { ExportDesk } from "../../server/exports/exportDesk.ts";
import type { TestPlatform } from "../platform.ts";

type Fields = Partial<Pick<typeof exportJobs.$inferInsert, "staffId" | "kind" | "revealReason">>;

/**
 * An export of the operator, unless told otherwise, that is entered and writes `half`, and `whole` once it is let go.
 * @param followed whether a reader is about to begin
 */
export async function slowExport(on: TestPlatform, desk: ExportDesk, fields: Fields = {}, followed = false) {
  const id = on.platform.newId();
  const exportId = `slow-${id}`;
  const { staffId = on.staff.operator.id } = fields;
  let isOver = false;
  await on.db.insert(exportJobs).values({
    id,
    exportId,
    kind: "companyExport",
    body: {},
    conditions: "全部",
    status: "running",
    expectedRows: 2,
    fileName: "企业列表.xlsx",
    staffName: "运营乙",
    createdAt: on.clock.now(),
    ...fields,
    staffId,
  });
  const read = desk.begin({
    id,
    exportId,
    staffId,
    sessionId: "1",
    rows: 2,
    followed,
    write: async function* (told) {
      yield Buffer.from("half");
      told(1);
      while (!isOver) {
        await wait(5);
        yield Buffer.from("");
      }
      yield Buffer.from("whole");
      told(2);
    },
  });
  return {
    id,
    read,
    go: () => {
      isOver = true;
    },
  };
}
