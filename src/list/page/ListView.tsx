import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useConsole } from "../../console/useConsole.ts";
import { useListMemory } from "../columns/useListMemory.ts";
import type { AnyRow, RowAction } from "../definition.ts";
import { DetailHost } from "../detail/DetailHost.tsx";
import type { ListPlan } from "../listPlan.ts";
import { ListToolbar } from "../toolbar/ListToolbar.tsx";
import { ListConditions } from "./ListConditions.tsx";
import { ListDialogs, type OpenAction } from "./ListDialogs.tsx";
import { ListPager } from "./ListPager.tsx";
import { ListRows } from "./ListRows.tsx";
import classes from "./ListView.module.css";
import { listParts } from "./listParts.tsx";
import { reportVisibility } from "./reportVisibility.ts";
import { retryWhenOnline } from "./retryWhenOnline.ts";
import { editAction, rowActionsFor } from "./rowActionsFor.ts";
import { useAddLink } from "./useAddLink.ts";
import { useFollowing } from "./useFollowing.ts";
import { useForms } from "./useForms.ts";
import { useListActor } from "./useListActor.ts";
import { useRememberedView } from "./useRememberedView.ts";

/**
 * One list page. Each part listens to just what it shows of the list's actor: typing in the form renders no row,
 * a loaded page renders no form.
 */
export function ListView({ plan }: { readonly plan: ListPlan }) {
  const { user, socket } = useConsole();
  const actor = useListActor(plan);
  const forms = useForms(plan, actor);
  const remembering = useListMemory(plan.name);
  const narrow = useMediaQuery("(max-width: 767px)") ?? false;
  const [open, setOpen] = useState<OpenAction | null>(null);
  const navigate = useNavigate();
  useRememberedView(plan, actor, remembering);
  useAddLink(forms);
  useFollowing(plan, actor);
  useEffect(() => reportVisibility(actor, document), [actor]);
  useEffect(() => retryWhenOnline(actor, socket), [actor, socket]);
  const actions = rowActionsFor(plan, user.roles);
  const act = (action: RowAction<AnyRow>, row: AnyRow) => {
    const form = action.name === editAction ? forms.record : forms.acts.get(action.name);
    if ("to" in action) void navigate(action.to(row));
    else if (form) form.open(row);
    else setOpen({ action, row });
  };
  const add = forms.mayCreate && forms.record ? () => forms.record?.open(null) : null;
  return (
    <div className={classes["page"]}>
      <h1 className={classes["title"]}>{plan.noun}列表</h1>
      {plan.filters.length > 0 && (
        <div className={classes["card"]}>
          <ListConditions plan={plan} actor={actor} remembering={remembering} />
        </div>
      )}
      <div
        className={classes["card"]}
        data-tabs={plan.tabs !== undefined || undefined}
        data-sums={plan.sums !== undefined || undefined}
      >
        {plan.tabs && <listParts.Tabs label={`${plan.noun}列表的分类`} tabs={plan.tabs} actor={actor} />}
        <ListToolbar
          plan={plan}
          actor={actor}
          remembering={remembering}
          together={forms.together}
          onAdd={add}
          narrow={narrow}
        />
        <ListRows
          plan={plan}
          actor={actor}
          actions={actions}
          memory={remembering.memory}
          narrow={narrow}
          onAct={act}
          onAdd={add}
        />
        {plan.sums && <listParts.Sums sums={plan.sums} actor={actor} />}
        <ListPager
          whole={plan.tree !== undefined}
          actor={actor}
          narrow={narrow}
          remember={remembering.remember}
        />
      </div>
      <DetailHost plan={plan} actor={actor} actions={actions} onAct={act} />
      <ListDialogs actor={actor} forms={forms} open={open} onClose={() => setOpen(null)} />
    </div>
  );
}
