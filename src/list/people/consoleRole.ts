import type { Dictionary } from "../../../adapters/contract/enumeration.ts";
import { consoleRoles, roleNames } from "../../../adapters/contract/roles.ts";

const names: Readonly<Record<string, string>> = roleNames;

/** The roles of console accounts as a dictionary. */
export const consoleRole: Dictionary = {
  key: "console_role",
  options: consoleRoles.map((value, index) => ({ value, label: roleNames[value], sort: index + 1 })),
  label: (value) => names[value] ?? value,
};
