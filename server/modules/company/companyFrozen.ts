import { eq } from "drizzle-orm";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import { companyStatusMachine } from "../../../machines/status/company.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { versionConflict } from "../refusals.ts";
import { toViewer } from "../viewer.ts";
import { toCompanyRow } from "./companyRow.ts";
import { lockCompany } from "./getCompany.ts";

/**
 * Freezes or unfreezes. Bare it toggles, as the specification has it; with `to`, and with `version`, a repeat or a
 * second operator does not undo it. Users of a company have no sessions on this platform that would have to end.
 */
export const companyFrozen: Handler<typeof companyCalls.companyFrozen> = async ({ params, query }, call) => {
  const record = await lockCompany(call.db, params.id);
  if (query.version !== undefined && query.version !== record.version)
    throw versionConflict(toCompanyRow(record, toViewer(call.actor)));
  const to = query.to ?? (record.status === "normal" ? "frozen" : "normal");
  const status = companyStatusMachine.next(record.status, to === "frozen" ? "freeze" : "unfreeze");
  if (status === null)
    throw new RefusalError(`企业当前状态为「${companyStatusMachine.label(record.status)}」，无需重复操作`);
  const patch = {
    status,
    freezeReason: status === "frozen" ? (query.reason ?? "") : "",
    version: record.version + 1,
  };
  await call.db
    .update(companies)
    .set({ ...patch, updatedAt: call.now })
    .where(eq(companies.id, params.id));
  call.audit({
    entityId: params.id,
    before: { status: record.status, freezeReason: record.freezeReason },
    after: { status: patch.status, freezeReason: patch.freezeReason },
  });
  return { id: params.id, version: patch.version, status: patch.status };
};
