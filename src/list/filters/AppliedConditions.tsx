import { Button, Group, Pill } from "@mantine/core";
import type { Client } from "../../../adapters/http/client.ts";
import { useConsole } from "../../console/useConsole.ts";
import { formatMoney } from "../../ui/format/money.ts";
import { formatNumber } from "../../ui/format/number.ts";
import { formatDay } from "../../ui/format/time.ts";
import type { Filter } from "../definition.ts";
import { regionName } from "../pickers/regionName.ts";
import { type Conditions, isSet, without } from "../query/conditions.ts";
import { useAnswer } from "../useAnswer.ts";

interface Props {
  readonly filters: readonly Filter[];
  readonly applied: Conditions;
  readonly onSearch: (conditions: Conditions) => void;
}

/** The conditions behind the rows on the screen, each removable. */
export function AppliedConditions({ filters, applied, onSearch }: Props) {
  const set = filters.filter((filter) => isSet(filter, applied));
  if (set.length === 0) return null;
  return (
    <Group gap={8} role="group" aria-label="已生效的条件">
      {set.map((filter) => (
        <AppliedCondition
          key={filter.label}
          filter={filter}
          applied={applied}
          onRemove={() => onSearch(without(filter, applied))}
        />
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onSearch({})}>
        清空条件
      </Button>
    </Group>
  );
}

interface OneProps {
  readonly filter: Filter;
  readonly applied: Conditions;
  readonly onRemove: () => void;
}

function AppliedCondition({ filter, applied, onRemove }: OneProps) {
  const { client } = useConsole();
  const remote = filter.kind === "choice" || filter.kind === "region" ? String(applied[filter.name]) : null;
  const { answer } = useAnswer(remote, (signal) => nameOf(filter, remote ?? "", client, signal));
  const named = answer.state === "here" ? answer.data : answer.state === "failed" ? remote : "…";
  const words = remote === null ? wordsOf(filter, applied) : named;
  return (
    <Pill
      bg="var(--console-ground)"
      withRemoveButton
      removeButtonProps={{ "aria-label": `移除条件 ${filter.label}`, tabIndex: 0, "aria-hidden": false }}
      onRemove={onRemove}
    >
      {filter.label}：{words}
    </Pill>
  );
}

async function nameOf(filter: Filter, id: string, client: Client, signal: AbortSignal): Promise<string> {
  if (filter.kind === "choice") return (await filter.source.named(client, [id], signal))[0]?.label ?? id;
  return regionName(client, id, signal);
}

function wordsOf(filter: Filter, applied: Conditions): string {
  const value = (name: string) => (applied[name] === undefined ? "" : String(applied[name]));
  switch (filter.kind) {
    case "select":
      return filter.of.label(value(filter.name));
    case "days":
      return [value(filter.from), value(filter.to)].map((at) => (at ? formatDay(at) : "不限")).join(" 至 ");
    case "numbers": {
      const words = filter.unit === "fen" ? formatMoney : formatNumber;
      return [value(filter.min), value(filter.max)]
        .map((one) => (one === "" ? "不限" : words(Number(one))))
        .join(" 至 ");
    }
    default:
      return value(filter.name);
  }
}
