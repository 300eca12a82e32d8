import type { Endpoint } from "../contract/endpoint.ts";
import {
  authErrorData,
  commitUnknownData,
  type Envelope,
  envelope,
  proxyCodes,
  proxyEnvelope,
  stateCodes,
} from "../contract/envelope.ts";
import { CallError, type ErrorKind } from "./callError.ts";

const errorKindByStatus: Readonly<Record<number, ErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  403: "expired",
  404: "notFound",
  413: "tooLarge",
  429: "tooMany",
};

/** Statuses of a proxy that cannot reach the server. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/** Status, body text, `X-Request-Id` and `Retry-After` of a response. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  readonly reqId: string | null;
  /** Null if absent. */
  readonly retryAfterMs: number | null;
  /** The `Authorization` header, by which another platform may give the token of a login. */
  readonly token?: string | null;
  /** Of the answer, after redirects. */
  readonly url?: string;
}

/**
 * Parses the envelope of a response. Throws a `CallError` for a status other than 200 (`offline` if a proxy responded
 * in the server's place) and for a body that is not an envelope. The proxy base's envelope is converted: code 20000
 * becomes state 0, every other code is a refusal (R-213), with the message "Error" if it has none (R-214).
 */
export function parseResponse(
  endpoint: Endpoint,
  { status, text, reqId, retryAfterMs }: RawResponse,
): Envelope {
  const json = parseJson(text);
  const { data: directEnvelope } = envelope.safeParse(json);
  // A login by the proxy base may be answered as on the main one.
  const isProxied = endpoint.host === "proxy" || (endpoint.path === "/user/login" && !directEnvelope);
  const proxiedEnvelope = isProxied ? proxyEnvelope.safeParse(json).data : undefined;
  const toError = (kind: ErrorKind, details?: Partial<Envelope>) =>
    new CallError(kind, formatCallName(endpoint), { status, reqId, retryAfterMs, ...details });
  if (status !== 200) {
    // Not the server's response: whether it acted is unknown, and it may be reachable again soon.
    if (!directEnvelope && !proxiedEnvelope && gatewayStatuses.includes(status))
      throw new CallError("offline", formatCallName(endpoint), { status });
    // A firewall's page: the server, which ends sessions with 403 too, has not seen the request.
    const isBlocked = status === 403 && webPage.test(text);
    throw toError(
      isBlocked ? "server" : (errorKindByStatus[status] ?? toFailureKind(status, directEnvelope?.data)),
      directEnvelope ?? { message: proxiedEnvelope?.message || describeForeignAnswer(status) },
    );
  }
  if (isProxied) {
    if (!proxiedEnvelope) throw toError("contract");
    const { code, message, data } = proxiedEnvelope;
    if (code === proxyCodes.ok) return { state: stateCodes.ok, message, data };
    throw toError(toRefusalKind(data), { state: code, message: message || "Error", data });
  }
  if (!directEnvelope) throw toError("contract");
  return directEnvelope;
}

/** The beginning of an answer for people, in place of one for the console. */
const webPage = /^\s*</;

/** What to do about an answer that is not the server's own, by status: a later repetition helps with few. */
const foreignAnswers: Readonly<Record<number, string>> = {
  400: "没有接受这个请求（HTTP 400），请刷新页面后重试；若仍出现请联系管理员。",
  403: "拦截了这个请求（HTTP 403），内容可能触发了防火墙的规则，请联系管理员。",
  407: "要求先登录代理（HTTP 407），请登录代理后重试。",
  408: "没有等到完整的请求（HTTP 408），请检查网络后重试。",
  413: "不接受这么大的内容（HTTP 413），请减小文件或减少内容后重试，或请管理员调大代理的上限。",
  414: "不接受这么长的地址（HTTP 414），请减少筛选条件后重试。",
  429: "限制了操作的频率（HTTP 429），请稍后再试。",
  431: "不接受这么多的 Cookie（HTTP 431），请清除本站的 Cookie 后重新登录。",
  511: "要求先登录网络（HTTP 511），请打开任一网页完成网络认证后重试。",
};

/** Whoever is asked for help needs the status. */
const describeForeignAnswer = (status: number): string =>
  `服务器或它前面的代理${foreignAnswers[status] ?? `没有按约定回答（HTTP ${status}），请稍后重试；若仍出现请联系管理员。`}`;

/** `METHOD /path`, without values. */
export const formatCallName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Error kind of a refusal whose state has no kind of its own. */
export function toRefusalKind(data: unknown): ErrorKind {
  const reason = authErrorData.safeParse(data).data?.reason;
  return reason === "initialPassword" || reason === "secondFactor" ? reason : "refused";
}

function toFailureKind(status: number, data: unknown): ErrorKind {
  if (commitUnknownData.safeParse(data).success) return "commitUnknown";
  return status === 503 ? "unavailable" : "server";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
