/** @module-tag full */

import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { eq, max, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { query } from "../../../server/backup/catalog.ts";
import {
  InvalidBackupError,
  readBackup,
  readHeader,
  verifyBackup,
} from "../../../server/backup/readBackup.ts";
import { NotEmptyError, restore } from "../../../server/backup/restore.ts";
import type { DatabaseSession } from "../../../server/db/databaseSession.ts";
import type { Db } from "../../../server/db/handle.ts";
import { listMigrations, migrate } from "../../../server/db/migrate.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { memories } from "../../../server/db/schema/memory.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { rebuildStatistics } from "../../../server/modules/statistics/rollUps.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { createEmptyDatabase } from "../database/createEmptyDatabase.ts";
import { dumpToParts, writeParts } from "./backupParts.ts";

const now = new Date("2026-03-03T02:00:00.000Z");
const specialCharacters = `引号"和'，反斜杠\\，换行\n制表\t，𠮷😀，{"json":null}`;
/** Incompressible, and larger than a page. */
const pictures = [randomBytes(3_000_000), randomBytes(3_000_000), randomBytes(10), Buffer.alloc(0)];

let ctx: TestPlatform;
let data: ReturnType<typeof createTemporaryFolder>;
let file: string;
let parts: string[];
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
  await ctx.loginAs("admin");
  await ctx.db
    .insert(memories)
    .values({ staffId: "9223372036854775807", key: "draft", value: specialCharacters, updatedAt: now });
  await ctx.db.insert(uploads).values(
    pictures.map((bytes, index) => ({
      id: String(index + 1),
      purpose: "picture" as const,
      contentType: "image/webp",
      bytes,
      width: 1,
      height: 1,
      createdAt: now,
      createdBy: "1",
    })),
  );
  await ctx.db.insert(smsDeclines).values({ phone: "13700000001", at: now, source: "reply" });
  parts = await dumpToParts(ctx.db);
});
afterAll(() => ctx.close());
beforeEach(async () => {
  data = createTemporaryFolder("backup");
  file = path.join(data.path, "one.backup");
});
afterEach(() => data[Symbol.dispose]());

/** Sorted rows by table, as PostgreSQL text. */
async function readAllRows(db: Db): Promise<Record<string, string[]>> {
  const names = await query<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of names) {
    const found = await query<{ row: string }>(db, sql`select t::text as row from ${sql.identifier(name)} t`);
    rows[name] = found.map(({ row }) => row).sort();
  }
  return rows;
}
const restoreInto = ({ db }: DatabaseSession, from = file) =>
  restore(db, readBackup(from), { now, target: "here" });
const writeFileParts = (lines: readonly string[]) => writeParts(file, lines);

describe("A restored backup", () => {
  let target: DatabaseSession;
  beforeAll(async () => {
    data = createTemporaryFolder("backup");
    file = path.join(data.path, "one.backup");
    await writeFileParts(parts);
    target = await createEmptyDatabase();
    await restoreInto(target);
    data[Symbol.dispose]();
  });
  afterAll(() => target.close());

  test("has every row of every table, except sessions, captchas and changed messages", async () => {
    // Counts all changes, as the restored totals do.
    await rebuildStatistics(ctx.db);
    const { sms_messages: _, sessions, captchas: __, ...was } = await readAllRows(ctx.db);
    const { sms_messages: ___, ...is } = await readAllRows(target.db);
    expect(Object.keys(was).length).toBeGreaterThan(35);
    expect(was["region_days"]?.length).toBeGreaterThan(100);
    expect(is).toEqual({ ...was, sessions: [], captchas: [] });
    expect(Object.values(was).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
    expect(sessions?.length).toBeGreaterThan(0);
  });

  test("has texts with special characters and files unchanged", async () => {
    const [draft] = await target.db.select().from(memories).where(eq(memories.key, "draft"));
    expect(draft?.value).toBe(specialCharacters);
    const restoredUploads = await target.db.select().from(uploads).orderBy(uploads.id).limit(pictures.length);
    expect(restoredUploads.map(({ bytes }, index) => bytes.equals(pictures[index] ?? Buffer.of(1)))).toEqual(
      pictures.map(() => true),
    );
  });

  test("enforces foreign keys, the audit trail's triggers and the numbering", async () => {
    const failing = (statement: string) =>
      target.db.execute(sql.raw(statement)).then(String, (error: Error) => (error.cause as Error).message);
    expect(await failing("update companies set region_id = 'nowhere'")).toContain("foreign key");
    expect(await failing("delete from audit_log")).toContain("audit_log takes new rows only");
    const [last] = await ctx.db.select({ id: max(smsDeclines.id) }).from(smsDeclines);
    const [next] = await target.db
      .insert(smsDeclines)
      .values({ phone: "13700000002", at: now, source: "reply" })
      .returning();
    expect(Number(next?.id)).toBe(Number(last?.id) + 1);
  });

  test("has the same constraints, indexes and triggers", async () => {
    const shape = (db: Db) =>
      query(
        db,
        sql`
          select conname as name, pg_get_constraintdef(oid) as is from pg_constraint where connamespace = 'public'::regnamespace
          union all select indexname, indexdef from pg_indexes where schemaname = 'public'
          union all select tgname, tgenabled::text from pg_trigger where not tgisinternal
          order by 1, 2`,
      );
    expect(await shape(target.db)).toEqual(await shape(ctx.db));
  });
});

test("A restore marks queued messages as failed, and messages being sent as unknown", async () => {
  const [sample] = await ctx.db.select().from(smsMessages).limit(1);
  if (!sample) throw new Error("The demo data have no message");
  const { id: _, ...values } = sample;
  const [queued, sending] = [ctx.platform.newId(), ctx.platform.newId()];
  const fresh = { ...values, batchId: null, secret: "", gatewayId: "", claimedAt: now };
  await ctx.db.insert(smsMessages).values([
    { ...fresh, id: queued, status: "queued", type: "notice" },
    { ...fresh, id: sending, status: "sending", type: "notice" },
  ]);
  await writeFileParts(await dumpToParts(ctx.db));
  const target = await createEmptyDatabase();
  await restoreInto(target);
  const status = async (id: string) =>
    (await target.db.select().from(smsMessages).where(eq(smsMessages.id, id)))[0];
  expect(await status(queued)).toMatchObject({
    status: "failed",
    failReason: expect.stringContaining("备份"),
  });
  expect(await status(sending)).toMatchObject({ status: "unknown" });
  expect(await target.db.$count(smsMessages, eq(smsMessages.status, "queued"))).toBe(0);
  await target.close();
});

test("A backup has unknown tables too; a build without such a table restores the others and reports it", async () => {
  const source = await createEmptyDatabase();
  await migrate(source.db);
  await source.db.execute(sql`create table surveys (id int8 primary key, answer text[])`);
  await source.db.execute(sql`insert into surveys values (1, '{"a,b",null}')`);
  const lines = await dumpToParts(source.db);
  expect(lines.join("")).toContain(
    `{"table":"surveys","columns":["id","answer"]}\n["1","{\\"a,b\\",NULL}"]\n`,
  );
  await source.close();
  const tables = Object.keys((await writeFileParts(lines)).rows).length - 1;
  const target = await createEmptyDatabase();
  expect(await restoreInto(target)).toMatchObject({ unknownTables: ["surveys"], tables });
  await target.close();
});

test("A backup of an older schema is migrated to the current one", async () => {
  const source = await createEmptyDatabase();
  const older = listMigrations().find(({ tag }) => tag.startsWith("0005_"));
  if (!older) throw new Error("Migration 0005 is gone");
  await migrate(source.db, older.when);
  await source.db.execute(
    sql`insert into memories (staff_id, key, value, updated_at) values (1, 'k', ${specialCharacters}, now())`,
  );
  await writeFileParts(await dumpToParts(source.db));
  expect((await readHeader(file)).migration.tag).toBe(older.tag);
  await source.close();
  const target = await createEmptyDatabase();
  await restoreInto(target);
  expect((await target.db.select().from(memories))[0]?.value).toBe(specialCharacters);
  expect(await target.db.$count(smsMessages)).toBe(0);
  await target.close();
});

describe("A restore refuses", () => {
  const captureError = (reading: Promise<unknown>) => reading.then(String, (error: unknown) => error);
  /** Must stay empty through all of these tests. */
  let target: DatabaseSession;
  beforeAll(async () => {
    target = await createEmptyDatabase();
  });
  afterAll(() => target.close());

  test("a truncated file", async () => {
    await writeFileParts(parts);
    const whole = readFileSync(file);
    for (const length of [0, 5, 30, 1000, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      expect(await captureError(verifyBackup(file)), `cut to ${length}`).toBeInstanceOf(InvalidBackupError);
    }
  });

  test("a file that was truncated or altered before compression", async () => {
    const text = parts.join("");
    const lines = text.trimEnd().split("\n");
    const broken = [
      lines.slice(0, -1).join("\n"),
      lines.slice(0, -2).join("\n"),
      [...lines.slice(0, 5), ...lines.slice(6)].join("\n"),
      text.replace("company", "Company"),
      `${text}["1"]\n`,
    ];
    for (const [index, one] of broken.entries()) {
      writeFileSync(file, gzipSync(one.endsWith("\n") ? one : `${one}\n`));
      const error = await captureError(verifyBackup(file));
      expect(error, `broken ${index}`).toBeInstanceOf(InvalidBackupError);
      expect(String(error)).toContain("damaged");
    }
  });

  test("a file with a changed byte", async () => {
    await writeFileParts(parts);
    const whole = readFileSync(file);
    // Skips gzip's own header of ten bytes, which is not part of the content.
    for (let turn = 0; turn < 12; turn += 1) {
      const at = 10 + Math.floor(((whole.length - 11) * turn) / 11);
      const altered = Buffer.from(whole);
      altered.writeUInt8(altered.readUInt8(at) ^ 16, at);
      writeFileSync(file, altered);
      expect(await captureError(verifyBackup(file)), `byte ${at}`).toBeInstanceOf(InvalidBackupError);
    }
  });

  test("a foreign file, with a message", async () => {
    for (const content of [Buffer.from("a letter to somebody"), gzipSync("select 1;\n")]) {
      writeFileSync(file, content);
      expect(String(await captureError(readHeader(file)))).toContain("is no backup of this platform");
    }
  });

  test("a newer format and a newer schema", async () => {
    const [header = "", ...rest] = parts;
    const changed = (change: object) =>
      writeFileSync(
        file,
        gzipSync(`${JSON.stringify({ ...JSON.parse(header), ...change })}\n${rest.join("")}`),
      );
    changed({ version: 2 });
    expect(String(await captureError(readHeader(file)))).toContain(
      "is of format 2, this build reads up to 1",
    );
    changed({ migration: { tag: "0999_future", when: 4_000_000_000_000 } });
    const error = await captureError(restoreInto(target));
    expect(error).toBeInstanceOf(InvalidBackupError);
    expect(String(error)).toContain("is of a newer build: its schema is 0999_future");
  });

  test("a database that is not empty, and does not change it", async () => {
    await writeFileParts(parts);
    await target.db.execute(sql`create table notes (text text)`);
    const error = await captureError(restoreInto(target));
    expect(error).toBeInstanceOf(NotEmptyError);
    expect(String(error)).toContain("here already holds data");
    expect(await query(target.db, sql`select to_regclass('companies') as companies`)).toEqual([
      { companies: null },
    ]);
    await target.db.execute(sql`drop table notes`);
  });

  test("to leave a partial restore behind: after an error the database is empty again", async () => {
    await writeFileParts(parts);
    const broken = async function* () {
      for await (const entry of readBackup(file)) {
        if ("table" in entry && entry.table === "uploads") throw new Error("the disk is gone");
        yield entry;
      }
    };
    const error = await captureError(restore(target.db, broken(), { now, target: "here" }));
    expect(String(error)).toContain("the disk is gone");
    expect((await restoreInto(target)).rows).toBeGreaterThan(100);
    expect(await target.db.$count(companies)).toBe(await ctx.db.$count(companies));
  });
});
