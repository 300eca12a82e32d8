import type * as z from "zod/mini";
import type { Contract } from "../../../adapters/contract/contract.ts";
import type { ExportKind } from "../../../adapters/contract/exportKinds.ts";
import type { Call } from "../../call.ts";
import type { PreparedExport } from "../../list/prepareExport.ts";

/** The part of a call that preparing an export uses. */
export type ExportContext = Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor" | "newId" | "live">;

export type ExportBody<K extends ExportKind> = z.output<Contract[K]["body"]>;

/** Prepares one kind of export, beside its sheet; refuses if the actor may not export it. */
export type ExportPreparer<K extends ExportKind> = (
  body: ExportBody<K>,
  call: ExportContext,
) => Promise<PreparedExport>;
