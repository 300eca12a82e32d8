import type { FastifyReply } from "fastify";
import type { Envelope } from "../../adapters/contract/envelope.ts";
import { states } from "../../adapters/contract/envelope.ts";
import { Refusal } from "../call.ts";
import { databaseGone, sqlState } from "./databaseFault.ts";
import { Denied } from "./denied.ts";
import { Invalid } from "./invalid.ts";

interface Answer {
  readonly status: number;
  readonly body: Envelope;
  /** Not the client's doing: it is logged. */
  readonly own: boolean;
}

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
  const status = (fault as { statusCode?: unknown } | null)?.statusCode;
  if (status === 415) return invalid(new Invalid([{ path: "", message: byStatus[415] ?? "" }]));
  if (status === 400) return invalid(new Invalid([{ path: "", message: "请求内容不是有效的 JSON" }]));
  if (typeof status === "number" && status > 400 && status < 500)
    return answer(status, byStatus[status] ?? "请求无法处理");
  return answerOfDatabase(fault);
}

const invalid = ({ message, issues }: Invalid) => answer(400, message, states.refused, { issues });

function answerOfDatabase(fault: unknown): Answer {
  const state = sqlState(fault);
  // Class 22: a value that fits its schema but no column, such as a number out of range.
  if (state?.startsWith("22")) return invalid(new Invalid([{ path: "", message: "数值超出允许范围" }]));
  if (state === "23505") return answer(200, "相同的数据已存在，请刷新后重试");
  if (state === "23503") return answer(200, "关联的数据不存在或仍被使用");
  if (databaseGone(fault)) return answer(503, "数据库暂时不可用，请稍后再试");
  return answer(500, "服务器内部错误，请稍后再试");
}

/** Sends the answer to a fault; a denial on the template's base goes in its second envelope. */
export function sendFault(
  fault: unknown,
  reply: FastifyReply,
  where: {
    readonly proxy: boolean;
    readonly call: string;
    readonly onFault: (fault: unknown, call: string) => void;
  },
): void {
  const { status, body, own } = answerOf(fault);
  if (own) where.onFault(fault, where.call);
  // A file that broke off before its first byte has left its own type here.
  reply.type("application/json; charset=utf-8");
  if (where.proxy && fault instanceof Denied) {
    reply.status(200).send({ code: fault.denial.proxyCode, message: body.message, data: null });
    return;
  }
  reply.status(status).send(body);
}
