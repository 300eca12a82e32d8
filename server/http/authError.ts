import type * as z from "zod/mini";
import {
  type authErrorData,
  type foreignOriginData,
  type screenRefusalData,
  stateCodes,
} from "../../adapters/contract/envelope.ts";

/** Why a call is rejected before its handler. */
export type AuthErrorReason =
  | "missing"
  | "unknown"
  | "expired"
  | "elsewhere"
  | "ended"
  | "forced"
  | "unusable"
  | "role"
  | "initialPassword"
  | "secondFactor"
  | "unsigned"
  | "clock"
  | "signature"
  | "keyRevoked"
  | "keyExpired"
  | "replayed"
  | z.infer<typeof screenRefusalData>["reason"]
  | "foreignOrigin";

interface AuthErrorResponse {
  readonly status: number;
  readonly state: number;
  readonly message: string;
  /** Proxy endpoints reply 200 with this code. */
  readonly proxyCode: number;
  /** Lets the console show a more specific message than the status allows. */
  readonly data?: z.infer<typeof authErrorData | typeof screenRefusalData | typeof foreignOriginData>;
}

/** Message where a later login has ended the session. */
export const elsewhereMessage = "账号已在其他地方登录，请重新登录；如非本人操作请修改密码";
/** Message of calls that are rejected until the initial password is changed. */
export const mustChangeMessage = "请先修改初始密码";
/** Message of calls that are rejected until a second factor is enabled. */
export const mustEnableMessage = "您的角色必须启用二次验证，请先启用";

const authErrorResponses: Readonly<Record<AuthErrorReason, AuthErrorResponse>> = {
  missing: { status: 401, state: stateCodes.refused, message: "请先登录", proxyCode: 50008 },
  unknown: { status: 401, state: stateCodes.refused, message: "登录状态无效，请重新登录", proxyCode: 50008 },
  expired: { status: 403, state: stateCodes.refused, message: "登录已过期，请重新登录", proxyCode: 50014 },
  elsewhere: { status: 403, state: stateCodes.refused, message: elsewhereMessage, proxyCode: 50012 },
  forced: {
    status: 403,
    state: stateCodes.refused,
    message: "您已被管理员强制下线，请重新登录",
    proxyCode: 50014,
    data: { reason: "forced" },
  },
  ended: { status: 403, state: stateCodes.refused, message: "登录已失效，请重新登录", proxyCode: 50014 },
  unusable: {
    status: 200,
    state: stateCodes.userUnusable,
    message: "账号已停用，请联系管理员",
    proxyCode: 50008,
  },
  unsigned: {
    status: 401,
    state: stateCodes.refused,
    message: "签名信息不完整，请检查请求头",
    proxyCode: 50008,
  },
  clock: {
    status: 401,
    state: stateCodes.refused,
    message: "请求时间与服务器相差超过 5 分钟，请校准时钟",
    proxyCode: 50008,
  },
  signature: {
    status: 401,
    state: stateCodes.refused,
    message: "签名无效，请检查密钥和签名内容",
    proxyCode: 50008,
  },
  keyRevoked: {
    status: 401,
    state: stateCodes.refused,
    message: "访问密钥已吊销，请换用新的密钥",
    proxyCode: 50008,
  },
  keyExpired: {
    status: 401,
    state: stateCodes.refused,
    message: "访问密钥已到期，请换用新的密钥",
    proxyCode: 50008,
  },
  replayed: {
    status: 401,
    state: stateCodes.refused,
    message: "请求已被使用过，请更换随机数",
    proxyCode: 50008,
  },
  initialPassword: {
    status: 200,
    state: stateCodes.refused,
    message: mustChangeMessage,
    // Not a code that logs out: the session stays open.
    proxyCode: stateCodes.refused,
    data: { reason: "initialPassword" },
  },
  secondFactor: {
    status: 200,
    state: stateCodes.refused,
    message: mustEnableMessage,
    proxyCode: stateCodes.refused,
    data: { reason: "secondFactor" },
  },
  screenRevoked: {
    status: 403,
    state: stateCodes.refused,
    message: "屏幕已停用，请联系运维",
    proxyCode: 50014,
    data: { reason: "screenRevoked" },
  },
  screenUnknown: {
    status: 401,
    state: stateCodes.refused,
    message: "此浏览器不是大屏，或者已换新链接；请运维在「大屏」中重新生成链接，在此打开",
    proxyCode: 50008,
    data: { reason: "screenUnknown" },
  },
  linkSpent: {
    status: 403,
    state: stateCodes.refused,
    message: "已有人打开过此链接；请运维在「大屏」中查看打开的时间和地址，并重新生成链接",
    proxyCode: 50014,
    data: { reason: "linkSpent" },
  },
  linkExpired: {
    status: 403,
    state: stateCodes.refused,
    message: "链接已过期（生成后 15 分钟内有效），请运维在「大屏」中重新生成",
    proxyCode: 50014,
    data: { reason: "linkExpired" },
  },
  linkUnknown: {
    status: 401,
    state: stateCodes.refused,
    message: "链接无效或已被新链接取代，请运维在「大屏」中重新生成",
    proxyCode: 50008,
    data: { reason: "linkUnknown" },
  },
  foreignOrigin: {
    status: 403,
    state: stateCodes.refused,
    message: "平台不接受来自此地址的请求，请联系运维检查反向代理和 ALLOWED_ORIGINS",
    proxyCode: stateCodes.refused,
    data: { reason: "foreignOrigin" },
  },
  role: {
    status: 200,
    state: stateCodes.roleForbidden,
    message: "当前角色没有此操作的权限，请联系管理员开通",
    proxyCode: 50008,
  },
};

/** A call that its session, role or signature does not allow. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly response: AuthErrorResponse;
  /** Owner of the session, if known. */
  readonly userId: string | null;
  constructor(reason: AuthErrorReason, userId: string | null = null) {
    super(reason);
    this.response = authErrorResponses[reason];
    this.userId = userId;
  }
}
