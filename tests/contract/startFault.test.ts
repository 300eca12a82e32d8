import { fstatSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { DatabaseUnopenable } from "../../server/db/databaseUnopenable.ts";
import { FolderInUse } from "../../server/db/lockFolder.ts";
import { DatabaseInUse } from "../../server/db/lockPostgres.ts";
import { checkOpenFiles, TooFewFiles } from "../../server/openFiles.ts";
import { readSettings } from "../../server/settings.ts";
import { startFault } from "../../server/startFault.ts";

function settingsWith(env: Readonly<Record<string, string>>) {
  const read = readSettings({ DATA_DIR: "/data", ...env });
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  return read.settings;
}
const embedded = settingsWith({});
const postgres = settingsWith({ DATABASE_URL: "postgres://db/console", SECRET_KEY: "5".repeat(64) });

const fault = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const ofQuery = (cause: Error) => new DrizzleQueryError("vacuum (analyze) audit_log", ["139"], cause);
const diskFull = ofQuery(
  fault('could not extend file "base/5/16": No space left on device', { code: "53100" }),
);
const files =
  "Too few files may be open at once. Allow at least 1024: `ulimit -n 1024`, or LimitNOFILE=1024 in a systemd unit.";
const full = "DATA_DIR /data: the disk is full. Free some space and start again.";

test.each([
  [fault("EMFILE: too many open files, open '/x'", { code: "EMFILE" }), files],
  [fault("listen EMFILE: too many open files", { code: "EMFILE", syscall: "listen" }), files],
  [new DatabaseUnopenable('could not open file "pg_wal": Too many open files'), files],
  [new DatabaseUnopenable("Worker initialization failure: EMFILE"), files],
  [new TooFewFiles(), files],
  [new DatabaseUnopenable("ErrnoError", { cause: fault("ErrnoError", { code: "ENOSPC" }) }), full],
  [new DatabaseUnopenable('could not write to file "pg_wal/xlogtemp": No space left on device'), full],
  [fault("ENOSPC: no space left on device, write", { code: "ENOSPC" }), full],
  [fault("EDQUOT: disk quota exceeded", { code: "EDQUOT" }), full],
  [fault("database or disk is full", { code: "ERR_SQLITE_ERROR", errcode: 13 }), full],
  [diskFull, full],
  [
    new DatabaseUnopenable("could not locate a valid checkpoint record at 0/4636778"),
    "DATA_DIR /data: the database in it does not open (could not locate a valid checkpoint record at 0/4636778). Restore a backup into an empty folder: docs/backup.md.",
  ],
  [
    new FolderInUse("/data/db"),
    "DATA_DIR /data is in use by another process. Stop it, or set DATA_DIR to another folder.",
  ],
  [
    fault("EACCES: permission denied", { code: "EACCES", syscall: "mkdir" }),
    "DATA_DIR /data cannot be written to (EACCES). Set DATA_DIR to a folder that can.",
  ],
  [
    fault("attempt to write a readonly database", { code: "ERR_SQLITE_ERROR", errcode: 8 }),
    "DATA_DIR /data cannot be written to. Set DATA_DIR to a folder that can.",
  ],
])("With the embedded database, %s is told as one line", (thrown, line) => {
  expect(startFault(thrown, embedded)).toBe(line);
});

const check = "See that PostgreSQL runs and that the address is right.";
test.each([
  [
    fault("connect ENOENT /run/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }),
    `DATABASE_URL: the database cannot be used: connect ENOENT /run/.s.PGSQL.5432. ${check}`,
  ],
  [
    Object.assign(new AggregateError([fault("connect ECONNREFUSED ::1:5432")]), { code: "ECONNREFUSED" }),
    `DATABASE_URL: the database cannot be used: connect ECONNREFUSED ::1:5432. ${check}`,
  ],
  [
    fault('password authentication failed for user "console"', { code: "28P01" }),
    `DATABASE_URL: the database cannot be used: 28P01 password authentication failed for user "console". ${check}`,
  ],
  [diskFull, "DATABASE_URL: the disk of the database is full. Free some space there and start again."],
  [fault("ENOSPC: no space left on device, write", { code: "ENOSPC" }), full],
  [
    new DatabaseInUse("process 7 on web1"),
    "DATABASE_URL: the database is in use by another Aerial Console (process 7 on web1). Stop it first, or name another database: one process serves a database.",
  ],
])("With PostgreSQL, %s is told as one line", (thrown, line) => {
  expect(startFault(thrown, postgres)).toBe(line);
});

test("A fault of the server's own is not made into a line", () => {
  expect(startFault(new TypeError("x is undefined"), embedded)).toBeNull();
});

test.each([
  ["EMFILE", TooFewFiles],
  ["ENFILE", TooFewFiles],
  ["EACCES", "EACCES: planted"],
])("%s while files are being opened is told as what it is, and what was opened is closed", (code, told) => {
  const open: number[] = [];
  const failing = () => {
    if (open.length === 3) throw fault(`${code}: planted`, { code });
    const file = openSync(devNull, "r");
    open.push(file);
    return file;
  };
  expect(() => checkOpenFiles(failing)).toThrow(told);
  expect(open).toHaveLength(3);
  for (const file of open) expect(() => fstatSync(file)).toThrow("EBADF");
});
