import * as z from "zod/mini";
import type { ShownOnce } from "../../list/form/formPlan.ts";

const answer = z.object({ initialPassword: z.nullable(z.string()) });

/** The first password of a new or reset account, where the server made one. */
export function initialPasswordShown(data: unknown, account: string): ShownOnce | null {
  const parsed = answer.safeParse(data);
  const password = parsed.success ? parsed.data.initialPassword : null;
  if (password === null) return null;
  return {
    title: "初始密码只显示这一次",
    note: "请立即复制并交给使用人，关闭后无法再次查看；请使用人首次登录后立即修改。",
    lines: [
      // Whom numbers are masked for cannot sign in with what a copy would hold.
      { label: "登录账号", value: account, copied: !account.includes("*") },
      { label: "初始密码", value: password },
    ],
  };
}
