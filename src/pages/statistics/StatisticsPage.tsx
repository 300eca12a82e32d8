import { SegmentedControl, Title } from "@mantine/core";
import { useState } from "react";
import { statisticsCalls } from "../../../adapters/contract/statistics.ts";
import type { CategoryWindow } from "../../charts/createTrendChart.ts";
import { ConditionBar } from "./ConditionBar.tsx";
import { toStatisticsBody } from "./conditions.ts";
import { FigureCards, type TimeStatistics } from "./FigureCards.tsx";
import { measures } from "./measures.ts";
import classes from "./Statistics.module.css";
import { StatisticsExport } from "./StatisticsExport.tsx";
import { ChannelCard } from "./share/ChannelCard.tsx";
import { KindCard } from "./share/KindCard.tsx";
import { TrendCard } from "./trend/TrendCard.tsx";
import type { TrendView } from "./trend/trendSeries.ts";
import { useConditions } from "./useConditions.ts";
import { useStatistics } from "./useStatistics.ts";
import { ZoomTools } from "./ZoomTools.tsx";

const trends = [
  { title: "企业与用户", source: "company", measures: [measures.companies, measures.users] },
  { title: "订单与退款", source: "order", measures: [measures.orders, measures.refunds] },
  { title: "订单金额与退款金额", source: "order", measures: [measures.amount, measures.refund] },
  { title: "任务与飞行", source: "task", measures: [measures.tasks, measures.flights] },
  { title: "飞行时长与里程", source: "task", measures: [measures.duration, measures.distance] },
] as const;

const views: readonly { readonly value: TrendView; readonly label: string }[] = [
  { value: "added", label: "新增" },
  { value: "total", label: "累计" },
];

/** 增量统计: what came in a range of days, by day, week or month, beside what came before. */
export function StatisticsPage() {
  const { conditions, now, params, change, setParam, updateNow } = useConditions();
  const view: TrendView = params.get("show") === "total" ? "total" : "added";
  const time: TimeStatistics = {
    company: useStatistics("company", conditions, (client, query, signal) =>
      client.call(
        statisticsCalls.statisticsCompany,
        { body: toStatisticsBody(query) },
        { signal, quiet: true },
      ),
    ),
    order: useStatistics("order", conditions, (client, query, signal) =>
      client.call(
        statisticsCalls.statisticsOrder,
        { body: toStatisticsBody(query) },
        { signal, quiet: true },
      ),
    ),
    task: useStatistics("task", conditions, (client, query, signal) =>
      client.call(statisticsCalls.statisticsTask, { body: toStatisticsBody(query) }, { signal, quiet: true }),
    ),
  };
  // Its call knows no buckets: another length of them loads nothing.
  const channelQuery = { ...conditions, granularity: "day" as const, compared: null };
  const channels = useStatistics("channel", channelQuery, (client, { from, to, regionId }, signal) =>
    client.call(
      statisticsCalls.statisticsChannel,
      { query: { from, to, ...(regionId === null ? {} : { regionId }) } },
      { signal, quiet: true },
    ),
  );
  const all = [...Object.values(time), channels];

  // A zoom belongs to the buckets it was made in.
  const zoomKey = JSON.stringify(conditions);
  const [zoomed, setZoomed] = useState<{ key: string; window: CategoryWindow } | null>(null);
  const zoom = zoomed?.key === zoomKey ? zoomed.window : null;
  const setZoom = (window: CategoryWindow | null) => setZoomed(window && { key: zoomKey, window });
  const count = Math.max(0, ...Object.values(time).map(({ data }) => data?.buckets.length ?? 0));
  return (
    <div className={classes["page"]}>
      <Title order={1} className={classes["hidden"] ?? ""}>
        增量统计
      </Title>
      <ConditionBar
        conditions={conditions}
        now={now}
        hasGranularity
        isBusy={all.some(({ isBusy }) => isBusy)}
        onChange={change}
        onRefresh={() => {
          updateNow();
          for (const { refresh } of all) refresh();
        }}
      >
        <StatisticsExport conditions={conditions} />
      </ConditionBar>
      <FigureCards time={time} />
      <div className={classes["tools"]}>
        <SegmentedControl
          size="xs"
          aria-label="新增或累计"
          value={view}
          data={[...views]}
          onChange={(value) => setParam("show", value === "total" ? "total" : null)}
        />
        <ZoomTools
          window={zoom ?? { first: 0, last: Math.max(0, count - 1) }}
          count={count}
          onZoom={setZoom}
        />
      </div>
      <div className={classes["cards"]}>
        {trends.map(({ title, source, measures: shown }) => (
          <TrendCard
            key={title}
            title={title}
            measures={shown}
            statistics={time[source]}
            view={view}
            zoom={zoom}
            onZoom={setZoom}
          />
        ))}
        <ChannelCard statistics={channels} />
        <KindCard time={time} />
      </div>
    </div>
  );
}
