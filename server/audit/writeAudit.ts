import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Actor, AuditNote } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { auditLog } from "../db/schema/auditLog.ts";
import { actText, callText } from "./auditActions.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

export interface AuditedCall {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor | null;
  readonly address: string;
  readonly reqId: string;
  readonly endpoint: Endpoint;
}

/** Adds one row to the audit trail. */
export async function writeAudit(db: Db, call: AuditedCall, note: AuditNote): Promise<void> {
  const { endpoint } = call;
  const who = note.by ?? call.actor;
  await db.insert(auditLog).values({
    id: call.id,
    at: call.at,
    staffId: who?.id ?? null,
    staffName: who?.name ?? "",
    address: call.address,
    reqId: call.reqId,
    call: callText(endpoint),
    summary: actText(endpoint),
    // A list that is audited was searched for a phone.
    entity: endpoint.audit ?? "personalData",
    entityId: note.entityId,
    before: withoutSecrets(note.before) ?? null,
    after: withoutSecrets(note.after) ?? null,
  });
}
