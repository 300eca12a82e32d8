import { Refusal } from "../call.ts";
import { databaseGone } from "../http/databaseFault.ts";

/** Why an export failed, for who asked for it: what can be done, never a detail of the server's own. */
export function failReasonOf(fault: unknown): string {
  if (fault instanceof Refusal) return fault.message;
  const { code } = fault as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return "服务器磁盘空间不足，请联系管理员";
  if (databaseGone(fault)) return "数据库暂时不可用，请稍后重试";
  return "服务器内部错误，请稍后重试";
}
