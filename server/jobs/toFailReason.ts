import { isDatabaseUnavailable } from "../db/databaseError.ts";
import { RefusalError } from "../errors.ts";

/** Why an export or an import failed, for its user: what to do next, never internals. */
export function toFailReason(error: unknown): string {
  if (error instanceof RefusalError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return "服务器磁盘空间不足，请联系管理员";
  if (isDatabaseUnavailable(error)) return "数据库暂时不可用，请稍后重试";
  return "服务器内部错误，请稍后重试";
}
