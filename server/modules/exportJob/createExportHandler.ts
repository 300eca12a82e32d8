import type { ExportKind } from "../../../adapters/contract/exportJob.ts";
import { exportIdSchema } from "../../../adapters/contract/exportJob.ts";
import { type Call, type FileResponse, RefusalError } from "../../call.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { assertExportLimit } from "./assertExportLimit.ts";
import { assertCanExport } from "./canExport.ts";
import { type ExportBody, exportPreparers } from "./exportPreparers.ts";
import { formatFilters } from "./formatFilters.ts";

/**
 * The handler of a list's export: enters it in the centre, with the audit row, and answers with the file as it is
 * written. It is written to its end even where nobody reads it any more.
 */
export const createExportHandler =
  <K extends ExportKind>(kind: K) =>
  async ({ body }: { readonly body: ExportBody<K> }, call: Call): Promise<FileResponse> => {
    const { actor, exports } = call;
    const exportId = getExportId(call);
    if (exports.wasCancelled(actor.id, exportId)) throw new RefusalError("导出已取消");
    assertExportLimit(call);
    const prepared = await exportPreparers[kind](body, call);
    const revealReason = "revealReason" in body ? (body.revealReason ?? "") : "";
    // The account stays locked: a role change then sees the export and stops it.
    assertCanExport(await getOwnStaff(call, "update"), { kind, revealReason });
    const id = call.newId();
    await call.db.insert(exportJobs).values({
      id,
      exportId,
      kind,
      body,
      conditions: await formatFilters(call.db, kind, prepared.filters),
      status: "running",
      expectedRows: prepared.rows,
      fileName: prepared.fileName,
      revealReason,
      staffId: actor.id,
      staffName: actor.name,
      createdAt: call.now,
    });
    const { fileName, rows, filters } = prepared;
    call.audit({
      entityId: null,
      after: { filters, rows, ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}) },
    });
    let read: (() => AsyncGenerator<Uint8Array>) | null = null;
    const request = {
      id,
      exportId,
      staffId: actor.id,
      sessionId: actor.sessionId,
      rows,
      write: prepared.write,
    };
    call.afterCommit((isAnswered) => {
      read = exports.start({ ...request, isStreamed: isAnswered, mayHaveEnded: !isAnswered });
    });
    async function* stream() {
      if (read) yield* read();
    }
    return { fileName, rows, stream: stream() };
  };

/** What the console calls it; a name of the server's own where it gives none. */
function getExportId({ header, randomBytes }: Call): string {
  const parsed = exportIdSchema.safeParse(header("x-export-id"));
  return parsed.success ? parsed.data : randomBytes(16).toString("hex");
}
