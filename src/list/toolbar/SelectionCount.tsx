import { Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import { getSelectedSums } from "./getSelectedSums.ts";

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
}

/** The number of selected rows over all pages, and their sums. */
export function SelectionCount({ config, actor }: Props) {
  const rows = useSelector(actor, ({ context }) => context.selected);
  if (rows.length === 0) return null;
  return (
    <Group gap={4} aria-live="polite">
      <Text size="sm">已选 {rows.length} 条</Text>
      {getSelectedSums(config, rows).map(({ label, fen }) => (
        <Text key={label} size="sm" ml={4}>
          {label} <b>{formatMoney(fen)}</b>
        </Text>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => actor.send({ type: "selection.clear" })}>
        清空
      </Button>
    </Group>
  );
}
