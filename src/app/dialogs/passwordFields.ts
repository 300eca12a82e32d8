export type PasswordName = "oldPass" | "newPass" | "confirm";
export type Passwords = Readonly<Record<PasswordName, string>>;

/** The three fields, in the order one fills them in. */
export const passwordFields = [
  { name: "oldPass", label: "原密码", empty: "请输入原密码", autoComplete: "current-password" },
  { name: "newPass", label: "新密码", empty: "请输入新密码", autoComplete: "new-password" },
  { name: "confirm", label: "确认新密码", empty: "请再次输入新密码", autoComplete: "new-password" },
] as const;

/**
 * What stands at each field after a refusal: the server alone decides, here its one sentence only finds the
 * fields that it speaks of. None where it speaks of no field, as of a locked account.
 */
export function parsePasswordErrors(message: string, submitted: Passwords): Partial<Passwords> {
  if (/不能为空/.test(message))
    return Object.fromEntries(
      passwordFields.filter(({ name }) => submitted[name] === "").map(({ name, empty }) => [name, empty]),
    );
  if (/原密码/.test(message)) return { oldPass: message };
  if (/不一致/.test(message)) return { confirm: message };
  return /新密码/.test(message) ? { newPass: message } : {};
}
