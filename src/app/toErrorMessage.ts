import * as word from "../../adapters/contract/words.ts";
import type { ErrorKind } from "../../adapters/http/callError.ts";

/** The default message of each kind, used if the server sends none or the kind is fixed. */
const errorMessages = {
  offline: word.offline,
  timeout: "请求超时，服务器没有及时响应，请稍后重试。",
  cancelled: "操作已取消，如仍需要请重新操作。",
  noSession: "未获取到用户信息，请重新登录。",
  unauthorized: "身份验证失败，请关闭重新进入。",
  expired: "登录过期，请关闭重新进入。",
  userUnusable: "当前账号已不可用，即将返回登录页。",
  forbidden: "您没有执行该操作的权限，请联系管理员。",
  captcha: "请输入图形验证码。",
  code: "请输入动态验证码。",
  notFound: "您访问的网页不存在。",
  invalid: "提交的内容有误，请检查后重试。",
  initialPassword: "请先修改初始密码，修改后才能继续使用。",
  secondFactor: "您的角色必须启用二次验证，启用后才能继续使用。",
  refused: "操作未成功，请稍后重试。",
  conflict: "该记录已被他人修改，请核对后重试。",
  tooLarge: "内容太大，请减小文件或减少内容后重试。",
  tooMany: "操作过于频繁，请稍后再试。",
  commitUnknown: "操作可能已经生效，请刷新核对后再操作。",
  unavailable: word.unavailable,
  server: "服务器开小差了，请稍后重试。",
  contract: "服务器返回的数据有误，请刷新重试；若仍出现请联系管理员。",
  unsupported: "当前平台没有这项功能，如需使用请联系管理员。",
} as const satisfies Record<ErrorKind, string>;

/** Kinds whose message the specification fixes, or that occur without a response. */
const fixedKinds: readonly string[] = [
  "offline",
  "timeout",
  "cancelled",
  "noSession",
  "unauthorized",
  "expired",
  "notFound",
  "contract",
  "unsupported",
] satisfies ErrorKind[];

/** The message of a failed call: the server's own, or the default of its kind. Unknown kinds count as `server`. */
export function toErrorMessage({
  kind,
  message,
}: {
  readonly kind: string;
  readonly message: string;
}): string {
  const defaultMessage = kind in errorMessages ? errorMessages[kind as ErrorKind] : errorMessages.server;
  return fixedKinds.includes(kind) || message === "" ? defaultMessage : message;
}
