import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CommitUnknown } from "../../server/db/commitUnknown.ts";
import { ConnectionFailed } from "../../server/db/connectionFailed.ts";
import { answerOf } from "../../server/http/answerFault.ts";
import { databaseGone, sqlState, worthRepeating } from "../../server/http/databaseFault.ts";

const fault = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const ofQuery = (cause: Error, sent = "张三") =>
  new DrizzleQueryError("insert into companies values ($1)", [sent], cause);

describe("a database that is away", () => {
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
  ])("answers SQLSTATE %s: %s", (code, message) => {
    expect(databaseGone(ofQuery(fault(message, { code })))).toBe(true);
  });

  test.each([
    fault("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }),
    fault("connect ENOENT /run/postgresql/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }),
    fault("connect EACCES /run/postgresql/.s.PGSQL.5432", { code: "EACCES", syscall: "connect" }),
    fault("connect ENETUNREACH 10.0.0.1:5432", { code: "ENETUNREACH", syscall: "connect" }),
    fault("getaddrinfo EAI_AGAIN db", { code: "EAI_AGAIN", syscall: "getaddrinfo" }),
    fault("write EPIPE", { code: "EPIPE", syscall: "write" }),
    fault("Connection terminated unexpectedly"),
    fault("Client has encountered a connection error and is not queryable"),
    fault("Query read timeout"),
    fault("timeout exceeded when trying to connect"),
    fault("timeout expired"),
    fault("The embedded database has stopped"),
  ])("is seen in $message", (cause) => {
    expect(databaseGone(new ConnectionFailed(cause))).toBe(true);
    expect(answerOf(ofQuery(cause))).toMatchObject({
      status: 503,
      body: { state: -1, message: "数据库暂时不可用，请稍后再试" },
    });
  });

  test.each([
    fault("aborted", { code: "ECONNRESET" }),
    fault("read ECONNRESET", { code: "ECONNRESET", syscall: "read" }),
    fault("connect ECONNREFUSED 10.0.0.9:443", { code: "ECONNREFUSED", syscall: "connect" }),
  ])("is not seen in $message of another connection than its own", (cause) => {
    expect(databaseGone(cause)).toBe(false);
    expect(databaseGone(new TypeError("fetch failed", { cause }))).toBe(false);
    expect(answerOf(cause)).toMatchObject({ status: 500 });
  });

  test("is not seen in what a caller has sent, in a missing file or in a broken rule", () => {
    const unique = fault("duplicate key", { code: "23505" });
    expect(databaseGone(ofQuery(unique, "Connection terminated, timeout expired"))).toBe(false);
    expect(databaseGone(fault("open /data/x", { code: "ENOENT", syscall: "open" }))).toBe(false);
    expect(databaseGone(ofQuery(fault("deadlock detected", { code: "40P01" })))).toBe(false);
    expect(databaseGone(new TypeError("x is undefined"))).toBe(false);
  });
});

test("EPIPE is no SQLSTATE", () => {
  expect(sqlState(fault("write EPIPE", { code: "EPIPE" }))).toBeNull();
});

test("A commit whose answer was lost is not repeated, and says that it may have been stored", () => {
  const lost = new CommitUnknown({ cause: fault("Connection terminated unexpectedly") });
  expect(worthRepeating(lost)).toBe(false);
  expect(databaseGone(lost)).toBe(true);
  expect(answerOf(lost)).toMatchObject({
    status: 503,
    body: {
      state: -1,
      message: "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作",
      data: { reason: "commitUnknown" },
    },
  });
});
