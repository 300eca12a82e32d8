import { isWeakPassword, type PasswordOwner } from "../../../adapters/contract/weakPasswords.ts";

const kinds = [
  [/[a-z]/, "小写字母"],
  [/[A-Z]/, "大写字母"],
  [/\d/, "数字"],
  [/[^A-Za-z0-9]/, "符号"],
] as const;

/**
 * Advice on length and kinds of characters while typing, and a warning of what the server will refuse; it never
 * refuses anything itself.
 */
export function passwordHint(password: string, owner: PasswordOwner): { text: string; isWarning: boolean } {
  if (password !== "" && isWeakPassword(password, owner))
    return { text: "这个密码容易被猜到，提交后会被拒绝，请换一个。", isWarning: true };
  return { text: advice(password), isWarning: false };
}

function advice(password: string): string {
  if (password === "") return "建议至少 8 位，包含大写字母、小写字母、数字、符号中的三种。";
  const used = kinds.filter(([pattern]) => pattern.test(password));
  const short =
    password.length < 8 ? `还差 ${8 - password.length} 位到建议的 8 位` : `长度 ${password.length} 位`;
  const few =
    used.length < 3
      ? `，建议再加入${kinds
          .filter((kind) => !used.includes(kind))
          .map(([, name]) => name)
          .slice(0, 3 - used.length)
          .join("、")}`
      : "，字符种类足够";
  return `${short}${few}。`;
}
