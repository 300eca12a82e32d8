import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useListPreferences } from "../columns/useListPreferences.ts";
import { DetailHost } from "../detail/DetailHost.tsx";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { ListToolbar } from "../toolbar/ListToolbar.tsx";
import { editActionName, getRowActions } from "./getRowActions.ts";
import { ListConditions } from "./ListConditions.tsx";
import { ListDialogs, type OpenAction } from "./ListDialogs.tsx";
import { ListPager } from "./ListPager.tsx";
import { ListRows } from "./ListRows.tsx";
import classes from "./ListView.module.css";
import { listParts } from "./listParts.tsx";
import { reportVisibility } from "./reportVisibility.ts";
import { retryWhenOnline } from "./retryWhenOnline.ts";
import { useCreateFromUrl } from "./useCreateFromUrl.ts";
import { useListActor } from "./useListActor.ts";
import { useListForms } from "./useListForms.ts";
import { usePersistedView } from "./usePersistedView.ts";
import { usePolling } from "./usePolling.ts";

/**
 * One list page. Each part listens to just what it shows of the list's actor: typing in the form renders no row,
 * a loaded page renders no form.
 */
export function ListView({ config }: { readonly config: ListConfig }) {
  const { user, socket } = usePageApi();
  const actor = useListActor(config);
  const forms = useListForms(config, actor);
  const preferencesApi = useListPreferences(config.name);
  const narrow = useMediaQuery("(max-width: 767px)") ?? false;
  const [openAction, setOpenAction] = useState<OpenAction | null>(null);
  const navigate = useNavigate();
  usePersistedView(config, actor, preferencesApi);
  useCreateFromUrl(forms);
  usePolling(config, actor);
  useEffect(() => reportVisibility(actor, document), [actor]);
  useEffect(() => retryWhenOnline(actor, socket), [actor, socket]);
  const actions = getRowActions(config, user.roles);
  const runAction = (action: RowAction<AnyRow>, row: AnyRow) => {
    const form = action.name === editActionName ? forms.recordForm : forms.actionForms.get(action.name);
    if ("to" in action) void navigate(action.to(row));
    else if (form) form.open(row);
    else setOpenAction({ action, row });
  };
  const add = forms.canCreate && forms.recordForm ? () => forms.recordForm?.open(null) : null;
  return (
    <div className={classes["page"]}>
      <h1 className={classes["title"]}>{config.noun}列表</h1>
      {config.filters.length > 0 && (
        <div className={classes["card"]}>
          <ListConditions config={config} actor={actor} preferencesApi={preferencesApi} />
        </div>
      )}
      <div
        className={classes["card"]}
        data-tabs={config.tabs !== undefined || undefined}
        data-sums={config.sums !== undefined || undefined}
      >
        {config.tabs && (
          <listParts.Tabs label={`${config.noun}列表的分类`} tabs={config.tabs} actor={actor} />
        )}
        <ListToolbar
          config={config}
          actor={actor}
          preferencesApi={preferencesApi}
          selectionForms={forms.selectionForms}
          onAdd={add}
          narrow={narrow}
        />
        <ListRows
          config={config}
          actor={actor}
          actions={actions}
          preferences={preferencesApi.preferences}
          narrow={narrow}
          onAction={runAction}
          onAdd={add}
        />
        {config.sums && <listParts.Sums sums={config.sums} actor={actor} />}
        <ListPager
          unpaged={config.tree !== undefined}
          actor={actor}
          narrow={narrow}
          updatePreferences={preferencesApi.update}
        />
      </div>
      <DetailHost config={config} actor={actor} actions={actions} onAction={runAction} />
      <ListDialogs actor={actor} forms={forms} open={openAction} onClose={() => setOpenAction(null)} />
    </div>
  );
}
