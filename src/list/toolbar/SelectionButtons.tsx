import { Button } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useConsole } from "../../console/useConsole.ts";
import type { AnyRow, Selection, SelectionAction } from "../definition.ts";
import type { FormHandle } from "../form/formHandle.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  /** The forms of the acts that the role may do. */
  readonly together: ReadonlyMap<string, FormHandle>;
  readonly narrow: boolean;
}

/** The acts on all selected rows together; one that cannot be done with these rows says why. */
export function SelectionButtons({ plan, actor, together, narrow }: Props) {
  const { say } = useConsole();
  const rows = useSelector(actor, ({ context }) => context.selected);
  if (rows.length === 0 && narrow) return null;
  return (plan.selection ?? []).map((action) => {
    const form = together.get(action.name);
    if (!form) return null;
    const refusal = refusalOf(action, rows);
    return (
      <Button
        key={action.name}
        variant="default"
        disabled={rows.length === 0}
        {...(rows.length > 0 && refusal !== null ? { "data-disabled": true, "aria-disabled": true } : {})}
        title={refusal ?? undefined}
        onClick={() => (refusal === null ? form.open(selectionOf(rows)) : say.warning(refusal))}
      >
        {action.label}
      </Button>
    );
  });
}

function refusalOf({ refusal }: SelectionAction<AnyRow>, rows: readonly AnyRow[]): string | null {
  return rows.length === 0 ? "请先选择数据" : (refusal?.(rows) ?? null);
}

/** The same for the same rows, in whatever order they were chosen, so that a draft is offered for them alone. */
export const selectionOf = (rows: readonly AnyRow[]): Selection<AnyRow> => ({
  id: `${rows.length}-${rows.reduce((sum, { id }) => sum + BigInt(id), 0n)}`,
  rows,
});
