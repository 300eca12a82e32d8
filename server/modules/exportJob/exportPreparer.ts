import type * as z from "zod/mini";
import type { Call } from "../../call.ts";
import type { PreparedExport } from "../../list/prepareExport.ts";

/** The part of a call that preparing an export uses. */
export type ExportContext = Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor" | "newId" | "live">;

/** A call as exports read: what the actor may see, in the call's transaction and after it. */
export const toExportContext = (call: ExportContext & Pick<Call, "visibleDb">): ExportContext => ({
  db: call.visibleDb,
  dbOutsideTransaction: call.dbOutsideTransaction,
  now: call.now,
  actor: call.actor,
  newId: call.newId,
  live: call.live,
});

/** Prepares the export of a call, beside its sheet; refuses if the actor may not export it. */
export type ExportPreparer<E extends { readonly body: z.ZodMiniType }> = (
  body: z.output<E["body"]>,
  call: ExportContext,
) => Promise<PreparedExport>;
