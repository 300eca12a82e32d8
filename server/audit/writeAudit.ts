import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Actor, AuditEntry } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { auditLog } from "../db/schema/auditLog.ts";
import { formatAction, formatCall, systemAction } from "./auditActions.ts";
import { readSubject } from "./auditSubject.ts";
import { omitSecrets } from "./omitSecrets.ts";

export interface AuditedCall {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor | null;
  readonly address: string;
  readonly reqId: string;
  readonly endpoint: Endpoint;
}

/** Adds one row to the audit trail. */
export async function writeAudit(db: Db, call: AuditedCall, entry: AuditEntry): Promise<void> {
  const { endpoint } = call;
  const author = entry.by ?? call.actor;
  // Endpoints without `audit` are lists that were searched by phone number.
  const entity = endpoint.audit ?? "personalData";
  const { entityId, before, after } = entry;
  await db.insert(auditLog).values({
    id: call.id,
    at: call.at,
    staffId: author?.id ?? null,
    staffName: author?.name ?? "",
    address: call.address,
    reqId: call.reqId,
    call: formatCall(endpoint),
    summary: formatAction(endpoint),
    entity,
    entityId,
    subject: await readSubject(db, { entity, entityId, before, after }),
    before: omitSecrets(before) ?? null,
    after: omitSecrets(after) ?? null,
  });
}

/** Something that the platform does of itself. */
export interface SystemAction {
  readonly id: string;
  readonly at: Date;
  /** What and why, for people. */
  readonly summary: string;
  readonly entity: AuditEntity;
  readonly entityId: string;
  readonly before?: object;
  readonly after?: object;
}

/** Adds a row without a person to the audit trail. */
export async function writeSystemAudit(db: Db, action: SystemAction): Promise<void> {
  await db.insert(auditLog).values({
    ...action,
    staffName: "系统",
    address: "",
    call: systemAction,
    subject: await readSubject(db, action),
  });
}
