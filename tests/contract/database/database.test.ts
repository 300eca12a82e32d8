import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { getSqlState } from "../../../server/db/databaseError.ts";
import type { Db } from "../../../server/db/handle.ts";
import { lockFolder } from "../../../server/db/lockFolder.ts";
import { openDatabase } from "../../../server/db/openDatabase.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";

const database = await createTestDatabase();
const db = database.db;
afterAll(() => database.close());

const fixedDate = new Date("2026-03-01T15:59:59.123Z");
const insertCaptcha = (target: Db, id: string) =>
  target.insert(captchas).values({ id, answer: "A", expiresAt: fixedDate });
const countCaptcha = (id: string) => db.$count(captchas, eq(captchas.id, id));

describe("Values are read back unchanged", () => {
  test("a time to the millisecond", async () => {
    await insertCaptcha(db, "instant");
    const [row] = await db.select().from(captchas).where(eq(captchas.id, "instant"));
    expect(row?.expiresAt).toEqual(fixedDate);
  });

  test("a 19-digit id as text, also in a raw query", async () => {
    const { rows } = (await db.execute(sql`select 9223372036854775807::int8 as id`)) as unknown as {
      rows: { id: unknown }[];
    };
    expect(rows[0]?.id).toBe("9223372036854775807");
  });
});

describe("A transaction", () => {
  test("that fails stores nothing", async () => {
    const failing = db.transaction(async (tx) => {
      await insertCaptcha(tx, "gone");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await countCaptcha("gone")).toBe(0);
  });

  test("continues after a failed nested one", async () => {
    await db.transaction(async (tx) => {
      await insertCaptcha(tx, "outer");
      const inner = tx.transaction(async (nested) => {
        await insertCaptcha(nested, "inner");
        await nested.execute(sql`select 1 / 0`);
      });
      await expect(inner).rejects.toSatisfy((error) => getSqlState(error) === "22012");
      await insertCaptcha(tx, "after");
    });
    expect([await countCaptcha("outer"), await countCaptcha("inner"), await countCaptcha("after")]).toEqual([
      1, 0, 1,
    ]);
  });

  test("reports the violated constraint", async () => {
    await insertCaptcha(db, "twice");
    await expect(insertCaptcha(db, "twice")).rejects.toMatchObject({
      cause: { code: "23505", constraint: "captchas_pkey" },
    });
  });

  test("loses no update among concurrent ones", async () => {
    await db.insert(loginFailures).values({ subject: "phone:1", count: 0, lastAt: fixedDate });
    const own = eq(loginFailures.subject, "phone:1");
    const addOne = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(loginFailures).where(own).for("update");
        await tx
          .update(loginFailures)
          .set({ count: (row?.count ?? 0) + 1 })
          .where(own);
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect((await db.select().from(loginFailures).where(own))[0]?.count).toBe(20);
  });
});

describe("The audit trail", () => {
  const row = { id: "1", at: fixedDate, staffName: "甲", address: "", call: "", summary: "", entity: "" };
  const readRows = () => db.select({ staffName: auditLog.staffName }).from(auditLog);

  test.each<[string, () => PromiseLike<unknown>]>([
    ["rewritten", () => db.update(auditLog).set({ staffName: "乙" })],
    ["deleted", () => db.delete(auditLog)],
    ["emptied", () => db.execute(sql`truncate audit_log`)],
  ])("accepts new rows, and none can be %s", async (_name, change) => {
    await db.insert(auditLog).values(row).onConflictDoNothing();
    await expect((async () => change())()).rejects.toMatchObject({
      cause: { message: expect.stringContaining("audit_log takes new rows only") },
    });
    expect(await readRows()).toEqual([{ staffName: "甲" }]);
  });
});

describe("The data folder", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "console-data-"));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test("is locked by one process, released on closing, and keeps its data", {
    tags: "full",
    timeout: 90_000,
  }, async () => {
    const first = await openDatabase({ url: undefined, dataDir });
    await insertCaptcha(first.db, "kept");
    await expect(openDatabase({ url: undefined, dataDir })).rejects.toThrow("in use by another process");
    await first.close();
    const second = await openDatabase({ url: undefined, dataDir });
    expect(await second.db.$count(captchas, eq(captchas.id, "kept"))).toBe(1);
    await second.close();
  });

  test("is unlocked after its process was killed", { tags: "full" }, async () => {
    const folder = path.join(dataDir, "killed");
    const source = new URL("../../../server/db/lockFolder.ts", import.meta.url).href;
    const code = `import { lockFolder } from "${source}"; lockFolder("${folder}"); console.log("held"); setInterval(() => {}, 1e6)`;
    const holder = spawn(process.execPath, ["--input-type=module", "-e", code]);
    await once(holder.stdout, "data");
    expect(() => lockFolder(folder)).toThrow("in use by another process");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    lockFolder(folder)();
  });
});
