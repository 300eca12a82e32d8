import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { vacuum } from "../../../server/db/vacuum.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";

test("A table that has grown is vacuumed once, until it grows again", async () => {
  const { db, close } = await createTestDatabase();
  // Cast: both drivers return `rows` for raw statements.
  const queryRows = async (query: ReturnType<typeof sql>) =>
    ((await db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;
  const readRowEstimate = async () =>
    (await queryRows(sql`select reltuples::int as rows from pg_class where relname = 'captchas'`))[0]?.[
      "rows"
    ];
  const fill = (from: number) =>
    db.insert(captchas).values(
      Array.from({ length: 1_000 }, (_, index) => ({
        id: `captcha-${from + index}`,
        answer: "ABCD",
        expiresAt: new Date("2026-03-02T02:02:00.000Z"),
      })),
    );
  await fill(0);
  await vacuum(db, "grown");
  expect(await readRowEstimate()).toBe(1_000);
  const [seen] = await queryRows(
    sql`select relallvisible = relpages as all from pg_class where relname = 'captchas'`,
  );
  expect(seen).toEqual({ all: true });
  await db.insert(captchas).values({ id: "one-more", answer: "A", expiresAt: new Date() });
  await vacuum(db, "grown");
  expect(await readRowEstimate()).toBe(1_000);
  await fill(1_000);
  await vacuum(db, "grown");
  expect(await readRowEstimate()).toBe(2_001);
  await close();
});
