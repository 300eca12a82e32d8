/** @module-tag full */

import { closeSync, openSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findDamage } from "../../../server/db/findDamage.ts";
import { openDatabase } from "../../../server/db/openDatabase.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";

const pageBytes = 8_192;

/** Writes noise over two pages. */
function overwrite(file: string): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(2 * pageBytes, 0x5a), 0, 2 * pageBytes, pageBytes);
  closeSync(handle);
}

test("finds overwritten pages, a file that was cut, and large values that cannot be read", async () => {
  using data = createTemporaryFolder("damage");
  const first = await openDatabase({ url: undefined, dataDir: data.path });
  const files = new Map<string, string>();
  for (const name of ["whole", "noisy", "cut", "large"]) {
    const value =
      name === "large"
        ? "(select string_agg(md5((n * i)::text), '') from generate_series(1, 500) i)"
        : "repeat('x', 700)";
    await first.db.execute(sql.raw(`create table ${name} (id int primary key, text text)`));
    await first.db.execute(
      sql.raw(
        `insert into ${name} select n, ${value} from generate_series(1, ${name === "large" ? 20 : 1_000}) n`,
      ),
    );
    // Its index then answers without the table.
    await first.db.execute(sql.raw(`vacuum ${name}`));
    const relation = name === "large" ? "reltoastrelid" : "oid";
    const [{ file } = { file: "" }] = await first.db
      .select({ file: sql<string>`pg_relation_filepath(${sql.raw(relation)})` })
      .from(sql`pg_class where relname = ${name}`);
    files.set(name, path.join(data.path, "db", file));
  }
  expect((await findDamage(first.db)).size).toBe(0);
  await first.close();

  const getFile = (name: string) => files.get(name) ?? "";
  overwrite(getFile("noisy"));
  truncateSync(getFile("cut"), 50 * pageBytes);
  overwrite(getFile("large"));
  const { db, close } = await openDatabase({ url: undefined, dataDir: data.path });
  expect([...(await findDamage(db)).keys()].toSorted()).toEqual(["cut", "large", "noisy"]);
  await close();
});
