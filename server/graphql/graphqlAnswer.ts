import type { ExecutionResult } from "graphql";
import { toErrorResponse } from "../http/sendError.ts";
import { createQueryError } from "./parseDocument.ts";

/** What is used of an error in a result. */
interface ResultError {
  readonly originalError?: Error | undefined;
  readonly path?: readonly (string | number)[] | undefined;
}

/** Data, errors, or both. */
export interface GraphqlResult {
  readonly data?: ExecutionResult["data"];
  readonly errors?: readonly ResultError[];
}

/** An error as it is sent: a Chinese sentence, and the state and data that REST's envelope would have. */
interface SentError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly state: number; readonly data: unknown };
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly body: {
    readonly data?: GraphqlResult["data"];
    readonly errors?: readonly SentError[];
  };
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined;
  /** What went wrong, for the log. */
  readonly errors: readonly unknown[];
}

/**
 * Turns a result into what is sent. Messages of errors never come from the library, the database or the code: they are
 * REST's. If nothing was read, the status is REST's too.
 */
export function toGraphqlAnswer({ data, errors = [] }: GraphqlResult): GraphqlAnswer {
  const causes = errors.map(findCause);
  const responses = causes.map(toErrorResponse);
  const sent = responses.map(({ body: { state, message, data: detail } }, index): SentError => {
    const path = errors[index]?.path;
    return { message, ...(path ? { path } : {}), extensions: { state, data: detail ?? null } };
  });
  const isEmpty = data === undefined || data === null;
  const [first] = responses;
  return {
    status: isEmpty && first ? first.status : 200,
    body: { ...(isEmpty ? {} : { data }), ...(sent.length > 0 ? { errors: sent } : {}) },
    retryAfter: first?.retryAfter,
    errors: causes,
  };
}

/**
 * The error that a resolver threw. One without such a cause is about the query's variables. Not by class: the library
 * that executes has a copy of `graphql` of its own.
 */
const findCause = ({ originalError }: ResultError): unknown =>
  originalError ?? createQueryError("查询的参数不符合接口定义，请核对后重试");
