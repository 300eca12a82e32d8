import type { Dictionary } from "../../../adapters/contract/defineEnum.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { consoleRoles, roleLabels } from "../../../adapters/contract/roles.ts";

const labelByRole: Readonly<Record<string, string>> = roleLabels;

/** The staff roles as a dictionary. */
export const consoleRole: Dictionary = {
  key: "console_role",
  options: consoleRoles.map((value, index) => ({ value, label: roleLabels[value], sort: index + 1 })),
  label: (value) => lookUp(labelByRole, value) ?? value,
};
