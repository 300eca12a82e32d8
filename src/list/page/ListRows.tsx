import { Alert } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { ListQuery } from "../../../machines/listQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { canCall } from "../canCall.ts";
import { arrangeColumns, placeColumns, setColumnWidth } from "../columns/columnLayout.ts";
import type { ListPreferencesApi } from "../columns/listPreferences.ts";
import { useDetailParam } from "../detail/useDetailParam.ts";
import { toRecordPath } from "../links/recordLinks.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, Column, RowAction } from "../listDefinition.ts";
import { getEffectiveSort } from "../query/getEffectiveSort.ts";
import type { AvailableAction } from "../table/availableActions.ts";
import { ListEmptyState } from "../table/ListEmptyState.tsx";
import type { PlacedColumn } from "../table/ListRow.tsx";
import { ListTable } from "../table/ListTable.tsx";
import { treeNodes, visibleRows } from "../table/tree.ts";
import type { ListActor } from "./listActor.ts";
import { listParts, phoneQuery } from "./listParts.tsx";
import { selectFailure } from "./selectDisplayedPage.ts";

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly preferencesApi: ListPreferencesApi;
  readonly narrow: boolean;
  readonly onAction: (action: RowAction<AnyRow>, row: AnyRow) => void;
  /** Null if the user may not create records. */
  readonly onAdd: (() => void) | null;
}

const noRows: readonly AnyRow[] = [];
/** Columns on the card of a list that does not name them: a status and four more. */
const cardColumns = 5;

/** The rows or their empty state; does not render when the user types in the form. */
export function ListRows({ config, actor, actions, preferencesApi, narrow, onAction, onAdd }: Props) {
  const { preferences, update } = preferencesApi;
  const isPhone = useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
  const detail = useDetailParam();
  const pageApi = usePageApi();
  const { user, toast } = pageApi;
  const rows = useSelector(actor, ({ context }) => context.page?.list ?? noRows);
  const sort = getEffectiveSort(
    config,
    useSelector(actor, ({ context }) => context.query),
  );
  const selected = useSelector(actor, ({ context }) => context.selected);
  const highlightedId = useSelector(actor, ({ context }) => context.highlightedId);
  const phase = useSelector(actor, (snapshot) =>
    snapshot.hasTag("reloading") ? "again" : snapshot.hasTag("loading") ? "first" : selectFailure(snapshot),
  );
  const error = useSelector(actor, ({ context }) => context.error);
  const filters = useSelector(actor, ({ context }) => context.query.filters);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const nodes = config.tree ? treeNodes(rows, config.tree.getParentId) : null;
  const displayedRows = nodes ? visibleRows(rows, nodes, collapsed) : rows;
  const loading: "first" | "again" | null = phase === "first" || phase === "again" ? phase : null;
  const emptyKind =
    phase === "failed"
      ? "failed"
      : loading || rows.length > 0
        ? null
        : Object.keys(filters).length > 0
          ? "noMatch"
          : "empty";
  const sharedProps = {
    label: `${config.noun}列表`,
    rows: phase === "failed" ? noRows : displayedRows,
    getTitle: config.getTitle,
    actions,
    selectable: [...(config.batchActions ?? []), ...(config.selectionActions ?? [])]
      .map(({ call }) => call)
      .concat(config.export ?? [])
      .some((call) => canCall(call, pageApi)),
    selected: new Set(selected.map(({ id }) => id)),
    highlightedId,
    loading,
    userId: user.id,
    emptyState: emptyKind && (
      <ListEmptyState
        kind={emptyKind}
        noun={config.noun}
        error={error}
        keyword={config.call.hasPhoneSearch ? String(filters["keyword"] ?? "") : null}
        onAdd={onAdd}
        emptyStateAction={
          config.emptyStateAction && canCall(config.emptyStateAction.call, pageApi)
            ? config.emptyStateAction
            : null
        }
        onClear={() => actor.send({ type: "search.reset" })}
        onRetry={() => actor.send({ type: "retry" })}
      />
    ),
    handlers: {
      toggleSelected: (row: AnyRow) => {
        const isSelected = actor.getSnapshot().context.selected.some(({ id }) => id === row.id);
        actor.send({ type: "row.select", row, selected: !isSelected });
      },
      openDetail: ({ id }: AnyRow) => {
        const path = config.recordPage && toRecordPath(config.recordPage, id);
        if (path && pageApi.canOpen(path)) pageApi.open(path);
        else detail.open(id);
      },
      runAction: ({ action, refusal }: AvailableAction, row: AnyRow) =>
        refusal === null ? onAction(action, row) : toast.warning(refusal),
      toggleCollapsed: (id: string) => setCollapsed(toggleMember(collapsed, id)),
    },
  };
  const orderProps = {
    sort,
    nodes,
    sortColumns: config.columns.filter((column) => column.sort !== undefined),
    onSort: (next: ListQuery["sort"] | null) => actor.send({ type: "sort.change", sort: next ?? null }),
    onSelectPage: (checked: boolean) => {
      const ids = new Set(rows.map(({ id }) => id));
      const otherSelected = selected.filter(({ id }) => !ids.has(id));
      actor.send({ type: "rows.select", rows: checked ? [...otherSelected, ...rows] : otherSelected });
    },
  };
  const columns = getVisibleColumns(config.columns, preferencesApi);
  const alert = <ListNotices actor={actor} />;
  if (isPhone || (config.cards && preferences.view === "cards"))
    return (
      <>
        {alert}
        <listParts.Cards
          {...sharedProps}
          {...(isPhone ? orderProps : {})}
          columns={
            config.cards
              ? pickColumns(config.columns, config.cards.columns)
              : columns.filter(({ main }) => !main).slice(0, cardColumns)
          }
        />
      </>
    );
  return (
    <>
      {alert}
      <ListTable
        {...sharedProps}
        sort={sort}
        nodes={nodes}
        onSort={orderProps.onSort}
        onSelectPage={orderProps.onSelectPage}
        collapsed={collapsed}
        columns={columns}
        density={preferences.density ?? "normal"}
        tabs={config.tabs !== undefined}
        sums={config.sums !== undefined}
        narrow={narrow}
        onWidth={(key, px) =>
          update((latest) => ({
            ...latest,
            columns: setColumnWidth(arrangeColumns(config.columns, latest.columns ?? []), key, px),
          }))
        }
      />
    </>
  );
}

/** What the platform's answer did not allow to show. */
const ListNotices = ({ actor }: { readonly actor: ListActor }) =>
  useSelector(actor, ({ context }) => context.page?.notices)?.map((notice) => (
    <Alert key={notice} color="orange" mb="xs" py="xs">
      {notice}
    </Alert>
  ));

function toggleMember(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(set.has(id) ? [...set].filter((member) => member !== id) : [...set, id]);
}

function getVisibleColumns(
  columns: readonly Column<AnyRow>[],
  { preferences }: ListPreferencesApi,
): readonly PlacedColumn[] {
  return placeColumns(columns, preferences.columns ?? []).flatMap((place) => {
    const column = columns.find(({ key }) => key === place.key);
    return column ? { ...column, ...place, key: column.key } : [];
  });
}

const pickColumns = (columns: readonly Column<AnyRow>[], keys: readonly string[]) =>
  keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
