/** @module-tag full */

import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../server/db/openDatabase.ts";

const getMode = (folder: string) => (statSync(folder).mode & 0o777).toString(8);

test("The database folder is readable only by its owner, also one that was open before", async () => {
  const parent = mkdtempSync(path.join(tmpdir(), "mode-"));
  try {
    const dataDir = path.join(parent, "data");
    const db = path.join(dataDir, "db");
    await (await openDatabase({ url: undefined, dataDir })).close();
    expect([getMode(dataDir), getMode(db)]).toEqual(["700", "700"]);
    chmodSync(db, 0o755);
    const again = await openDatabase({ url: undefined, dataDir });
    expect(getMode(db)).toBe("700");
    const copy = await again.snapshot();
    expect(existsSync(`${db}.copy`) && getMode(`${db}.copy`)).toBe("700");
    await copy.close();
    await again.close();
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
