import type * as z from "zod/mini";
import { type Contract, contract } from "../../../adapters/contract/contract.ts";
import { exportIdSchema, exportKind } from "../../../adapters/contract/exportJob.ts";
import type { ExportKind } from "../../../adapters/contract/exportKinds.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatFilters } from "../../audit/formatFilters.ts";
import type { Call, FileResponse } from "../../call.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { RefusalError } from "../../errors.ts";
import type { PreparedExport } from "../../list/prepareExport.ts";
import { toScopeKey } from "../../scope/recordScope.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { assertExportLimit } from "./assertExportLimit.ts";
import { assertCanExport } from "./canExport.ts";
import { toExportContext } from "./exportPreparer.ts";
import { exportPreparers } from "./exportPreparers.ts";

/**
 * Creates the handler of a list's export: it adds the export to the export centre, with an audit row, and streams the
 * file while it is written. The file is completed even if the client disconnects.
 */
export const createExportHandler =
  <K extends ExportKind>(kind: K) =>
  async ({ body }: { readonly body: z.output<Contract[K]["body"]> }, call: Call): Promise<FileResponse> => {
    const { actor, exports } = call;
    const exportId = getExportId(call);
    if (exports.consumeEarlyCancel(actor.id, exportId)) throw new RefusalError(word.exportCancelled);
    assertExportLimit(call);
    const prepared = await exportPreparers[kind](body, toExportContext(call));
    const scopeKey = toScopeKey(actor.scope);
    const revealReason = "revealReason" in body ? (body.revealReason ?? "") : "";
    // Locks the account, so that a concurrent role change sees the export and stops it.
    await assertCanExport(call.db, await getOwnStaff(call, "update"), { kind, revealReason, scopeKey });
    const id = call.newId();
    await call.db.insert(exportJobs).values({
      id,
      exportId,
      kind,
      body,
      conditions: await formatFilters(call.db, contract[kind].audit, prepared.filters),
      status: "running",
      expectedRows: prepared.rows,
      fileName: prepared.fileName,
      revealReason,
      scopeKey,
      staffId: actor.id,
      staffName: actor.name,
      createdAt: call.now,
    });
    const { fileName, rows, filters } = prepared;
    call.audit({
      entityId: null,
      after: {
        filters,
        rows,
        ...getChosenColumns(body, prepared),
        ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}),
      },
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

/** The handler of each kind of export. */
export const exportHandlers = Object.fromEntries(
  exportKind.schema.options.map((kind) => [kind, createExportHandler(kind)]),
);

/** The columns by name, if some were chosen: what the file tells is part of the record. */
const getChosenColumns = (
  { columns }: { readonly columns?: readonly string[] | undefined },
  prepared: Pick<PreparedExport, "columns">,
) => (columns ? { columns: prepared.columns.map(({ header }) => header) } : {});

/** The id that the console sent, or a random one. */
function getExportId({ header, randomBytes }: Call): string {
  const parsed = exportIdSchema.safeParse(header("x-export-id"));
  return parsed.success ? parsed.data : randomBytes(16).toString("hex");
}
