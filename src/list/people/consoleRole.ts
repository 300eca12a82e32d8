import { toDictionary } from "../../../adapters/contract/defineEnum.ts";
import { consoleRoles, roleLabels } from "../../../adapters/contract/roles.ts";

/** The staff roles as a dictionary. */
export const consoleRole = toDictionary(
  "console_role",
  consoleRoles.map((value, index) => ({ value, label: roleLabels[value], sort: index + 1 })),
);
