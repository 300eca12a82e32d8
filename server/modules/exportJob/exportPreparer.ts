import type * as z from "zod/mini";
import type { Call } from "../../call.ts";
import type { PreparedExport } from "../../list/prepareExport.ts";

/** The part of a call that preparing an export uses. */
export type ExportContext = Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor" | "newId" | "live">;

/** Prepares the export of a call, beside its sheet; refuses if the actor may not export it. */
export type ExportPreparer<E extends { readonly body: z.ZodMiniType }> = (
  body: z.output<E["body"]>,
  call: ExportContext,
) => Promise<PreparedExport>;
