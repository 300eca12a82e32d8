import { Button, Group, Pill } from "@mantine/core";
import type { Client } from "../../../adapters/http/client.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatDay } from "../../ui/format/formatTime.ts";
import type { Filter } from "../listDefinition.ts";
import { fetchRegionName } from "../pickers/fetchRegionName.ts";
import { type Conditions, isSet, removeCondition } from "../query/conditions.ts";
import { useQuery } from "../useQuery.ts";

export interface AppliedConditionsProps {
  readonly filters: readonly Filter[];
  readonly applied: Conditions;
  readonly onSearch: (conditions: Conditions) => void;
}

/** The conditions of the rows on the screen, each removable. */
export function AppliedConditions({ filters, applied, onSearch }: AppliedConditionsProps) {
  const activeFilters = filters.filter((filter) => isSet(filter, applied));
  return (
    <Group gap={8} role="group" aria-label="已生效的条件" data-applied>
      {activeFilters.map((filter) => (
        <AppliedCondition
          key={filter.label}
          filter={filter}
          label={getLabel(filter, filters, applied)}
          applied={applied}
          onRemove={() => onSearch(removeCondition(filter, applied))}
        />
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onSearch({})}>
        清空条件
      </Button>
    </Group>
  );
}

/** The label of a condition; of days, which date they are of. */
function getLabel(filter: Filter, filters: readonly Filter[], applied: Conditions): string {
  const of = filter.kind === "days" && filters.find((one) => one.kind === "select" && one.name === filter.of);
  if (!of || of.kind !== "select") return filter.label;
  const chosen = applied[of.name];
  return chosen === undefined ? (of.placeholder ?? filter.label) : of.dictionary.label(String(chosen));
}

interface ConditionProps {
  readonly filter: Filter;
  readonly label: string;
  readonly applied: Conditions;
  readonly onRemove: () => void;
}

function AppliedCondition({ filter, label, applied, onRemove }: ConditionProps) {
  const { client } = usePageApi();
  const remoteId = filter.kind === "choice" || filter.kind === "region" ? String(applied[filter.name]) : null;
  const { result } = useQuery(remoteId, (signal) => fetchLabel(filter, remoteId ?? "", client, signal));
  const remoteLabel = result.state === "success" ? result.data : result.state === "error" ? remoteId : "…";
  const valueText = remoteId === null ? formatCondition(filter, applied) : remoteLabel;
  return (
    <Pill
      bg="var(--console-ground)"
      withRemoveButton
      removeButtonProps={{ "aria-label": `移除条件 ${filter.label}`, tabIndex: 0, "aria-hidden": false }}
      onRemove={onRemove}
    >{`${label}：${valueText ?? ""}`}</Pill>
  );
}

async function fetchLabel(filter: Filter, id: string, client: Client, signal: AbortSignal): Promise<string> {
  if (filter.kind === "choice") return (await filter.source.fetchByIds(client, [id], signal))[0]?.label ?? id;
  return fetchRegionName(client, id, signal);
}

function formatCondition(filter: Filter, applied: Conditions): string {
  const getText = (name: string) => (applied[name] === undefined ? "" : String(applied[name]));
  switch (filter.kind) {
    case "select":
      return filter.dictionary.label(getText(filter.name));
    case "days":
      return [getText(filter.from), getText(filter.to)]
        .map((instant) => (instant ? formatDay(instant) : "不限"))
        .join(" 至 ");
    case "numbers": {
      const format = filter.unit === "fen" ? formatMoney : formatNumber;
      return [getText(filter.min), getText(filter.max)]
        .map((bound) => (bound === "" ? "不限" : format(Number(bound))))
        .join(" 至 ");
    }
    default:
      return getText(filter.name);
  }
}
