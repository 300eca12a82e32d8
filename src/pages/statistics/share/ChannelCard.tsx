import { useState } from "react";
import type { ChannelStatistics } from "../../../../adapters/contract/statistics.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatMoney } from "../../../ui/format/formatMoney.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { type Conditions, formatDays } from "../conditions.ts";
import { type ListTarget, toListPath } from "../listLinks.ts";
import type { StatisticsState } from "../useStatistics.ts";
import { ShareCard } from "./ShareCard.tsx";

interface ChannelMeasure {
  readonly value: "amountFen" | "orders" | "companies" | "commissionFen";
  readonly label: string;
  readonly format: (value: number) => string;
  readonly list: ListTarget | null;
}

const amount: ChannelMeasure = { value: "amountFen", label: "订单金额", format: formatMoney, list: "orders" };
const choices: readonly ChannelMeasure[] = [
  amount,
  { value: "orders", label: "订单数", format: formatNumber, list: "orders" },
  { value: "companies", label: "新增企业", format: formatNumber, list: "companies" },
  { value: "commissionFen", label: "佣金", format: formatMoney, list: null },
];

interface Props {
  readonly statistics: StatisticsState<Conditions, readonly ChannelStatistics[]>;
}

/** Companies, orders and amount by channel. */
export function ChannelCard({ statistics }: Props) {
  const { user } = usePageApi();
  const [chosen, setChosen] = useState<string>(amount.value);
  const measure = choices.find(({ value }) => value === chosen) ?? amount;
  const { data, query } = statistics;
  return (
    <ShareCard
      title="渠道占比"
      noun="渠道"
      statistics={statistics}
      choices={choices}
      chosen={measure.value}
      onChoose={setChosen}
      format={measure.format}
      shares={(data ?? []).map((row) => ({
        key: row.channelId ?? "none",
        label: row.channelId === null ? "无渠道" : row.name,
        value: row[measure.value],
        text: measure.format(row[measure.value]),
        href:
          row.channelId === null || query === null
            ? null
            : toListPath(
                measure.list,
                { days: query, regionId: query.regionId, channelCodeId: row.channelId },
                user.roles,
              ),
      }))}
      note={query ? formatDays(query) : ""}
    />
  );
}
