import { useMediaQuery } from "@mantine/hooks";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Role } from "../../../adapters/contract/roles.ts";
import { toQueryKey } from "../../../machines/listQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { canCall } from "../canCall.ts";
import { type ListPreferencesApi, useListPreferences } from "../columns/listPreferences.ts";
import { DetailHost } from "../detail/DetailHost.tsx";
import { type FixedConditions, useFixedConditions } from "../fixedConditions.ts";
import type { FormHandle } from "../form/createFormHandle.ts";
import { FormHost } from "../form/FormHost.tsx";
import { getFields } from "../form/formConfig.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { useRevealForm } from "../people/useRevealForm.ts";
import { addParamPrefix, formatSearch } from "../query/urlQuery.ts";
import { resolveSavedQuery } from "../savedQueries/savedQuery.ts";
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
import { useListActor } from "./useListActor.ts";
import { type ListForms, useListForms } from "./useListForms.ts";

/**
 * Applies the user's default query and page size once the preferences are loaded. Conditions, page or size in the
 * URL and conditions that are already typed take precedence.
 */
function usePersistedView(
  config: ListConfig,
  actor: ListActor,
  { isLoaded, preferences }: ListPreferencesApi,
) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // Returning to a list leaves it unchanged.
  const initialized = usePageScope().value("list.initialized", () => new WeakSet<ListActor>());
  const apply = useEffectEvent(() => {
    const isFirst = !initialized.has(actor);
    initialized.add(actor);
    const params = new URLSearchParams(search);
    const { pageSize } = preferences;
    const { query, draftFilters } = actor.getSnapshot().context;
    const defaultQuery = preferences.queries?.find(({ opens }) => opens);
    if (
      isFirst &&
      // A saved query is of the whole list, not of one company's part of it.
      config.fixed === undefined &&
      defaultQuery &&
      [...params.keys()].every((name) => name === "tab") &&
      toQueryKey(draftFilters) === "{}"
    ) {
      const savedListQuery = resolveSavedQuery(
        defaultQuery,
        config.call.body,
        config.filters,
        new Date(),
      ).query;
      const next = formatSearch({ ...savedListQuery, pageSize: pageSize ?? savedListQuery.pageSize }, search);
      // Replaces the history entry: back must not lead to the list without the query.
      void navigate({ pathname, search: next }, { replace: true });
      return;
    }
    if (pageSize === undefined || params.has("size") || params.has("page")) return;
    if (pageSize !== query.pageSize) actor.send({ type: "size.change", pageSize });
  });
  useEffect(() => {
    if (isLoaded) apply();
  }, [isLoaded]);
}

/**
 * Opens the form of a new record if the URL requests it, as in `?add.companyId=12&add.type=renew`, with the valid
 * ones of these values. The parameters are then removed, so that a reload does not open it again.
 */
function useCreateFromUrl({ recordForm, canCreate }: ListForms) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { toast } = usePageApi();
  const openFromUrl = useEffectEvent(() => {
    const params = new URLSearchParams(search);
    const addParams = [...params].filter(([name]) => name.startsWith(addParamPrefix));
    if (addParams.length === 0) return;
    for (const [name] of addParams) params.delete(name);
    const remainingSearch = params.toString();
    void navigate({ pathname, search: remainingSearch ? `?${remainingSearch}` : "" }, { replace: true });
    if (!canCreate || !recordForm) return;
    // A second form over an open one could be mistaken for it.
    if (recordForm.actor.getSnapshot().hasTag("open"))
      return toast.warning("上一次填写的内容还没有提交，请先提交或关闭");
    const values = new Map(addParams.map(([name, value]) => [name.slice(addParamPrefix.length), value]));
    const formFields = getFields(recordForm.config, null).filter(({ kind }) => kind !== "custom");
    const initialValues: Record<string, string> = {};
    for (const field of formFields) {
      const value = values.get(field.name);
      if (value !== undefined && recordForm.config.validate(field, value, null) === null)
        initialValues[field.name] = value;
    }
    recordForm.open(null, initialValues);
  });
  useEffect(() => {
    if (search !== "") openFromUrl();
  }, [search]);
}

interface Props {
  /** All rows are loaded: no pages. */
  readonly unpaged: boolean;
  readonly actor: ListActor;
  readonly narrow: boolean;
  readonly updatePreferences: ListPreferencesApi["update"];
}

/** The pager; a list without pages shows its total only. */
function ListPager({ unpaged, actor, narrow, updatePreferences }: Props) {
  const page = useSelector(actor, selectDisplayedPage);
  const total = page?.total ?? null;
  const query = useSelector(actor, ({ context }) => context.query);
  if (unpaged) return <TotalCount total={total} displayed={page?.list.length ?? 0} />;
  return (
    <Pager
      total={total}
      pageNo={query.pageNo}
      pageSize={query.pageSize}
      narrow={narrow}
      onPageChange={(pageNo) => actor.send({ type: "page.change", pageNo })}
      onPageSizeChange={(pageSize) => {
        updatePreferences((latest) => ({ ...latest, pageSize }));
        actor.send({ type: "size.change", pageSize });
      }}
    />
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

/** The row actions of these roles: 编辑 if the page has a form, then the page's own. */
function getRowActions(config: ListConfig, roles: readonly Role[]): readonly RowAction<AnyRow>[] {
  const customActions = (config.rowActions ?? []).filter(({ call }) => canCall(call, roles));
  const { form } = config;
  const call = form?.calls.update;
  if (!form || !call || !canCall(call, roles)) return customActions;
  return [{ name: editActionName, label: "编辑", call, form }, ...customActions];
}

/** The fixed conditions that are fields of the form: a new order of this company names it already. */
function pickFormValues({ config }: FormHandle, fixed: FixedConditions) {
  const names = new Set(getFields(config, null).map(({ name }) => name));
  return Object.fromEntries(Object.entries(fixed).filter(([name]) => names.has(name)));
}

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
  readonly onClose: () => void;
}

/** The page's forms and the custom dialog of the open action. */
function ListDialogs({ actor, forms, open, onClose }: DialogsProps) {
  const { toast } = usePageApi();
  const reveal = useRevealForm();
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
          onClose={onClose}
          onOutdated={() => actor.send({ type: "refresh" })}
          onDone={(message) => {
            if (message) toast.success(message);
            onClose();
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
  const Title = config.fixed === undefined ? "h1" : "h2";
  const { recordForm } = forms;
  const add =
    forms.canCreate && recordForm
      ? () => recordForm.open(null, pickFormValues(recordForm, config.fixed ?? {}))
      : null;
  return (
    <div className={classes["page"]}>
      <Title className={classes["title"]}>{config.noun}列表</Title>
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
