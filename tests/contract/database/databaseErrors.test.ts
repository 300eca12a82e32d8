import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CommitUnknownError } from "../../../server/db/commitUnknownError.ts";
import { ConnectionError } from "../../../server/db/connectionError.ts";
import { getSqlState, isDatabaseUnavailable, isRetryable } from "../../../server/db/databaseError.ts";
import { toErrorResponse } from "../../../server/http/sendError.ts";

const createError = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const createQueryError = (cause: Error, sent = "张三") =>
  new DrizzleQueryError("insert into companies values ($1)", [sent], cause);

describe("an unavailable database", () => {
  test.each([
    ["08006", "connection failure"],
    ["25006", "cannot execute INSERT in a read-only transaction"],
    ["25P03", "terminating connection due to idle-in-transaction timeout"],
    ["28P01", "password authentication failed"],
    ["3D000", "database does not exist"],
    ["53100", "could not extend file: No space left on device"],
    ["53300", "sorry, too many clients already"],
    ["57014", "canceling statement due to statement timeout"],
    ["57P01", "terminating connection due to administrator command"],
    ["57P02", "terminating connection because of crash of another server process"],
    ["57P03", "the database system is starting up"],
    ["58030", "could not read block"],
  ])("is recognised by SQLSTATE %s: %s", (code, message) => {
    expect(isDatabaseUnavailable(createQueryError(createError(message, { code })))).toBe(true);
  });

  test.each([
    createError("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }),
    createError("connect ENOENT /run/postgresql/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }),
    createError("connect EACCES /run/postgresql/.s.PGSQL.5432", { code: "EACCES", syscall: "connect" }),
    createError("connect ENETUNREACH 10.0.0.1:5432", { code: "ENETUNREACH", syscall: "connect" }),
    createError("getaddrinfo EAI_AGAIN db", { code: "EAI_AGAIN", syscall: "getaddrinfo" }),
    createError("write EPIPE", { code: "EPIPE", syscall: "write" }),
    createError("Connection terminated unexpectedly"),
    createError("Client has encountered a connection error and is not queryable"),
    createError("Query read timeout"),
    createError("timeout exceeded when trying to connect"),
    createError("timeout expired"),
    createError("The embedded database has stopped"),
  ])("is recognised by $message", (cause) => {
    expect(isDatabaseUnavailable(new ConnectionError(cause))).toBe(true);
    expect(toErrorResponse(createQueryError(cause))).toMatchObject({
      status: 503,
      body: { state: -1, message: "数据库暂时不可用，请稍后再试" },
    });
  });

  test.each([
    createError("aborted", { code: "ECONNRESET" }),
    createError("read ECONNRESET", { code: "ECONNRESET", syscall: "read" }),
    createError("connect ECONNREFUSED 10.0.0.9:443", { code: "ECONNREFUSED", syscall: "connect" }),
  ])("is not recognised by $message of another connection", (cause) => {
    expect(isDatabaseUnavailable(cause)).toBe(false);
    expect(isDatabaseUnavailable(new TypeError("fetch failed", { cause }))).toBe(false);
    expect(toErrorResponse(cause)).toMatchObject({ status: 500 });
  });

  test("is not recognised by query parameters, a missing file or a violated constraint", () => {
    const unique = createError("duplicate key", { code: "23505" });
    expect(isDatabaseUnavailable(createQueryError(unique, "Connection terminated, timeout expired"))).toBe(
      false,
    );
    expect(isDatabaseUnavailable(createError("open /data/x", { code: "ENOENT", syscall: "open" }))).toBe(
      false,
    );
    expect(isDatabaseUnavailable(createQueryError(createError("deadlock detected", { code: "40P01" })))).toBe(
      false,
    );
    expect(isDatabaseUnavailable(new TypeError("x is undefined"))).toBe(false);
  });
});

test("EPIPE is no SQLSTATE", () => {
  expect(getSqlState(createError("write EPIPE", { code: "EPIPE" }))).toBeNull();
});

test("A commit with unknown result is not retried, and its message is that it may have been stored", () => {
  const unknownCommit = new CommitUnknownError({ cause: createError("Connection terminated unexpectedly") });
  expect(isRetryable(unknownCommit)).toBe(false);
  expect(isDatabaseUnavailable(unknownCommit)).toBe(true);
  expect(toErrorResponse(unknownCommit)).toMatchObject({
    status: 503,
    body: {
      state: -1,
      message: "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作",
      data: { reason: "commitUnknown" },
    },
  });
});
