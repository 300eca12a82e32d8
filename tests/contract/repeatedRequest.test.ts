import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "../../server/db/open.ts";
import { requests } from "../../server/db/schema/requests.ts";
import { once } from "../../server/http/repeatable.ts";
import { freshDatabase } from "../database.ts";

let open: OpenDatabase;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const now = new Date("2026-03-02T02:00:00.000Z");
const said = { state: 0, message: "", data: { id: "7" } };
const act = { staffId: "1", call: "POST /x", requestId: "request-1" };
const ask = (body: object, work = async () => said) => once(open.db, act, { body }, now, work);

test("What is kept of a request tells two acts apart, and cannot be used to try passwords", async () => {
  const password = "0123456789abcdef0123456789abcdef";
  await ask({ account: { name: "王", password } });
  const [kept] = await open.db.select().from(requests);
  const quick = createHash("sha256")
    .update(JSON.stringify({ body: { account: { name: "王", password } } }))
    .digest("hex");
  expect(kept?.inputHash).toMatch(/^[0-9a-f]{64}$/);
  expect(kept?.inputHash).not.toBe(quick);

  const never = async () => {
    throw new Error("It was to act once");
  };
  expect(await ask({ account: { name: "王", password } }, never)).toEqual(said);
  await expect(ask({ account: { name: "李", password } }, never)).rejects.toThrow("另一次操作");
});
