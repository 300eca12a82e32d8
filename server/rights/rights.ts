import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { consoleRoles } from "../../adapters/contract/roles.ts";

/** The role that has what it has by the contract, and nothing else. */
export const fixedRole = "admin";

const calls: readonly Endpoint[] = Object.values(contract);

/** Not what every person of the console may do, such as their own settings, nor what only admins ever may. */
const isRight = ({ access, path, isAdminOnly, comesWith = [path] }: Endpoint): boolean =>
  typeof access !== "string" &&
  isAdminOnly !== true &&
  comesWith.includes(path) &&
  !consoleRoles.every((role) => access.includes(role));

/** What roles can be given or denied: a call with all that comes with it, by its path and in the contract's order. */
export const rights: ReadonlyMap<string, Endpoint> = new Map(
  calls.filter(isRight).map((call) => [call.path, call]),
);

/** The calls that come with a right, besides its own. */
export const listCompanions = (right: string): Endpoint[] =>
  calls.filter(({ path, comesWith }) => path !== right && comesWith?.includes(right));

/** Whether a right is that of seeing records. */
export const isViewRight = ({ audit, kind }: Endpoint): boolean =>
  audit === undefined && kind !== "multipart";

/** What a right is called; another text is given back as it is. */
export function labelRight(right: string): string {
  const call = rights.get(right);
  if (!call) return right;
  const { summary, rightLabel } = call;
  return rightLabel ?? (isViewRight(call) ? `查看${summary.replace(/列表$/, "")}` : summary);
}
