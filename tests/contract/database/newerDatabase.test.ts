import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { migrate, NewerDatabaseError } from "../../../server/db/migrate.ts";
import { createEmptyDatabase } from "./createEmptyDatabase.ts";

test("a database of a newer build is refused, one of this build is not", { tags: "full" }, async () => {
  const { db, close } = await createEmptyDatabase();
  try {
    await migrate(db);
    await migrate(db);
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`,
    );
    await expect(migrate(db)).rejects.toThrow(NewerDatabaseError);
  } finally {
    await close();
  }
});
