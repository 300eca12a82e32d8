import type { Role } from "../../../adapters/contract/roles.ts";
import { canCall } from "../canCall.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";

/** What the roles may do with a row: the page's own acts, behind 编辑 where the page has a form. */
export function getRowActions(config: ListConfig, roles: readonly Role[]): readonly RowAction<AnyRow>[] {
  const customActions = (config.rowActions ?? []).filter(({ call }) => canCall(call, roles));
  const { form, editRefusal } = config;
  const call = form?.calls.update;
  if (!form || !call || !canCall(call, roles)) return customActions;
  const edit = { name: editActionName, label: "编辑", call, form };
  return [editRefusal ? { ...edit, refusal: editRefusal } : edit, ...customActions];
}

/** Name of the act that opens the page's form on a row. */
export const editActionName = "edit";
