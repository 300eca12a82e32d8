import { isWeakPassword, type PasswordOwner } from "../../../adapters/contract/weakPasswords.ts";

const characterKinds = [
  [/[a-z]/, "小写字母"],
  [/[A-Z]/, "大写字母"],
  [/\d/, "数字"],
  [/[^A-Za-z0-9]/, "符号"],
] as const;

/** Advice on length and character kinds while typing, or a warning that the server will refuse; never blocks. */
export function getPasswordHint(
  password: string,
  owner: PasswordOwner,
): { text: string; isWarning: boolean } {
  if (password !== "" && isWeakPassword(password, owner))
    return { text: "这个密码容易被猜到，提交后会被拒绝，请换一个。", isWarning: true };
  return { text: toAdvice(password), isWarning: false };
}

function toAdvice(password: string): string {
  if (password === "") return "建议至少 8 位，包含大写字母、小写字母、数字、符号中的三种。";
  const usedKinds = characterKinds.filter(([pattern]) => pattern.test(password));
  const lengthHint =
    password.length < 8 ? `还差 ${8 - password.length} 位到建议的 8 位` : `长度 ${password.length} 位`;
  const kindsHint =
    usedKinds.length < 3
      ? `，建议再加入${characterKinds
          .filter((kind) => !usedKinds.includes(kind))
          .map(([, name]) => name)
          .slice(0, 3 - usedKinds.length)
          .join("、")}`
      : "，字符种类足够";
  return `${lengthHint}${kindsHint}。`;
}
