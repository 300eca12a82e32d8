import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Actor, AuditEntry } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { auditLog } from "../db/schema/auditLog.ts";
import { formatAction, formatCall, systemAction } from "./auditActions.ts";
import { readSubjects } from "./auditSubject.ts";
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
export const writeAudit = (db: Db, { id, ...call }: AuditedCall, entry: AuditEntry): Promise<void> =>
  writeAudits(db, { ...call, newId: () => id }, [entry]);

/** Adds a row for each of many records that one call has changed. */
export async function writeAudits(
  db: Db,
  { newId, at, actor, address, reqId, endpoint }: Omit<AuditedCall, "id"> & { readonly newId: () => string },
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  // Endpoints without `audit` are lists that were searched by phone number.
  const entity = endpoint.audit ?? "personalData";
  const subjects = await readSubjects(
    db,
    entries.map((entry) => ({ ...entry, entity })),
  );
  await db.insert(auditLog).values(
    entries.map(({ entityId, by, before, after }, index) => {
      const author = by ?? actor;
      return {
        id: newId(),
        at,
        staffId: author?.id ?? null,
        staffName: author?.name ?? "",
        address,
        reqId,
        call: formatCall(endpoint),
        summary: formatAction(endpoint),
        entity,
        entityId,
        subject: subjects[index] ?? "",
        before: omitSecrets(before) ?? null,
        after: omitSecrets(after) ?? null,
      };
    }),
  );
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
  const [subject = ""] = await readSubjects(db, [action]);
  await db
    .insert(auditLog)
    .values({ ...action, staffName: "系统", address: "", call: systemAction, subject });
}
