import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import type { commitUnknownData, Envelope } from "../../adapters/contract/envelope.ts";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import * as word from "../../adapters/contract/words.ts";
import { CommitUnknownError } from "../db/commitUnknownError.ts";
import { busyRetryAfter, isDatabaseBusy } from "../db/databaseBusyError.ts";
import { getSqlState, isDatabaseUnavailable } from "../db/databaseError.ts";
import { LeaseLostError } from "../db/leaseLostError.ts";
import { NotStoredError } from "../db/notStoredError.ts";
import { RefusalError } from "../errors.ts";
import { AuthError } from "./authError.ts";
import { NotLiveError } from "./notLiveError.ts";
import { OwnerRefusal } from "./ownerRefusal.ts";
import { RateLimitError } from "./rateLimitError.ts";
import { ValidationError } from "./validationError.ts";

interface ErrorResponse {
  readonly status: number;
  readonly body: Envelope;
  /** Whether it is a server error, which is logged. */
  readonly shouldReport: boolean;
  /** Seconds after which the client may retry. */
  readonly retryAfter?: number;
}

/** Seconds; the database may be restarting. */
const unavailableRetryAfter = 5;

/** Reply while another process takes over the live picture. */
export const liveMovesMessage = "实时服务正在切换，请稍后重试";
/** Seconds. */
export const liveMovesRetryAfter = 2;

/** Messages may quote a file of the caller, whose length is not theirs to decide. */
const maxMessageLength = 500;
const limitMessage = (message: string) =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength).toWellFormed()}…` : message;

const createErrorResponse = (
  status: number,
  message: string,
  state: number = stateCodes.refused,
  data: unknown = null,
): ErrorResponse => ({
  status,
  body: { state, message: limitMessage(message), data },
  shouldReport: status >= 500,
});

/** Chinese messages of fastify's own errors. */
const messageByStatus: Readonly<Record<number, string>> = {
  400: "请求格式不正确",
  404: word.noSuchCall,
  408: "请求超时，请重试",
  413: "内容过大，请减小文件或减少内容后重试",
  414: "地址过长，请减少筛选条件后重试",
  415: "请求内容应为 JSON",
  429: "操作太频繁，请稍后再试",
};

/** Those of fastify's errors with status 400 that are not about JSON, by code. */
const unreadableMessages: ReadonlyMap<unknown, string> = new Map([
  ["FST_ERR_BAD_URL", "地址格式不正确，请核对后重试"],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "请求内容不完整，请重试"],
]);

/** The response to an error: always an envelope, never internals. */
export function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof RefusalError) return createErrorResponse(200, error.message, error.state, error.data);
  // Reported by the owner.
  if (error instanceof OwnerRefusal) return { ...error.response, shouldReport: false };
  if (error instanceof AuthError) {
    const { status, message, state, data } = error.response;
    return createErrorResponse(status, message, state, data);
  }
  if (error instanceof ValidationError) return toValidationErrorResponse(error);
  if (error instanceof RateLimitError)
    return { ...createErrorResponse(429, error.message), retryAfter: error.retryAfterS };
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 415)
    return toValidationErrorResponse(
      new ValidationError([{ path: "", message: messageByStatus[415] ?? "" }]),
    );
  const unreadable = unreadableMessages.get((error as { code?: unknown } | null)?.code);
  if (status === 400 && unreadable !== undefined) return createErrorResponse(400, unreadable);
  if (status === 400)
    return toValidationErrorResponse(new ValidationError([{ path: "", message: "请求内容不是有效的 JSON" }]));
  if (typeof status === "number" && status > 400 && status < 500)
    return createErrorResponse(status, messageByStatus[status] ?? "请求无法处理");
  return toDatabaseErrorResponse(error);
}

const toValidationErrorResponse = ({ message, issues }: ValidationError) =>
  createErrorResponse(400, message, stateCodes.refused, { issues });

function toDatabaseErrorResponse(error: unknown): ErrorResponse {
  // Counted in the metrics; a log line each would only add to the load.
  if (isDatabaseBusy(error))
    return {
      ...createErrorResponse(503, "数据库繁忙，请稍后再试"),
      shouldReport: false,
      retryAfter: busyRetryAfter,
    };
  if (error instanceof CommitUnknownError) {
    const message = "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作";
    const data = { reason: "commitUnknown" } satisfies z.infer<typeof commitUnknownData>;
    return {
      ...createErrorResponse(503, message, stateCodes.refused, data),
      retryAfter: unavailableRetryAfter,
    };
  }
  const state = getSqlState(error);
  // Class 22: a value that fits its schema but no column, such as a number out of range.
  if (state?.startsWith("22"))
    return toValidationErrorResponse(new ValidationError([{ path: "", message: "数值超出允许范围" }]));
  if (state === "23505") return createErrorResponse(200, "相同的数据已存在，请刷新后重试");
  if (state === "23503") return createErrorResponse(200, "关联的数据不存在或仍被使用");
  if (error instanceof NotStoredError)
    return { ...createErrorResponse(503, "数据还没有保存，请稍后重发"), retryAfter: unavailableRetryAfter };
  if (error instanceof NotLiveError || error instanceof LeaseLostError)
    return { ...createErrorResponse(503, liveMovesMessage), retryAfter: liveMovesRetryAfter };
  if (isDatabaseUnavailable(error))
    return { ...createErrorResponse(503, "数据库暂时不可用，请稍后再试"), retryAfter: unavailableRetryAfter };
  return createErrorResponse(500, "服务器内部错误，请稍后再试");
}

/** Node's error for a response whose client disconnected while it was compressed. */
const isPrematureClose = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";

/**
 * Sends the response to an error. An `AuthError` of a proxy endpoint goes in the proxy's own envelope.
 * @returns the envelope's state
 */
export function sendError(
  error: unknown,
  reply: FastifyReply,
  context: {
    readonly proxy: boolean;
    readonly call: string;
    readonly onError: (error: unknown, call: string, reqId: string) => void;
  },
): number {
  const { status, body, shouldReport, retryAfter } = toErrorResponse(error);
  if (shouldReport && !(reply.raw.destroyed && isPrematureClose(error)))
    context.onError(error, context.call, reply.request.id);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  // A file stream that failed before its first byte has already set its type.
  reply.type("application/json; charset=utf-8");
  if (context.proxy && error instanceof AuthError) {
    const { proxyCode } = error.response;
    // Codes that log out carry no data.
    const data = proxyCode === stateCodes.refused ? body.data : null;
    reply.status(200).send({ code: proxyCode, message: body.message, data });
  } else reply.status(status).send(body);
  return body.state;
}
