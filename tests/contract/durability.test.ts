import { spawnSync } from "node:child_process";
import fs, { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

/** Runs in a process of its own, where fsync can be counted: one call for each commit is what durable means. */
const program = (folder: string) => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let count = 0;
const real = fs.fsyncSync;
fs.fsyncSync = (file) => { count++; return real(file); };
syncBuiltinESMExports();
const { PGlite } = await import("@electric-sql/pglite");
const { DurableFiles, durableParams } = await import("${new URL("../../server/db/durableFiles.ts", import.meta.url).href}");
const database = await PGlite.create({ fs: new DurableFiles("${folder}"), startParams: durableParams(PGlite.defaultStartParams) });
await database.exec("create table written (n int)");
count = 0;
for (let n = 0; n < 50; n++) await database.query("insert into written values ($1)", [n]);
console.log(count);
await database.close();
`;

test("Every commit of the embedded database reaches the disk before it is acknowledged", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "console-fsync-"));
  const file = path.join(process.cwd(), ".cache", `fsync-${process.pid}.mjs`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, program(path.join(folder, "db")));
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  expect(Number(stdout), stderr).toBeGreaterThanOrEqual(50);
  rmSync(folder, { recursive: true });
  rmSync(file);
});
