import { normalizeCode } from "../../../adapters/contract/identity.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { type ErrorInfo, isTransient } from "../../../machines/errorInfo.ts";

type Failure = Pick<ErrorInfo, "kind" | "message">;

/** The server's message without its full stop, or a default by error kind. */
const formatReason = ({ kind, message }: Failure): string =>
  message.replace(/。$/, "") || lookUp(reasonsByKind, kind) || "连接不上服务器，请检查网络";

const reasonsByKind: Readonly<Record<string, string>> = {
  tooMany: "查询太频繁，请稍后再试",
  timeout: "服务器没有及时答复",
};

/**
 * Text under rows that could not be reloaded.
 * @param isOtherQuery whether they belong to another query than the current one
 */
export function getStaleText(error: Failure, isOtherQuery: boolean): string {
  const rows = isOtherQuery ? "列表仍是上一次查询的结果" : "列表是此前读取的结果";
  return `${formatReason(error)}。${rows}${isTransient(error) ? "，恢复后会自动更新" : ""}。`;
}

/** Text in place of rows that could not be loaded. */
export const getFailureText = (error: Failure | null): string =>
  error && isTransient(error)
    ? `${formatReason(error)}。恢复后会自动加载，查询条件已保留。`
    : error?.message ||
      (error?.kind === "contract" ? "平台的回答无法读取，请联系管理员" : "请检查网络后重试，查询条件已保留");

/** Whether the keyword may be a part of a phone that finds nothing: three to ten digits, except the last four. */
function isPartOfPhone(keyword: string): boolean {
  const normalized = normalizeCode(keyword);
  return /^\d{3,10}$/.test(normalized.replace(/[\s-]/g, "")) && !/^\d{4}$/.test(normalized);
}

/**
 * Text if nothing matches.
 * @param keyword null if the list does not search phones
 */
export const getNoMatchText = (keyword: string | null): string =>
  keyword !== null && isPartOfPhone(keyword)
    ? "手机号只能按完整号码或后 4 位查找，请补全号码，或清空条件后重新查询"
    : "试试减少条件，或清空后重新查询";
