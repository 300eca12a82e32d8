import { Button, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useNavigate } from "react-router-dom";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { canCall } from "../canCall.ts";
import type { FormHandle } from "../form/createFormHandle.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowSelection, SelectionAction } from "../listDefinition.ts";
import type { ListActor } from "../page/listActor.ts";

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  /** Forms of the actions that the roles may use. */
  readonly selectionForms: ReadonlyMap<string, FormHandle>;
  readonly narrow: boolean;
}

/** The selection actions; below them, why some are not possible for these rows. */
export function SelectionButtons({ config, actor, selectionForms, narrow }: Props) {
  const pageApi = usePageApi();
  const navigate = useNavigate();
  const rows = useSelector(actor, ({ context }) => context.selected);
  if (rows.length === 0 && narrow) return null;
  const items = (config.selectionActions ?? [])
    .filter(({ call }) => canCall(call, pageApi))
    .map((action) => ({ action, refusal: getRefusal(action, rows) }));
  const reasons = [...new Set(items.flatMap(({ refusal }) => refusal ?? []))];
  const run = (action: SelectionAction<AnyRow>) =>
    "to" in action
      ? void navigate(action.to(rows))
      : selectionForms.get(action.name)?.open(toRowSelection(rows));
  return (
    <>
      {items.map(({ action, refusal }) => (
        <Button
          key={action.name}
          variant="default"
          disabled={rows.length === 0}
          {...(refusal !== null ? { "data-disabled": true, "aria-disabled": true } : {})}
          onClick={() => {
            if (refusal === null) run(action);
          }}
        >
          {action.label}
        </Button>
      ))}
      {reasons.length > 0 && (
        <Text size="xs" role="status">
          {reasons.join("；")}
        </Text>
      )}
    </>
  );
}

function getRefusal({ refusal }: SelectionAction<AnyRow>, rows: readonly AnyRow[]): string | null {
  return rows.length === 0 ? null : (refusal?.(rows) ?? null);
}

/**
 * The id depends on the set of rows, not their order, so that a draft is only offered for the same rows. It is short
 * where ids are numbers; another platform's may be any text.
 */
export const toRowSelection = (rows: readonly AnyRow[]): RowSelection<AnyRow> => ({
  id: rows.every(({ id }) => /^\d+$/.test(id))
    ? `${rows.length}-${rows.reduce((sum, { id }) => sum + BigInt(id), 0n)}`
    : rows
        .map(({ id }) => id)
        .toSorted()
        .join(),
  rows,
});
