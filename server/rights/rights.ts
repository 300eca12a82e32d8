import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { consoleRoles } from "../../adapters/contract/roles.ts";

/** The role whose rights cannot be changed. */
export const fixedRole = "admin";

const calls: readonly Endpoint[] = Object.values(contract);

/** Excludes calls that every role may make, such as those of one's own settings, and calls of admins only. */
const isRight = ({ access, path, isAdminOnly, comesWith = [path] }: Endpoint): boolean =>
  typeof access !== "string" &&
  isAdminOnly !== true &&
  comesWith.includes(path) &&
  !consoleRoles.every((role) => access.includes(role));

/** Rights that admins can add to roles and remove, by path and in the contract's order. */
export const rights: ReadonlyMap<string, Endpoint> = new Map(
  calls.filter(isRight).map((call) => [call.path, call]),
);

/** The other calls that a right includes. */
export const listCompanions = (right: string): Endpoint[] =>
  calls.filter(({ path, comesWith }) => path !== right && comesWith?.includes(right));

/** Whether a call only shows records. */
export const isViewRight = ({ audit, kind }: Endpoint): boolean =>
  audit === undefined && kind !== "multipart";

/** Chinese label of a right. Returns any other text unchanged. */
export function labelRight(right: string): string {
  const call = rights.get(right);
  if (!call) return right;
  const { summary, rightLabel } = call;
  return rightLabel ?? (isViewRight(call) ? `查看${summary.replace(/列表$/, "")}` : summary);
}
