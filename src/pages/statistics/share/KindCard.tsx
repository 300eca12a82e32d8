import { useState } from "react";
import { companyType } from "../../../../adapters/contract/company.ts";
import type { Dictionary } from "../../../../adapters/contract/defineEnum.ts";
import { orderType } from "../../../../adapters/contract/order.ts";
import { taskKind } from "../../../../adapters/contract/task.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatDays } from "../conditions.ts";
import type { TimeStatistics } from "../FigureCards.tsx";
import { toListPath } from "../listLinks.ts";
import { getFigure, type Measure, measures, type Source } from "../measures.ts";
import { ShareCard } from "./ShareCard.tsx";

const kindLabels: Readonly<Record<Source, Dictionary>> = {
  company: companyType,
  order: orderType,
  task: taskKind,
};
const choices = [measures.amount, measures.orders, measures.companies, measures.flights].map(
  ({ name, label }) => ({ value: name, label }),
);

/** What kinds of companies, orders and flights the figures are made of. */
export function KindCard({ time }: { readonly time: TimeStatistics }) {
  const { user } = usePageApi();
  const [chosen, setChosen] = useState<string>(measures.amount.name);
  const measure: Measure = Object.values(measures).find(({ name }) => name === chosen) ?? measures.amount;
  const statistics = time[measure.source];
  const { data, query } = statistics;
  return (
    <ShareCard
      title="类型构成"
      noun="类型"
      statistics={statistics}
      choices={choices}
      chosen={measure.name}
      onChoose={setChosen}
      format={measure.format}
      shares={(data?.byKind ?? []).map((row) => {
        const value = getFigure(row, measure);
        const part = { ...(data ? { days: data } : {}), regionId: query?.regionId ?? null, kind: row.kind };
        return {
          key: row.kind,
          label: kindLabels[measure.source].label(row.kind),
          value,
          text: measure.format(value),
          href: toListPath(measure.list, part, user.roles),
        };
      })}
      note={data ? formatDays(data) : ""}
    />
  );
}
