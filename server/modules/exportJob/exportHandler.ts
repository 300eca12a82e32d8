import type { ExportKind } from "../../../adapters/contract/exportJob.ts";
import { exportName } from "../../../adapters/contract/exportJob.ts";
import { type Call, type FileAnswer, Refusal } from "../../call.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { ownRecord } from "../staff/liveStaff.ts";
import { conditionWords } from "./conditionWords.ts";
import { type ExportBody, exportPlans } from "./exportPlans.ts";
import { refuseForbidden } from "./mayExport.ts";
import { refuseMany } from "./refuseMany.ts";

/**
 * The handler of a list's export: enters it in the centre, with the audit row, and answers with the file as it is
 * written. It is written to its end even where nobody reads it any more.
 */
export const exportHandler =
  <K extends ExportKind>(kind: K) =>
  async ({ body }: { readonly body: ExportBody<K> }, call: Call): Promise<FileAnswer> => {
    const { actor, exports } = call;
    const exportId = exportIdOf(call);
    if (exports.wasCancelled(actor.id, exportId)) throw new Refusal("导出已取消");
    refuseMany(call);
    const plan = await exportPlans[kind](body, call);
    const revealReason = "revealReason" in body ? (body.revealReason ?? "") : "";
    // The account stays locked: a role change then sees the export and stops it.
    refuseForbidden(await ownRecord(call, "update"), { kind, revealReason });
    const id = call.newId();
    await call.db.insert(exportJobs).values({
      id,
      exportId,
      kind,
      body,
      conditions: await conditionWords(call.db, kind, plan.filters),
      status: "running",
      expectedRows: plan.rows,
      fileName: plan.fileName,
      revealReason,
      staffId: actor.id,
      staffName: actor.name,
      createdAt: call.now,
    });
    const { fileName, rows, filters } = plan;
    call.audit({
      entityId: null,
      after: { filters, rows, ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}) },
    });
    let read: (() => AsyncGenerator<Uint8Array>) | null = null;
    const order = { id, exportId, staffId: actor.id, sessionId: actor.sessionId, rows, write: plan.write };
    call.afterCommit((isAnswered) => {
      read = exports.begin({ ...order, followed: isAnswered, isLate: !isAnswered });
    });
    async function* stream() {
      if (read) yield* read();
    }
    return { fileName, rows, stream: stream() };
  };

/** What the console calls it; a name of the server's own where it gives none. */
function exportIdOf({ header, randomBytes }: Call): string {
  const given = exportName.safeParse(header("x-export-id"));
  return given.success ? given.data : randomBytes(16).toString("hex");
}
