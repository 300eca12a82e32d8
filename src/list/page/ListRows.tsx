import { Alert, Button, Group } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { queryKey } from "../../../machines/listQuery.ts";
import { brought } from "../../console/brought.tsx";
import { useConsole } from "../../console/useConsole.ts";
import { arrange, type ListMemory } from "../columns/columnLayout.ts";
import type { AnyRow, Column, RowAction } from "../definition.ts";
import { useDetailLink } from "../detail/useDetailLink.ts";
import type { ListPlan } from "../listPlan.ts";
import { mayCall } from "../mayCall.ts";
import { InsteadOfRows } from "../table/InsteadOfRows.tsx";
import { staleText } from "../table/insteadTexts.ts";
import { ListTable } from "../table/ListTable.tsx";
import type { OfferedAction } from "../table/rowActions.ts";
import { treePlaces, unfolded } from "../table/tree.ts";
import type { ListActor } from "./listActor.ts";
import { failureShown } from "./shownPage.ts";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly memory: ListMemory;
  readonly narrow: boolean;
  readonly onAct: (action: RowAction<AnyRow>, row: AnyRow) => void;
  /** Null where nothing may be added. */
  readonly onAdd: (() => void) | null;
}

const ListCards = brought(async () => (await import("../cards/ListCards.tsx")).ListCards);

const none: readonly AnyRow[] = [];

/** The rows and what stands in their place; it listens to the page, never to what is typed. */
export function ListRows({ plan, actor, actions, memory, narrow, onAct, onAdd }: Props) {
  const detail = useDetailLink();
  const { user, say } = useConsole();
  const rows = useSelector(actor, ({ context }) => context.page?.list ?? none);
  const sort = useSelector(actor, ({ context }) => context.query.sort ?? null);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const lit = useSelector(actor, ({ context }) => context.lit);
  const phase = useSelector(actor, (snapshot) =>
    snapshot.hasTag("reloading") ? "again" : snapshot.hasTag("loading") ? "first" : failureShown(snapshot),
  );
  const fault = useSelector(actor, ({ context }) => context.fault);
  const filters = useSelector(actor, ({ context }) => context.query.filters);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const places = plan.tree ? treePlaces(rows, plan.tree.parentOf) : null;
  const shown = places ? unfolded(rows, places, folded) : rows;
  const loading: "first" | "again" | null = phase === "first" || phase === "again" ? phase : null;
  const instead =
    phase === "failed"
      ? "failed"
      : loading || rows.length > 0
        ? null
        : Object.keys(filters).length > 0
          ? "noMatch"
          : "empty";
  const both = {
    label: `${plan.noun}列表`,
    rows: phase === "failed" ? none : shown,
    titleOf: plan.titleOf,
    actions,
    selectable: [...(plan.batch ?? []), ...(plan.selection ?? [])]
      .map(({ call }) => call)
      .concat(plan.export ?? [])
      .some((call) => mayCall(call, user.roles)),
    selected: new Set(selected.map(({ id }) => id)),
    lit,
    loading,
    userId: user.id,
    instead: instead && (
      <InsteadOfRows
        kind={instead}
        noun={plan.noun}
        fault={fault}
        keyword={plan.call.findsPhones ? String(filters["keyword"] ?? "") : null}
        onAdd={onAdd}
        begins={plan.begins && mayCall(plan.begins.call, user.roles) ? plan.begins : null}
        onClear={() => actor.send({ type: "search.reset" })}
        onRetry={() => actor.send({ type: "retry" })}
      />
    ),
    on: {
      choose: (row: AnyRow) => {
        const already = actor.getSnapshot().context.selected.some(({ id }) => id === row.id);
        actor.send({ type: "row.select", row, selected: !already });
      },
      open: (row: AnyRow) => detail.open(row.id),
      act: ({ action, refusal }: OfferedAction, row: AnyRow) =>
        refusal === null ? onAct(action, row) : say.warning(refusal),
      fold: (id: string) => setFolded(toggled(folded, id)),
    },
  };
  const alert = phase === "stale" && <StaleRowsAlert actor={actor} />;
  if (plan.cards && memory.view === "cards")
    return (
      <>
        {alert}
        <ListCards {...both} columns={columnsNamed(plan.columns, plan.cards.shown)} />
      </>
    );
  return (
    <>
      {alert}
      <ListTable
        {...both}
        places={places}
        folded={folded}
        columns={columnsShown(plan.columns, memory)}
        sort={sort}
        density={memory.density ?? "normal"}
        tabs={plan.tabs !== undefined}
        sums={plan.sums !== undefined}
        narrow={narrow}
        onSort={(next) => actor.send({ type: "sort.change", sort: next })}
        onChoosePage={(on) => {
          const ids = new Set(rows.map(({ id }) => id));
          const others = selected.filter(({ id }) => !ids.has(id));
          actor.send({ type: "rows.select", rows: on ? [...others, ...rows] : others });
        }}
      />
    </>
  );
}

/** Above rows that stayed though they could not be read anew: why, whose rows they are, and a way to ask again. */
function StaleRowsAlert({ actor }: { readonly actor: ListActor }) {
  const fault = useSelector(actor, ({ context }) => context.fault);
  const ofOther = useSelector(actor, ({ context }) => context.pageOf !== queryKey(context.query));
  return (
    <Alert color="orange" role="alert" mb="xs" py="xs">
      <Group justify="space-between" gap="xs">
        <span>{fault && staleText(fault, ofOther)}</span>
        <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: "retry" })}>
          重试
        </Button>
      </Group>
    </Alert>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(set.has(id) ? [...set].filter((one) => one !== id) : [...set, id]);
}

function columnsShown(columns: readonly Column<AnyRow>[], memory: ListMemory): readonly Column<AnyRow>[] {
  const shown = arrange(columns, memory.columns ?? []).filter((place) => place.shown);
  return columnsNamed(
    columns,
    shown.map(({ key }) => key),
  );
}

const columnsNamed = (columns: readonly Column<AnyRow>[], keys: readonly string[]) =>
  keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
