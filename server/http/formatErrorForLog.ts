import { inspect } from "node:util";

/** What drizzle throws: the statement and its parameters, in the message too. */
interface QueryError {
  readonly query: string;
  readonly params: unknown;
  readonly cause?: unknown;
  readonly stack?: string;
}

/**
 * A fault as the log may hold it. Of a failed query that is the statement, what the database said and the stack;
 * its parameters and rows are people's numbers and hashes of their passwords.
 */
export function formatErrorForLog(error: unknown): string {
  if (!isQueryError(error)) return inspect(error);
  const { code = "", constraint = "", message } = (error.cause ?? {}) as Partial<Record<string, unknown>>;
  const details = [code, message, constraint].filter(Boolean).map(String).join(" ");
  return [`Failed query: ${error.query}`, details, ...getStackFrames(error.stack)].join("\n");
}

const isQueryError = (error: unknown): error is QueryError =>
  error instanceof Error && "query" in error && "params" in error;

const getStackFrames = (stack = "") => stack.split("\n").filter((line) => /^\s+at /.test(line));
