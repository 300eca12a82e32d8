/** @module-tag full */

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { InvalidBackupError } from "../../../server/backup/readBackup.ts";
import { FileExistsError, writeBackup } from "../../../server/backup/writeBackup.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { dumpToParts, writeParts } from "./backupParts.ts";

let ctx: TestPlatform;
let data: ReturnType<typeof createTemporaryFolder>;
let file: string;
let parts: string[];
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
  const picture = { purpose: "picture" as const, contentType: "image/webp", width: 1, height: 1 };
  const created = { bytes: randomBytes(3_000_000), createdAt: ctx.clock.now(), createdBy: "1" };
  await ctx.db.insert(uploads).values(["1", "2"].map((id) => ({ id, ...picture, ...created })));
  parts = await dumpToParts(ctx.db);
});
afterAll(() => ctx.close());
beforeEach(() => {
  data = createTemporaryFolder("backup");
  file = path.join(data.path, "one.backup");
});
afterEach(() => data[Symbol.dispose]());

const writeFileParts = (lines: readonly string[]) => writeParts(file, lines);

describe("The file of a backup", () => {
  test("is readable only by its owner, and a gzip of lines", async () => {
    const { rows } = await writeFileParts(parts);
    expect(rows["companies"]).toBe(await ctx.db.$count(companies));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(gunzipSync(readFileSync(file)).toString()).toBe(parts.join(""));
    expect(readdirSync(data.path)).toEqual(["one.backup"]);
  });

  test("is never overwritten", async () => {
    writeFileSync(file, "older");
    await expect(writeFileParts(parts)).rejects.toThrow(FileExistsError);
    expect(readFileSync(file, "utf8")).toBe("older");
    expect(readdirSync(data.path)).toEqual(["one.backup"]);
  });

  test("is not created if the source fails, is incomplete or altered", async () => {
    const breaking = (async function* () {
      yield* parts.slice(0, 3);
      throw new Error("aborted");
    })();
    await expect(writeBackup(file, breaking)).rejects.toThrow("aborted");
    await expect(writeFileParts(parts.slice(0, -1))).rejects.toThrow(InvalidBackupError);
    await expect(writeFileParts(parts.toSpliced(4, 1))).rejects.toThrow(InvalidBackupError);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(data.path)).toEqual([]);
  });
});

test("A backup has parts of bounded size, however large the rows", () => {
  const longest = Math.max(...parts.map(({ length }) => length));
  expect(longest).toBeGreaterThan(6_000_000);
  expect(longest).toBeLessThan(8_000_000);
});
