import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createFirstAdmin } from "../../../server/auth/createFirstAdmin.ts";
import { createFirstAdminFile } from "../../../server/auth/firstAdminFile.ts";
import { hashPassword } from "../../../server/auth/passwordHash.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";
import { createTestPlatform, md5 } from "../../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";

const phone = "13812345678";
const creationContext = {
  now: new Date("2026-03-02T02:00:00.000Z"),
  newId: () => "77",
  randomBytes: (count: number) => Buffer.alloc(count, 9),
};

test("The first admin's login is in a file readable only by its owner, until the password is changed", async () => {
  const { db, close } = await createTestDatabase();
  using folder = createTemporaryFolder("first-admin");
  const file = createFirstAdminFile(folder.path);
  expect(file.path).toBe(path.join(folder.path, "first-admin.txt"));
  expect(await file.removeIfChanged(db)).toBe(false);

  await createFirstAdmin(db, phone, creationContext, file.write);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  const [, password = ""] =
    /^phone: 13812345678\npassword: (\w{4}-\w{4}-\w{4})\n$/.exec(readFileSync(file.path, "utf8")) ?? [];
  expect(password).not.toBe("");
  const [member] = await db.select().from(staff);
  expect(member).toMatchObject({ phoneNumber: phone, roles: ["admin"], mustChange: true });
  expect(await file.removeIfChanged(db)).toBe(true);
  expect(existsSync(file.path)).toBe(true);

  await db.update(staff).set({ passwordHash: await hashPassword(md5("Another-horse-2")) });
  expect(await file.removeIfChanged(db)).toBe(false);
  expect(existsSync(file.path)).toBe(false);

  await createFirstAdmin(db, phone, creationContext, () => expect.unreachable("There is an admin already"));
  expect(await db.$count(staff)).toBe(1);
  await close();
});

test("If the file cannot be written no account is created; a stale file is replaced", async () => {
  const { db, close } = await createTestDatabase();
  using folder = createTemporaryFolder("first-admin");
  const file = createFirstAdminFile(folder.path);
  const full = () => {
    throw new Error("The disk is full");
  };
  await expect(createFirstAdmin(db, phone, creationContext, full)).rejects.toThrow("The disk is full");
  expect(await db.$count(staff)).toBe(0);

  writeFileSync(file.path, "phone: 13812345678\npassword: never-made\n", { mode: 0o644 });
  await createFirstAdmin(db, phone, creationContext, file.write);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(readFileSync(file.path, "utf8")).not.toContain("never-made");
  expect(await file.removeIfChanged(db)).toBe(true);
  await close();
});

test("A file with another account's login is removed", async () => {
  const ctx = await createTestPlatform();
  using folder = createTemporaryFolder("first-admin");
  const file = createFirstAdminFile(folder.path);
  file.write({ phoneNumber: ctx.staff.admin.phoneNumber, password: "not-this-one" });
  expect(await file.removeIfChanged(ctx.db)).toBe(false);
  file.write({ phoneNumber: "13800009999", password: "of-nobody" });
  expect(await file.removeIfChanged(ctx.db)).toBe(false);
  await ctx.db.update(staff).set({ deletedAt: ctx.clock.now() }).where(eq(staff.id, ctx.staff.admin.id));
  file.write({ phoneNumber: ctx.staff.admin.phoneNumber, password: "Correct-horse-7" });
  expect(await file.removeIfChanged(ctx.db)).toBe(false);
  await ctx.close();
});
