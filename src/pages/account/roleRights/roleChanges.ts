import * as z from "zod/mini";
import type { RightGroup, RoleRow } from "../../../../adapters/contract/roleRight.ts";
import { consoleRoles } from "../../../../adapters/contract/roles.ts";

type Role = RoleRow["role"];
type Right = RightGroup["rights"][number];

/** Differences of a role's rights from its preset. */
export type RoleChanges = Pick<RoleRow, "given" | "taken">;

const changesSchema = z.object({ given: z.array(z.string()), taken: z.array(z.string()) });
const roleSchema = z.object({ role: z.enum(consoleRoles) });

/** The rights of the preset, unchanged. */
export const noChanges: RoleChanges = { given: [], taken: [] };

/** Parses the form's value. */
export function parseChanges(value: unknown): RoleChanges {
  const parsed = changesSchema.safeParse(value);
  return parsed.success ? parsed.data : noChanges;
}

/** The preset role of a form: chosen in it, or the one of its rights. */
export function parseRole(value: unknown, chosen: unknown): Role {
  const known = [{ role: chosen }, value].map((one) => roleSchema.safeParse(one).data?.role);
  return known.find((role) => role !== undefined) ?? "operator";
}

/** Whether a role with these changes has the right. */
export const hasRight = (role: Role, { given, taken }: RoleChanges, { right, roles }: Right): boolean =>
  roles.includes(role) ? !taken.includes(right) : given.includes(right);

/** Whether a right differs from the preset. */
export const isChanged = (role: Role, changes: RoleChanges, right: Right): boolean =>
  hasRight(role, changes, right) !== right.roles.includes(role);

/** The changes by the names of the rights. */
export function formatChanges(
  groups: readonly Pick<RightGroup, "rights">[],
  { given, taken }: RoleChanges,
): string {
  const rights = groups.flatMap((group) => group.rights);
  const toPart = (prefix: string, changed: readonly string[]) => {
    const labels = rights.filter(({ right }) => changed.includes(right)).map(({ label }) => label);
    return labels.length > 0 ? [`${prefix}：${labels.join("、")}`] : [];
  };
  return [...toPart("增加", given), ...toPart("去掉", taken)].join("；") || "预设";
}

function setRight(
  role: Role,
  { given, taken }: RoleChanges,
  { right, roles }: Right,
  has: boolean,
): RoleChanges {
  const isPreset = roles.includes(role);
  const without = (list: readonly string[]) => list.filter((one) => one !== right);
  return {
    given: has && !isPreset ? [...without(given), right] : without(given),
    taken: !has && isPreset ? [...without(taken), right] : without(taken),
  };
}

/** What a right needs and the role does not have. */
export const findMissing = (
  role: Role,
  changes: RoleChanges,
  { needs }: Pick<Right, "needs">,
  all: readonly Right[],
): readonly Right[] => all.filter((one) => needs.includes(one.right) && !hasRight(role, changes, one));

/** Adds what these rights need, and what that needs. */
function addNeeded(
  role: Role,
  changes: RoleChanges,
  some: readonly Right[],
  all: readonly Right[],
): RoleChanges {
  const missing = some.flatMap((right) => findMissing(role, changes, right, all));
  if (missing.length === 0) return changes;
  const added = missing.reduce((result, right) => setRight(role, result, right, true), changes);
  return addNeeded(role, added, missing, all);
}

/**
 * Adds or removes rights of a group. Acting on records requires seeing them: adding any right adds the right to view, and
 * removing the last right to view removes all others. What an added right needs of other groups is added with it.
 * @param all of all groups
 */
export function setRights(
  role: Role,
  changes: RoleChanges,
  { rights }: Pick<RightGroup, "rights">,
  changed: readonly Right[],
  has: boolean,
  all: readonly Right[] = rights,
): RoleChanges {
  const set = (before: RoleChanges, some: readonly Right[], to: boolean) =>
    some.reduce((result, right) => setRight(role, result, right, to), before);
  const changedOnly = set(changes, changed, has);
  const result = has ? addNeeded(role, changedOnly, changed, all) : changedOnly;
  const views = rights.filter(({ isView }) => isView);
  if (views.length === 0 || views.some((view) => hasRight(role, result, view))) return result;
  return has ? set(result, views.slice(0, 1), true) : set(result, rights, false);
}
