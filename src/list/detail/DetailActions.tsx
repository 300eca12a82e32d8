import { Button, Group } from "@mantine/core";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { availableActions } from "../table/availableActions.ts";

interface Props {
  readonly row: AnyRow;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly onAction: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** The row's acts again, all of them, in its detail. */
export function DetailActions({ row, actions, onAction }: Props) {
  const { user, toast } = usePageApi();
  const { inline } = availableActions(actions, row, user.id, actions.length);
  return (
    <Group gap="xs">
      {inline.map(({ action, label, destructive, refusal }) => (
        <Button
          key={action.name}
          size="compact-sm"
          variant="default"
          {...(destructive && refusal === null ? { c: "var(--mantine-color-error)" } : {})}
          {...(refusal === null ? {} : { "data-disabled": true, "aria-disabled": true })}
          title={refusal ?? undefined}
          onClick={() => (refusal === null ? onAction(action, row) : toast.warning(refusal))}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
