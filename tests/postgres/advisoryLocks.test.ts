import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { lockPostgres } from "../../server/db/lockPostgres.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
const { rows } = (await ctx.db.execute(sql`select current_database() as name`)) as unknown as {
  readonly rows: readonly { readonly name: string }[];
};
const url = new URL(process.env.TEST_DATABASE_URL ?? "");
url.pathname = `/${rows[0]?.name}`;
const release = await lockPostgres(
  url.toString(),
  "alone",
  () => undefined,
  () => undefined,
);
afterAll(async () => {
  await release();
  await ctx.close();
});

// A running server holds its process lock; other advisory locks must not share its number space.
test("Calls that take advisory locks do not wait for the process lock", async () => {
  const admin = await ctx.loginAs("admin");
  const { id, version } = ctx.staff.duty;
  const disabled = { id, version, to: "disabled", requestId: "disable-duty" } as const;
  const staff = await injectCall(ctx.app, staffCalls.staffStatus, { body: disabled }, admin);
  expect(staff.body).toMatchObject({ state: 0 });
});
