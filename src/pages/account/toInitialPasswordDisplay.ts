import * as z from "zod/mini";
import * as word from "../../../adapters/contract/words.ts";
import type { OneTimeResult } from "../../list/form/formConfig.ts";

const responseSchema = z.object({ initialPassword: z.nullable(z.string()) });

/** The generated initial password of a new or reset account; null if the server generated none. */
export function toInitialPasswordDisplay(data: unknown, account: string): OneTimeResult | null {
  const parsed = responseSchema.safeParse(data);
  const password = parsed.success ? parsed.data.initialPassword : null;
  if (password === null) return null;
  return {
    title: "初始密码只显示这一次",
    note: "请立即复制并交给使用人，关闭后无法再次查看；请使用人首次登录后立即修改。",
    lines: [
      // A masked number is useless for signing in: no copy button.
      { label: "登录账号", value: account, copyable: !account.includes("*") },
      { label: word.initialPassword, value: password },
    ],
  };
}
