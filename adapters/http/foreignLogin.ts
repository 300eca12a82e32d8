import { consoleRoles } from "../contract/roles.ts";
import { isMissing, isObject, UnusableError } from "./foreignShapes.ts";

type Fields = Readonly<Record<string, unknown>>;

const tokenNames = ["token", "accessToken", "access_token"] as const;
const userNames = ["user", "userInfo", "userinfo", "user_info"] as const;

/** A login's data: the token alone, with the user beside it or in a part, and the u-token in either. */
export function toLoginShape(data: unknown): unknown {
  const fields = typeof data === "string" ? { token: data } : data;
  const token = isObject(fields) ? take(fields, tokenNames) : undefined;
  if (!isObject(fields) || typeof token !== "string" || token === "") throw new UnusableError("token");
  const user = userNames.map((name) => fields[name]).find(isObject) ?? fields;
  const name = user["name"] ?? user["phoneNumber"] ?? "-";
  const uTokens = [fields["uToken"], fields["u-token"], user["uToken"], user["u-token"]];
  return {
    token,
    uToken: uTokens.find((one) => !isMissing(one)) ?? "",
    user: { ...withRoleNames(user), name, id: user["id"] ?? user["userId"] ?? name },
  };
}

const take = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((one) => !isMissing(one));

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
