import { and, eq, isNull, sql } from "drizzle-orm";
import { advisoryLocks } from "../../db/advisoryLocks.ts";
import type { Db } from "../../db/handle.ts";
import { type ServiceRecord, services } from "../../db/schema/service.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toServiceRow } from "./serviceRow.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)));

/** The service, or a refusal. */
export async function getService(db: Db, id: string, label = "服务"): Promise<ServiceRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, label);
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockService(db: Db, id: string, version?: number): Promise<ServiceRecord> {
  const [record] = await selectActive(db, id).for("update");
  const service = requireRecord(record, "服务");
  if (version !== undefined && service.version !== version)
    throw versionConflict(await toServiceRow(db, service));
  return service;
}

/** Makes changes of the tree's shape go one after the other, so that two of them cannot make a ring or a fourth level. */
export const lockServiceTree = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.serviceTree})`);
