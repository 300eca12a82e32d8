import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import type { commitUnknownData, Envelope } from "../../adapters/contract/envelope.ts";
import { states } from "../../adapters/contract/envelope.ts";
import { Refusal } from "../call.ts";
import { CommitUnknown } from "../db/commitUnknown.ts";
import { busyRetryAfter, isBusy } from "../db/databaseBusy.ts";
import { databaseGone, sqlState } from "./databaseFault.ts";
import { Denied } from "./denied.ts";
import { Invalid } from "./invalid.ts";
import { TooMany } from "./tooMany.ts";

interface Answer {
  readonly status: number;
  readonly body: Envelope;
  /** Not the client's doing: it is logged. */
  readonly own: boolean;
  /** Seconds after which to send it again. */
  readonly retryAfter?: number;
}

/** The database may be starting again. */
const goneRetryAfter = 5;

const answer = (
  status: number,
  message: string,
  state: number = states.refused,
  data: unknown = null,
): Answer => ({
  status,
  body: { state, message, data },
  own: status >= 500,
});

/** Said in Chinese where fastify would speak for itself. */
const byStatus: Readonly<Record<number, string>> = {
  400: "请求格式不正确",
  404: "接口不存在",
  408: "请求超时，请重试",
  413: "内容过大",
  414: "地址过长",
  415: "请求内容应为 JSON",
  429: "操作太频繁，请稍后再试",
};

/** What a fault is answered with: always an envelope, never a detail of the server's own. */
export function answerOf(fault: unknown): Answer {
  if (fault instanceof Refusal) return answer(200, fault.message, fault.state, fault.data);
  if (fault instanceof Denied) {
    const { status, message, state, data } = fault.denial;
    return answer(status, message, state, data);
  }
  if (fault instanceof Invalid) return invalid(fault);
  if (fault instanceof TooMany) return { ...answer(429, fault.message), retryAfter: fault.retryAfterS };
  const status = (fault as { statusCode?: unknown } | null)?.statusCode;
  if (status === 415) return invalid(new Invalid([{ path: "", message: byStatus[415] ?? "" }]));
  if (status === 400) return invalid(new Invalid([{ path: "", message: "请求内容不是有效的 JSON" }]));
  if (typeof status === "number" && status > 400 && status < 500)
    return answer(status, byStatus[status] ?? "请求无法处理");
  return answerOfDatabase(fault);
}

const invalid = ({ message, issues }: Invalid) => answer(400, message, states.refused, { issues });

function answerOfDatabase(fault: unknown): Answer {
  // Counted with the database's figures; a line for each would only add to the load.
  if (isBusy(fault))
    return { ...answer(503, "数据库繁忙，请稍后再试"), own: false, retryAfter: busyRetryAfter };
  if (fault instanceof CommitUnknown) {
    const message = "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作";
    const data = { reason: "commitUnknown" } satisfies z.infer<typeof commitUnknownData>;
    return { ...answer(503, message, states.refused, data), retryAfter: goneRetryAfter };
  }
  const state = sqlState(fault);
  // Class 22: a value that fits its schema but no column, such as a number out of range.
  if (state?.startsWith("22")) return invalid(new Invalid([{ path: "", message: "数值超出允许范围" }]));
  if (state === "23505") return answer(200, "相同的数据已存在，请刷新后重试");
  if (state === "23503") return answer(200, "关联的数据不存在或仍被使用");
  if (databaseGone(fault))
    return { ...answer(503, "数据库暂时不可用，请稍后再试"), retryAfter: goneRetryAfter };
  return answer(500, "服务器内部错误，请稍后再试");
}

/** What node's streams say of an answer whose client left while it was compressed. */
const isCutOff = (fault: unknown) =>
  fault instanceof Error && (fault as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";

/**
 * Sends the answer to a fault; a denial on the template's base goes in its second envelope.
 * @returns the envelope's state
 */
export function sendFault(
  fault: unknown,
  reply: FastifyReply,
  where: {
    readonly proxy: boolean;
    readonly call: string;
    readonly onFault: (fault: unknown, call: string, reqId: string) => void;
  },
): number {
  const { status, body, own, retryAfter } = answerOf(fault);
  if (own && !(reply.raw.destroyed && isCutOff(fault))) where.onFault(fault, where.call, reply.request.id);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  // A file that broke off before its first byte has left its own type here.
  reply.type("application/json; charset=utf-8");
  if (where.proxy && fault instanceof Denied) {
    const { proxyCode } = fault.denial;
    // The codes that log out say all there is to say.
    const data = proxyCode === states.refused ? body.data : null;
    reply.status(200).send({ code: proxyCode, message: body.message, data });
  } else reply.status(status).send(body);
  return body.state;
}
