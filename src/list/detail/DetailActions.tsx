import { Button, Group } from "@mantine/core";
import { useConsole } from "../../console/useConsole.ts";
import type { AnyRow, RowAction } from "../definition.ts";
import { offered } from "../table/rowActions.ts";

interface Props {
  readonly row: AnyRow;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly onAct: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** The row's acts again, all of them, in its detail. */
export function DetailActions({ row, actions, onAct }: Props) {
  const { user, say } = useConsole();
  const { inSight } = offered(actions, row, user.id, actions.length);
  return (
    <Group gap="xs">
      {inSight.map(({ action, label, destructive, refusal }) => (
        <Button
          key={action.name}
          size="compact-sm"
          variant="default"
          {...(destructive && refusal === null ? { c: "var(--mantine-color-error)" } : {})}
          {...(refusal === null ? {} : { "data-disabled": true, "aria-disabled": true })}
          title={refusal ?? undefined}
          onClick={() => (refusal === null ? onAct(action, row) : say.warning(refusal))}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
