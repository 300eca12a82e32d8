import { inspect } from "node:util";

/** What drizzle throws: the statement and its parameters, in the message too. */
interface QueryFault {
  readonly query: string;
  readonly params: unknown;
  readonly cause?: unknown;
  readonly stack?: string;
}

/**
 * A fault as the log may hold it. Of a failed query that is the statement, what the database said and the stack;
 * its parameters and rows are people's numbers and hashes of their passwords.
 */
export function loggedFault(fault: unknown): string {
  if (!isQueryFault(fault)) return inspect(fault);
  const { code = "", constraint = "", message } = (fault.cause ?? {}) as Partial<Record<string, unknown>>;
  const said = [code, message, constraint].filter(Boolean).map(String).join(" ");
  return [`Failed query: ${fault.query}`, said, ...placesOf(fault.stack)].join("\n");
}

const isQueryFault = (fault: unknown): fault is QueryFault =>
  fault instanceof Error && "query" in fault && "params" in fault;

const placesOf = (stack = "") => stack.split("\n").filter((line) => /^\s+at /.test(line));
