import { useLocation } from "react-router-dom";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { canCall, type Viewer } from "../canCall.ts";
import { createFormHandle, type FormHandle, type FormListener } from "../form/createFormHandle.ts";
import type { FormConfig } from "../form/formConfig.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { addParamPrefix } from "../query/urlQuery.ts";
import type { ListActor } from "./listActor.ts";

export interface ListForms {
  /** The form that creates and edits; null if the roles may do neither. */
  readonly recordForm: FormHandle | null;
  readonly canCreate: boolean;
  readonly canUpdate: boolean;
  /** The forms of row actions, by the action's name. */
  readonly actionForms: ReadonlyMap<string, FormHandle>;
  /** Forms of selection actions by the action's name; each is opened with a `RowSelection`. */
  readonly selectionForms: ReadonlyMap<string, FormHandle>;
}

/** The forms of a list page that the roles may use. */
export function useListForms(config: ListConfig, list: ListActor): ListForms {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const canCreate = canCallIfDefined(config.form?.calls.create, pageApi);
  const canUpdate = canCallIfDefined(config.form?.calls.update, pageApi);
  const listener = createFormListener(list);
  const tab = new URLSearchParams(useLocation().search).get("tab");
  const toAddress = (row: AnyRow | null) => toFormAddress(scope.path, tab, config, row);
  const actionForms = (config.rowActions ?? []).flatMap((action: RowAction<AnyRow>) =>
    "form" in action && canCall(action.call, pageApi)
      ? [[action.name, createFormHandle(action.form, scope, pageApi, { ...listener, toAddress })] as const]
      : [],
  );
  const selectionForms = (config.selectionActions ?? []).flatMap((action) => {
    if (!("form" in action) || !canCall(action.call, pageApi)) return [];
    // The toolbar opens it with a `RowSelection` only.
    const form = action.form as unknown as FormConfig<AnyRow>;
    return [[action.name, createFormHandle(form, scope, pageApi, createSelectionListener(list))] as const];
  });
  return {
    recordForm:
      config.form && (canCreate || canUpdate)
        ? createFormHandle(config.form, scope, pageApi, { ...listener, toAddress })
        : null,
    canCreate,
    canUpdate,
    actionForms: new Map(actionForms),
    selectionForms: new Map(selectionForms),
  };
}

/** The address under which the list's own form opens: that of a new record by itself, that of another by its detail. */
function toFormAddress(
  path: string,
  tab: string | null,
  { detailCall }: ListConfig,
  row: AnyRow | null,
): string {
  if (row !== null && !detailCall) return path;
  const parameter = row === null ? `${addParamPrefix}=` : `detail=${encodeURIComponent(row.id)}`;
  return `${path}?${tab === null ? "" : `tab=${encodeURIComponent(tab)}&`}${parameter}`;
}

const canCallIfDefined = (call: Endpoint | undefined, viewer: Viewer) =>
  call !== undefined && canCall(call, viewer);

/** After creating, shows the first page; after changing, the same page with the row highlighted. */
function createFormListener(list: ListActor): FormListener {
  return {
    onSaved: (id, isNew) => {
      if (isNew && list.getSnapshot().context.query.pageNo !== 1)
        list.send({ type: "page.change", pageNo: 1 });
      else list.send({ type: "row.saved", id });
    },
    onUncertain: () => list.send({ type: "refresh" }),
  };
}

/** After a selection action, clears the selection and reloads. */
function createSelectionListener(list: ListActor): FormListener {
  const refresh = () => list.send({ type: "refresh" });
  const onSaved = () => {
    list.send({ type: "selection.clear" });
    refresh();
  };
  return { onSaved, onUncertain: refresh };
}
