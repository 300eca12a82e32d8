import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { lockPostgres } from "../../server/db/lockPostgres.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";

let on: TestPlatform;
let release: () => Promise<void>;
beforeAll(async () => {
  on = await testPlatform();
  const { rows } = (await on.db.execute(sql`select current_database() as name`)) as unknown as {
    readonly rows: readonly { readonly name: string }[];
  };
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = `/${rows[0]?.name}`;
  release = await lockPostgres(
    url.toString(),
    () => undefined,
    () => undefined,
  );
});
afterAll(async () => {
  await release();
  await on.close();
});

// A server holds its database's lock for as long as it runs.
test("Changes that lock by a number do not wait for the process that holds the database", async () => {
  const admin = await on.as("admin");
  const { id, version } = on.staff.duty;
  const disabled = { id, version, to: "disabled", requestId: "disable-duty" } as const;
  const staff = await send(on.app, staffCalls.staffStatus, { body: disabled }, admin);
  expect(staff.body).toMatchObject({ state: 0 });
});
