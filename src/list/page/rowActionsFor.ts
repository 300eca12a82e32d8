import type { Role } from "../../../adapters/contract/roles.ts";
import type { AnyRow, RowAction } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import { mayCall } from "../mayCall.ts";

/** What the roles may do with a row: the page's own acts, behind 编辑 where the page has a form. */
export function rowActionsFor(plan: ListPlan, roles: readonly Role[]): readonly RowAction<AnyRow>[] {
  const own = (plan.actions ?? []).filter(({ call }) => mayCall(call, roles));
  const { form, editRefusal } = plan;
  const call = form?.calls.update;
  if (!form || !call || !mayCall(call, roles)) return own;
  const edit = { name: editAction, label: "编辑", call, form };
  return [editRefusal ? { ...edit, refusal: editRefusal } : edit, ...own];
}

/** Name of the act that opens the page's form on a row. */
export const editAction = "edit";
