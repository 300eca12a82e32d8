import { inspect } from "node:util";

/** Drizzle's error: its message also contains the statement and its parameters. */
interface QueryError {
  readonly query: string;
  readonly params: unknown;
  readonly cause?: unknown;
  readonly stack?: string;
}

/**
 * Formats an error for the log. A failed query is logged with statement, database message and stack, but without
 * parameters and rows: they contain phone numbers and password hashes.
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
