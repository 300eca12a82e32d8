import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { formatErrorForLog } from "../../../server/log/formatErrorForLog.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

const captureError = async (query: PromiseLike<unknown>) => {
  try {
    await query;
  } catch (error) {
    return formatErrorForLog(error);
  }
  throw new Error("The query was to fail");
};

test("A failed query is logged with its statement and the database's reason, without its parameters", async () => {
  const row = { id: "seven", answer: "SECRET", expiresAt: new Date("2026-03-01T00:00:00.000Z") };
  await database.db.insert(captchas).values(row);
  const logged = await captureError(database.db.insert(captchas).values(row));
  expect(logged).toContain('insert into "captchas"');
  expect(logged).toContain('23505 duplicate key value violates unique constraint "captchas_pkey"');
  expect(logged).toMatch(/^ +at /m);
  expect(logged).not.toMatch(/SECRET|seven/);
});

test("A row that violates a check constraint is not logged", async () => {
  const at = new Date("2026-03-01T00:00:00.000Z");
  const staffFields = { name: "王某", nameOrder: "wang", phoneNumber: "13800001234", search: "", roles: [] };
  const times = { createdAt: at, updatedAt: at, passwordChangedAt: at };
  await database.db
    .insert(staff)
    .values({ id: "1", ...staffFields, ...times, passwordHash: "$argon2id$hash" });
  const invalidUpdate = database.db
    .update(staff)
    .set({ status: "gone" as never })
    .where(eq(staff.id, "1"));
  const logged = await captureError(invalidUpdate);
  expect(logged).toContain("staff_status_check");
  expect(logged).not.toMatch(/argon2id\$|13800001234|王某/);
});

test("Any other error is logged completely", () => {
  expect(formatErrorForLog(new Error("The disk is on fire"))).toMatch(/The disk is on fire\n +at /);
});
