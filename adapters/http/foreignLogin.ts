import { consoleRoles } from "../contract/roles.ts";
import { isMissing, isObject, UnusableError } from "./foreignShapes.ts";

type Fields = Readonly<Record<string, unknown>>;

const tokenNames = ["token", "accessToken", "access_token", "tokenValue"] as const;
const uTokenNames = ["uToken", "u-token", "u_token", "utoken"] as const;
/** The specification's own first; others have more than one name for a person's name. */
const personNames = [
  "name",
  "nickName",
  "nickname",
  "realName",
  "userName",
  "username",
  "phoneNumber",
  "phone_number",
  "phone",
  "mobile",
] as const;
const userNames = ["user", "userInfo", "userinfo", "user_info"] as const;

/**
 * A login's data: the token alone, or with the u-token beside the user or in any part.
 * @param headerToken from the answer's `Authorization` header, where the data have none
 */
export function toLoginShape(data: unknown, headerToken: string | null): unknown {
  const fields = typeof data === "string" ? { token: data } : isObject(data) ? data : {};
  const parts = [fields, ...Object.values(fields).filter(isObject)];
  const user = take(parts, userNames);
  const person = isObject(user) ? user : (parts.find((part) => isUser(part)) ?? fields);
  const token = take(parts, tokenNames) ?? headerToken;
  if (typeof token !== "string" || token === "") throw new UnusableError("token");
  const name = take([person], personNames) ?? "-";
  return {
    token,
    uToken: take(parts, uTokenNames) ?? "",
    // Roles may stand beside the user. Overlooked they would count as none, which opens everything.
    user: {
      ...person,
      roles: toRoleNames(take([person, ...parts], ["roles", "role"])),
      name,
      id: take([person], ["id", "userId", "user_id"]) ?? name,
    },
  };
}

/** Whether a part says who somebody is: Spring Boot's `permissions` and the like do not. */
const isUser = (part: Fields) => personNames.some((name) => !isMissing(part[name]));

const take = (parts: readonly Fields[], names: readonly string[]): unknown =>
  parts.flatMap((part) => names.map((name) => part[name])).find((one) => !isMissing(one));

/** A user whose roles are names, as `toRoleNames` reads them. */
export const withRoleNames = (user: Fields): Fields => ({
  ...user,
  roles: toRoleNames(user["roles"] ?? user["role"]),
});

/**
 * Roles as a list or one of them, each as a text or as an object with one; undefined for none. Anything else must not
 * count as none, which may open everything.
 */
function toRoleNames(roles: unknown): readonly string[] | undefined {
  if (isMissing(roles)) return undefined;
  if (typeof roles === "string") return roles.split(/[,，;\s]+/).flatMap(toRoleName);
  if (!Array.isArray(roles) && !isObject(roles)) throw new UnusableError("roles");
  const names = [roles].flat().flatMap(toRoleName);
  if (names.length === 0 && [roles].flat().length > 0) throw new UnusableError("roles");
  return names;
}

/** Fields of a role that may hold its name, those for programs first. */
const roleFields = ["code", "roleCode", "roleKey", "key", "role", "authority", "value", "name", "roleName"];

function toRoleName(role: unknown): readonly string[] {
  const texts = (isObject(role) ? roleFields.map((field) => role[field]) : [role]).filter(
    (text): text is string => typeof text === "string" && text.trim() !== "",
  );
  const known = texts.flatMap((text) => consoleRoles.filter((name) => name === toPlainName(text)));
  return [...known, ...texts].slice(0, 1);
}

/** As the specification writes roles: small, and without the prefix of Spring Security. */
const toPlainName = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^role_/, "");
