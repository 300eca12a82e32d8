import { Button } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
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

/** The selection actions; one that is not possible for these rows shows why. */
export function SelectionButtons({ config, actor, selectionForms, narrow }: Props) {
  const { toast } = usePageApi();
  const rows = useSelector(actor, ({ context }) => context.selected);
  if (rows.length === 0 && narrow) return null;
  return (config.selectionActions ?? []).map((action) => {
    const form = selectionForms.get(action.name);
    if (!form) return null;
    const refusal = getRefusal(action, rows);
    return (
      <Button
        key={action.name}
        variant="default"
        disabled={rows.length === 0}
        {...(rows.length > 0 && refusal !== null ? { "data-disabled": true, "aria-disabled": true } : {})}
        title={refusal ?? undefined}
        onClick={() => (refusal === null ? form.open(toRowSelection(rows)) : toast.warning(refusal))}
      >
        {action.label}
      </Button>
    );
  });
}

function getRefusal({ refusal }: SelectionAction<AnyRow>, rows: readonly AnyRow[]): string | null {
  return rows.length === 0 ? "请先选择数据" : (refusal?.(rows) ?? null);
}

/** The id depends on the set of rows, not their order, so that a draft is only offered for the same rows. */
export const toRowSelection = (rows: readonly AnyRow[]): RowSelection<AnyRow> => ({
  id: `${rows.length}-${rows.reduce((sum, { id }) => sum + BigInt(id), 0n)}`,
  rows,
});
