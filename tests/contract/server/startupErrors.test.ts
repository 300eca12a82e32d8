import { fstatSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { assertOpenFileLimit, FileLimitError } from "../../../server/assertOpenFileLimit.ts";
import { DatabaseOpenError } from "../../../server/db/databaseOpenError.ts";
import { FolderInUseError } from "../../../server/db/lockFolder.ts";
import { DatabaseInUseError } from "../../../server/db/lockPostgres.ts";
import { describeStartError } from "../../../server/describeStartError.ts";
import { readSettings } from "../../../server/settings/settings.ts";

function createSettings(env: Readonly<Record<string, string>>) {
  const read = readSettings({ DATA_DIR: "/data", ...env });
  if ("errors" in read) throw new Error(read.errors.join("\n"));
  return read.settings;
}
const embedded = createSettings({});
const postgres = createSettings({ DATABASE_URL: "postgres://db/console", SECRET_KEY: "5".repeat(64) });

const createError = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const createQueryError = (cause: Error) =>
  new DrizzleQueryError("vacuum (analyze) audit_log", ["139"], cause);
const diskFull = createQueryError(
  createError('could not extend file "base/5/16": No space left on device', { code: "53100" }),
);
const openFilesMessage =
  "Too few files may be open at once. Allow at least 1024: `ulimit -n 1024`, or LimitNOFILE=1024 in a systemd unit.";
const diskFullMessage = "DATA_DIR /data: the disk is full. Free some space and start again.";

test.each([
  [createError("EMFILE: too many open files, open '/x'", { code: "EMFILE" }), openFilesMessage],
  [
    createError("listen EMFILE: too many open files", { code: "EMFILE", syscall: "listen" }),
    openFilesMessage,
  ],
  [new DatabaseOpenError('could not open file "pg_wal": Too many open files'), openFilesMessage],
  [new DatabaseOpenError("Worker initialization failure: EMFILE"), openFilesMessage],
  [new FileLimitError(), openFilesMessage],
  [
    new DatabaseOpenError("ErrnoError", { cause: createError("ErrnoError", { code: "ENOSPC" }) }),
    diskFullMessage,
  ],
  [
    new DatabaseOpenError('could not write to file "pg_wal/xlogtemp": No space left on device'),
    diskFullMessage,
  ],
  [createError("ENOSPC: no space left on device, write", { code: "ENOSPC" }), diskFullMessage],
  [createError("EDQUOT: disk quota exceeded", { code: "EDQUOT" }), diskFullMessage],
  [createError("database or disk is full", { code: "ERR_SQLITE_ERROR", errcode: 13 }), diskFullMessage],
  [diskFull, diskFullMessage],
  [
    new DatabaseOpenError("could not locate a valid checkpoint record at 0/4636778"),
    "DATA_DIR /data: the database in it does not open (could not locate a valid checkpoint record at 0/4636778). Restore a backup into an empty folder: docs/backup.md.",
  ],
  [
    createQueryError(createError('invalid page in block 4 of relation "base/5/16884"', { code: "XX001" })),
    'DATA_DIR /data: the database is damaged (XX001 invalid page in block 4 of relation "base/5/16884"). Restore a backup into an empty one: docs/backup.md.',
  ],
  [
    createQueryError(createError('could not open file "base/5/16884"', { code: "58P01" })),
    'DATA_DIR /data: the database is damaged (58P01 could not open file "base/5/16884"). Restore a backup into an empty one: docs/backup.md.',
  ],
  [
    new FolderInUseError("/data/db"),
    "DATA_DIR /data is in use by another process. Stop it, or set DATA_DIR to another folder.",
  ],
  [
    createError("EACCES: permission denied", { code: "EACCES", syscall: "mkdir" }),
    "DATA_DIR /data cannot be written to (EACCES). Set DATA_DIR to a folder that can.",
  ],
  [
    createError("attempt to write a readonly database", { code: "ERR_SQLITE_ERROR", errcode: 8 }),
    "DATA_DIR /data cannot be written to. Set DATA_DIR to a folder that can.",
  ],
])("With the embedded database, %s is described in one line", (thrown, line) => {
  expect(describeStartError(thrown, embedded)).toBe(line);
});

const connectionMessage = "See that PostgreSQL runs and that the address is right.";
test.each([
  [
    createQueryError(createError("invalid page in block 4", { code: "XX001" })),
    "DATABASE_URL: the database is damaged (XX001 invalid page in block 4). Restore a backup into an empty one: docs/backup.md.",
  ],
  [
    createError("connect ENOENT /run/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }),
    `DATABASE_URL: the database cannot be used: connect ENOENT /run/.s.PGSQL.5432. ${connectionMessage}`,
  ],
  [
    Object.assign(new AggregateError([createError("connect ECONNREFUSED ::1:5432")]), {
      code: "ECONNREFUSED",
    }),
    `DATABASE_URL: the database cannot be used: connect ECONNREFUSED ::1:5432. ${connectionMessage}`,
  ],
  [
    createError('password authentication failed for user "console"', { code: "28P01" }),
    `DATABASE_URL: the database cannot be used: 28P01 password authentication failed for user "console". ${connectionMessage}`,
  ],
  [diskFull, "DATABASE_URL: the disk of the database is full. Free some space there and start again."],
  [createError("ENOSPC: no space left on device, write", { code: "ENOSPC" }), diskFullMessage],
  [
    new DatabaseInUseError("process 7 on web1"),
    "DATABASE_URL: the database is in use by another Aerial Console (process 7 on web1). Stop it first, or name another database: one process serves a database, or several with the same NATS_URL.",
  ],
])("With PostgreSQL, %s is described in one line", (thrown, line) => {
  expect(describeStartError(thrown, postgres)).toBe(line);
});

test("An unexpected error has no description", () => {
  expect(describeStartError(new TypeError("x is undefined"), embedded)).toBeNull();
});

test.each([
  ["EMFILE", FileLimitError],
  ["ENFILE", FileLimitError],
  ["EACCES", "EACCES: planted"],
])(
  "%s while files are being opened is thrown as the right error, and opened files are closed",
  (code, expected) => {
    const open: number[] = [];
    const failing = () => {
      if (open.length === 3) throw createError(`${code}: planted`, { code });
      const file = openSync(devNull, "r");
      open.push(file);
      return file;
    };
    expect(() => assertOpenFileLimit(failing)).toThrow(expected);
    expect(open).toHaveLength(3);
    for (const file of open) expect(() => fstatSync(file)).toThrow("EBADF");
  },
);
