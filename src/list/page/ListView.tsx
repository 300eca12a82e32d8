import { useMediaQuery } from "@mantine/hooks";
import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { canCall, selectActs, type Viewer } from "../canCall.ts";
import { type ListPreferencesApi, useListPreferences } from "../columns/listPreferences.ts";
import { DetailHost } from "../detail/DetailHost.tsx";
import { type FixedConditions, useFixedConditions } from "../fixedConditions.ts";
import type { FormHandle } from "../form/createFormHandle.ts";
import { FormHost } from "../form/FormHost.tsx";
import { getFields } from "../form/formConfig.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { useRevealForm } from "../people/useRevealForm.ts";
import { getOrderText } from "../query/getEffectiveSort.ts";
import { addParamPrefix } from "../query/urlQuery.ts";
import { Pager, TotalCount } from "../table/Pager.tsx";
import { ListToolbar } from "../toolbar/ListToolbar.tsx";
import { ListConditions } from "./ListConditions.tsx";
import { ListRows } from "./ListRows.tsx";
import classes from "./ListView.module.css";
import type { ListActor } from "./listActor.ts";
import { listParts } from "./listParts.tsx";
import { reportVisibility } from "./reportVisibility.ts";
import { retryWhenOnline } from "./retryWhenOnline.ts";
import { selectDisplayedPage } from "./selectDisplayedPage.ts";
import { type ListForms, useListForms } from "./useListForms.ts";
import { useOpenList } from "./useOpenList.ts";

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly narrow: boolean;
  readonly updatePreferences: ListPreferencesApi["update"];
  readonly children: ReactNode;
}

/** The pager; a list without pages shows its total only. */
function ListPager({ config, actor, narrow, updatePreferences, children }: Props) {
  const page = useSelector(actor, selectDisplayedPage);
  const total = page?.total ?? null;
  const query = useSelector(actor, ({ context }) => context.query);
  if (config.tree)
    return (
      <TotalCount total={total} displayed={page?.list.length ?? 0}>
        {children}
      </TotalCount>
    );
  return (
    <Pager
      total={total}
      pageNo={query.pageNo}
      pageSize={query.pageSize}
      narrow={narrow}
      orderText={getOrderText(config, query)}
      onPageChange={(pageNo) => actor.send({ type: "page.change", pageNo })}
      onPageSizeChange={(pageSize) => {
        updatePreferences((latest) => ({ ...latest, pageSize }));
        actor.send({ type: "size.change", pageSize });
      }}
    >
      {children}
    </Pager>
  );
}

/** The row actions of this user: 编辑 if the page has a form, then the page's own. */
function getRowActions(config: ListConfig, viewer: Viewer): readonly RowAction<AnyRow>[] {
  const customActions = selectActs(viewer, config.rowActions);
  const { form } = config;
  const call = form?.calls.update;
  if (!form || !call || !canCall(call, viewer)) return customActions;
  return [{ name: editActionName, label: word.edit, call, form }, ...customActions];
}

/** The fixed conditions that are fields of the form: a new order of this company names it already. */
function pickFormValues({ config }: FormHandle, fixed: FixedConditions) {
  const names = new Set(getFields(config, null).map(({ name }) => name));
  return Object.fromEntries(Object.entries(fixed).filter(([name]) => names.has(name)));
}

const CreateFromUrl = lazyComponent(async () => (await import("./CreateFromUrl.tsx")).CreateFromUrl);

/** Name of the action that opens the page's form. */
const editActionName = "edit";

interface OpenAction {
  readonly action: RowAction<AnyRow>;
  readonly row: AnyRow;
}

interface DialogsProps {
  readonly actor: ListActor;
  readonly forms: ListForms;
  readonly open: OpenAction | null;
  readonly onChange: (open: OpenAction | null) => void;
}

/** The page's forms and the custom dialog of the open action. */
function ListDialogs({ actor, forms, open, onChange }: DialogsProps) {
  const { toast } = usePageApi();
  const reveal = useRevealForm();
  const page = useSelector(actor, selectDisplayedPage);
  const Dialog = open && "dialog" in open.action ? open.action.dialog : null;
  return (
    <>
      {forms.recordForm && <FormHost form={forms.recordForm} />}
      <FormHost form={reveal} />
      {[...forms.actionForms, ...forms.selectionForms].map(([name, form]) => (
        <FormHost key={`${name} ${form.config.name}`} form={form} />
      ))}
      {Dialog && open && (
        <Dialog
          row={open.row}
          rows={page?.list ?? []}
          onOpen={(row) => onChange({ ...open, row })}
          onClose={() => onChange(null)}
          onOutdated={() => actor.send({ type: "refresh" })}
          onDone={(message) => {
            if (message) toast.success(message);
            onChange(null);
            actor.send({ type: "row.saved", id: open.row.id });
          }}
        />
      )}
    </>
  );
}

/**
 * A list page. Each part subscribes only to what it shows: typing in the form renders no rows, a loaded page renders
 * no form.
 */
export function ListView({ config: definition }: { readonly config: ListConfig }) {
  const config = useFixedConditions(definition);
  const pageApi = usePageApi();
  const { socket } = pageApi;
  const list = useOpenList(config);
  const { actor } = list;
  const forms = useListForms(config, actor);
  const preferencesApi = useListPreferences(list.preferences);
  const narrow = useMediaQuery("(max-width: 767px)") ?? false;
  const [openAction, setOpenAction] = useState<OpenAction | null>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => list.handleShown(), [list]);
  usePolling(config, actor);
  useEffect(() => reportVisibility(actor, document), [actor]);
  useEffect(() => retryWhenOnline(actor, socket), [actor, socket]);
  const actions = getRowActions(config, pageApi);
  const runAction = (action: RowAction<AnyRow>, row: AnyRow) => {
    const form = action.name === editActionName ? forms.recordForm : forms.actionForms.get(action.name);
    if ("to" in action) void navigate(action.to(row));
    else if (form) form.open(row);
    else setOpenAction({ action, row });
  };
  const Title = config.fixed === undefined ? "h1" : "h2";
  const { recordForm } = forms;
  const add =
    forms.canCreate && recordForm
      ? () => recordForm.open(null, pickFormValues(recordForm, config.fixed ?? {}))
      : null;
  return (
    <div className={classes["page"]}>
      <Title className={classes["title"]} data-print="title">{`${config.noun}列表`}</Title>
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
          preferencesApi={preferencesApi}
          narrow={narrow}
          onAction={runAction}
          onAdd={add}
        />
        {config.sums && <listParts.Sums sums={config.sums} actor={actor} />}
        <div className={classes["foot"]} data-screen>
          <listParts.StaleRowsAlert actor={actor} />
          <ListPager config={config} actor={actor} narrow={narrow} updatePreferences={preferencesApi.update}>
            <listParts.AgeNote config={config} actor={actor} />
          </ListPager>
        </div>
      </div>
      <DetailHost config={config} actor={actor} actions={actions} onAction={runAction} />
      {search.includes(addParamPrefix) && <CreateFromUrl forms={forms} />}
      <ListDialogs actor={actor} forms={forms} open={openAction} onChange={setOpenAction} />
    </div>
  );
}

const pollIntervalMs = 4_000;

/** Polls the list every four seconds while it is visible and a row on its page is changing. */
function usePolling({ shouldPoll }: ListConfig, actor: ListActor) {
  const isPolling = useSelector(
    actor,
    ({ context }) => (shouldPoll && context.page?.list.some(shouldPoll)) ?? false,
  );
  useEffect(() => {
    if (!isPolling) return;
    const timer = setInterval(() => {
      const snapshot = actor.getSnapshot();
      const isPaused =
        snapshot.hasTag("away") || (snapshot.hasTag("failed") && snapshot.context.error?.kind === "tooMany");
      // A running request is at least as new as another poll would be.
      if (!snapshot.hasTag("busy") && !isPaused) actor.send({ type: "refresh" });
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [isPolling, actor]);
}
