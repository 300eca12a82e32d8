import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { type ImportKind, importCalls } from "../../../adapters/contract/sheetImport.ts";
import { writeAudits } from "../../audit/writeAudit.ts";
import type { Db } from "../../db/handle.ts";
import { retryConflicts } from "../../db/retryConflicts.ts";
import { boxes } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { deviceOwners } from "../../db/schema/deviceOwner.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { type SheetImportRecord, sheetImportRows, sheetImports } from "../../db/schema/sheetImport.ts";
import { users } from "../../db/schema/user.ts";
import type { Platform } from "../../platform.ts";
import { updateBoxCount } from "../box/boxHandlers.ts";
import { updateCompanyCount } from "../company/companyReferences.ts";
import { findObstacles } from "./findObstacles.ts";

/** Who takes an import back. */
export interface UndoAuthor {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly reqId: string;
}

/** What one group is taken back with. */
interface TakingBack {
  readonly db: Db;
  readonly now: Date;
  readonly newId: () => string;
  readonly by: UndoAuthor;
}

type Services = Pick<Platform, "db" | "clock" | "newId">;

/** Rows of one transaction: it is short, as the embedded database has one session. */
const groupSize = 50;

/**
 * Takes back what an import has created, except records that something hangs on or that were changed since; the rows of
 * its report say why these stay.
 * @param tell how many records were looked at, and how many of the import are taken back
 * @returns how many of the import are taken back
 */
export async function takeBack(
  { db, clock, newId }: Services,
  by: UndoAuthor,
  job: SheetImportRecord,
  tell: (progress: { readonly done: number; readonly undone: number }) => void,
): Promise<number> {
  const ofImport = and(eq(sheetImportRows.importId, job.id), isNotNull(sheetImportRows.recordId));
  const created = await db
    .select({ recordId: sheetImportRows.recordId })
    .from(sheetImportRows)
    .where(and(ofImport, isNull(sheetImportRows.undoneAt)))
    .orderBy(sheetImportRows.row);
  const ids = created.flatMap(({ recordId }) => recordId ?? []);
  let { undone } = job;
  for (let start = 0; start < ids.length; start += groupSize) {
    const group = ids.slice(start, start + groupSize);
    const taken = await retryConflicts(() =>
      db.transaction((tx) => takeGroup({ db: tx, now: clock(), newId, by }, job, group)),
    );
    undone += taken.length;
    tell({ done: Math.min(start + groupSize, ids.length), undone });
  }
  return undone;
}

/** Takes back, in the name of who imported, what an import of all or none has left. */
export const createTakeBack =
  (services: Services) =>
  async (job: SheetImportRecord): Promise<void> => {
    const { staffId: id, staffName: name, address, reqId } = job;
    await takeBack(services, { id, name, address, reqId }, job, () => undefined);
  };

/** @returns the records that are gone */
async function takeGroup(
  context: TakingBack,
  { id: importId, kind, fileName }: SheetImportRecord,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { db, newId, now, by } = context;
  const present = await lockRecords(db, kind, ids);
  const obstacles = new Map(ids.filter((id) => !present.has(id)).map((id) => [id, "已被删除"]));
  for (const [id, reason] of await findObstacles(db, kind, [...present])) obstacles.set(id, reason);
  const taken = ids.filter((id) => !obstacles.has(id));
  const entity = { company: "company", user: "user", box: "box", drone: "device", hangar: "hangar" } as const;
  const { address, reqId } = by;
  // The call has a row of its own; these are the records'.
  const endpoint = { ...importCalls.importUndo, audit: entity[kind] };
  await writeAudits(
    db,
    { newId, at: now, actor: null, address, reqId, endpoint },
    taken.map((entityId) => ({ by, entityId, before: { fileName } })),
  );
  const rowsOf = (some: readonly string[]) =>
    and(eq(sheetImportRows.importId, importId), inArray(sheetImportRows.recordId, [...some]));
  if (taken.length > 0) {
    await removers[kind](context, [...taken]);
    await db.update(sheetImportRows).set({ undoneAt: now, kept: "" }).where(rowsOf(taken));
    await db
      .update(sheetImports)
      .set({ undone: sql`${sheetImports.undone} + ${taken.length}` })
      .where(eq(sheetImports.id, importId));
  }
  for (const [reason, same] of Map.groupBy(obstacles, ([, one]) => one))
    await db
      .update(sheetImportRows)
      .set({ kept: reason })
      .where(rowsOf(same.map(([id]) => id)));
  return taken;
}

/** The tables of the kinds, with the column of the company that a record belongs to. */
const tables = {
  company: { table: companies, owner: null },
  user: { table: users, owner: users.companyId },
  box: { table: boxes, owner: boxes.companyId },
  drone: { table: drones, owner: drones.companyId },
  hangar: { table: hangars, owner: hangars.companyId },
} as const;

/** Locks the records, after the companies that they belong to; those that are there. */
async function lockRecords(db: Db, kind: ImportKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { table, owner } = tables[kind];
  const isWanted = and(inArray(table.id, [...ids]), isNull(table.deletedAt));
  if (owner)
    await db
      .select({ id: companies.id })
      .from(companies)
      .where(inArray(companies.id, db.select({ id: owner }).from(table).where(isWanted)))
      .orderBy(asc(companies.id))
      .for("update");
  const locked = await db
    .select({ id: table.id })
    .from(table)
    .where(isWanted)
    .orderBy(asc(table.id))
    .for("update");
  return new Set(locked.map(({ id }) => id));
}

type Remove = (context: TakingBack, ids: string[]) => Promise<void>;

const removers: Readonly<Record<ImportKind, Remove>> = {
  company: async ({ db, now }, ids) => {
    const gone = await db
      .update(companies)
      .set({ deletedAt: now, version: sql`${companies.version} + 1` })
      .where(inArray(companies.id, ids))
      .returning({ ownerId: companies.accountUserId, channelId: companies.channelCodeId });
    const owners = gone.flatMap(({ ownerId }) => ownerId ?? []);
    await db
      .update(users)
      .set({ deletedAt: now, version: sql`${users.version} + 1` })
      .where(inArray(users.id, owners));
    for (const [channelId, same] of Map.groupBy(gone, (one) => one.channelId))
      await updateCompanyCount(db, channelId, -same.length);
  },
  user: async ({ db, now }, ids) => {
    const gone = await db
      .update(users)
      .set({ deletedAt: now, version: sql`${users.version} + 1` })
      .where(inArray(users.id, ids))
      .returning({ companyId: users.companyId });
    for (const [id, same] of Map.groupBy(gone, ({ companyId }) => companyId))
      await db
        .update(companies)
        .set({ userCount: sql`${companies.userCount} - ${same.length}` })
        .where(eq(companies.id, id));
  },
  box: async (context, ids) => {
    const { db, now } = context;
    const gone = await db
      .update(boxes)
      .set({ deletedAt: now, version: sql`${boxes.version} + 1` })
      .where(inArray(boxes.id, ids))
      .returning({ companyId: boxes.companyId });
    for (const [id, same] of Map.groupBy(gone, ({ companyId }) => companyId))
      if (id !== null) await updateBoxCount(db, id, -same.length);
    await endOwnerships(context, ids);
  },
  drone: async (context, ids) => {
    const { db, now } = context;
    await db
      .update(drones)
      .set({ deletedAt: now, version: sql`${drones.version} + 1` })
      .where(inArray(drones.id, ids));
    await endOwnerships(context, ids);
  },
  hangar: async (context, ids) => {
    const { db, now } = context;
    await db.update(drones).set({ hangarId: null, updatedAt: now }).where(inArray(drones.hangarId, ids));
    await db
      .update(hangars)
      .set({ deletedAt: now, version: sql`${hangars.version} + 1` })
      .where(inArray(hangars.id, ids));
    await endOwnerships(context, ids);
  },
};

const endOwnerships = ({ db, now, by }: TakingBack, ids: readonly string[]) =>
  db
    .update(deviceOwners)
    .set({ unboundAt: now, unboundBy: by.name })
    .where(and(inArray(deviceOwners.deviceId, [...ids]), isNull(deviceOwners.unboundAt)));
