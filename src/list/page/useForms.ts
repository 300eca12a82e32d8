import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { Role } from "../../../adapters/contract/roles.ts";
import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import type { AnyRow, RowAction } from "../definition.ts";
import { type FormHandle, type FormTold, formHandle } from "../form/formHandle.ts";
import type { FormPlan } from "../form/formPlan.ts";
import type { ListPlan } from "../listPlan.ts";
import { mayCall } from "../mayCall.ts";
import type { ListActor } from "./listActor.ts";

export interface ListForms {
  /** The form that creates and edits; null where the role may do neither. */
  readonly record: FormHandle | null;
  readonly mayCreate: boolean;
  readonly mayUpdate: boolean;
  /** The forms of row actions, by the action's name. */
  readonly acts: ReadonlyMap<string, FormHandle>;
  /** The forms of acts on all selected rows, by the act's name; each is opened with a `Selection`. */
  readonly together: ReadonlyMap<string, FormHandle>;
}

/** Every form of a list page with its actor, as far as the role may use them. */
export function useForms(plan: ListPlan, list: ListActor): ListForms {
  const console = useConsole();
  const scope = usePageScope();
  const { roles } = console.user;
  const mayCreate = may(plan.form?.calls.create, roles);
  const mayUpdate = may(plan.form?.calls.update, roles);
  const told = toldTo(list);
  const forms = (plan.actions ?? []).flatMap((action: RowAction<AnyRow>) =>
    "form" in action && mayCall(action.call, roles)
      ? [[action.name, formHandle(action.form, scope, console, told)] as const]
      : [],
  );
  const together = (plan.selection ?? [])
    .filter(({ call }) => mayCall(call, roles))
    .map(({ name, form }) => {
      // It is opened with a `Selection` alone, by the toolbar.
      const any = form as unknown as FormPlan<AnyRow>;
      return [name, formHandle(any, scope, console, afterAll(list))] as const;
    });
  return {
    record: plan.form && (mayCreate || mayUpdate) ? formHandle(plan.form, scope, console, told) : null,
    mayCreate,
    mayUpdate,
    acts: new Map(forms),
    together: new Map(together),
  };
}

const may = (call: Endpoint | undefined, roles: readonly Role[]) =>
  call !== undefined && mayCall(call, roles);

/** After creating, the first page; after changing, the same page with the row lit. */
function toldTo(list: ListActor): FormTold {
  return {
    saved: (id, isNew) => {
      if (isNew && list.getSnapshot().context.query.pageNo !== 1)
        list.send({ type: "page.change", pageNo: 1 });
      else list.send({ type: "row.saved", id });
    },
    doubted: () => list.send({ type: "refresh" }),
  };
}

/** After an act on the selected rows none is selected, and all are read anew. */
function afterAll(list: ListActor): FormTold {
  const refresh = () => list.send({ type: "refresh" });
  const saved = () => {
    list.send({ type: "selection.clear" });
    refresh();
  };
  return { saved, doubted: refresh };
}
