import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { idempotent } from "../../../server/calls/idempotent.ts";
import { requests } from "../../../server/db/schema/requests.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

const now = new Date("2026-03-02T02:00:00.000Z");
const sampleReply = { state: 0, message: "", data: { id: "7" } };
const requestKey = { staffId: "1", call: "POST /x", requestId: "request-1" };
const runOnce = (body: object, work = async () => sampleReply) =>
  idempotent(database.db, requestKey, { body }, now, work);

test("The stored input hash distinguishes requests, and cannot be used to guess passwords", async () => {
  const password = "0123456789abcdef0123456789abcdef";
  await runOnce({ account: { name: "王", password } });
  const [stored] = await database.db.select().from(requests);
  const quick = createHash("sha256")
    .update(JSON.stringify({ body: { account: { name: "王", password } } }))
    .digest("hex");
  expect(stored?.inputHash).toMatch(/^[0-9a-f]{64}$/);
  expect(stored?.inputHash).not.toBe(quick);

  const failIfRun = async () => {
    throw new Error("It was to act once");
  };
  expect(await runOnce({ account: { name: "王", password } }, failIfRun)).toEqual(sampleReply);
  await expect(runOnce({ account: { name: "李", password } }, failIfRun)).rejects.toThrow("另一次操作");
});
