import { ActionIcon, Button, SegmentedControl, Title } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconMaximize,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { startTransition, useEffect, useState } from "react";
import { statisticsCalls } from "../../../adapters/contract/statistics.ts";
import { statisticsExportCalls } from "../../../adapters/contract/statisticsExport.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { CategoryWindow } from "../../charts/createTrendChart.ts";
import { canCall } from "../../list/canCall.ts";
import { toCallError } from "../../list/toCallError.ts";
import type { PageStatics } from "../../pageApi/pageComponent.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { ConditionBar } from "./ConditionBar.tsx";
import { type Conditions, parseConditions, toStatisticsBody } from "./conditions.ts";
import { FigureCards, type TimeStatistics } from "./FigureCards.tsx";
import { measures, type TrendView, viewChoices } from "./measures.ts";
import classes from "./Statistics.module.css";
import { ChannelCard, KindCard } from "./share/ShareCard.tsx";
import { TrendCard } from "./trend/TrendCard.tsx";
import { useConditions } from "./useConditions.ts";
import { preloadStatistics, useStatistics } from "./useStatistics.ts";
import { isWhole, moveBuckets, zoomBuckets } from "./zoom.ts";

export const meta = {
  path: "/statistics/echarts",
  title: "增量统计",
  group: "statistics",
  order: 1,
  icon: "IconChartBar",
  roles: ["admin", "operator", "finance"],
  right: "/statistics/company",
  firstView: ["./trend/TrendChart.tsx", "./share/ShareChart.tsx"],
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "企业、订单、任务随时间的变化：新增多少、累计多少、与上期和去年相比。",
  lines: [
    "先选日期、地区和粒度（日、周、月），常用区间有快捷按钮。",
    "「新增」是每段时间内的数量，「累计」是到那时为止的总数。",
    "上方数字带环比和同比；今天未结束时只比到同一时刻。",
    "订单按到账日计算，退款按退款日单独计算，不从原来的日期扣除。",
    "点数字打开同样条件的列表，数目一致。",
    "图表可以放大、缩小、左右移动，几张图一起变化；图例可以只看一项。",
    "每张图可以换成数据表，也可以存为图片。",
    "「导出」得到整段时间的表格，金额以元为单位。",
    "选了地区，所有图表一同变化；还有渠道占比和类型构成。",
  ],
};

/** The calls of the page. Each failure is shown on the cards of its call. */
const calls = {
  company: (client: Client, query: Conditions, signal: AbortSignal) =>
    client.call(
      statisticsCalls.statisticsCompany,
      { body: toStatisticsBody(query) },
      { signal, quiet: true },
    ),
  order: (client: Client, query: Conditions, signal: AbortSignal) =>
    client.call(statisticsCalls.statisticsOrder, { body: toStatisticsBody(query) }, { signal, quiet: true }),
  task: (client: Client, query: Conditions, signal: AbortSignal) =>
    client.call(statisticsCalls.statisticsTask, { body: toStatisticsBody(query) }, { signal, quiet: true }),
  channel: (client: Client, { from, to, regionId }: Conditions, signal: AbortSignal) =>
    client.call(
      statisticsCalls.statisticsChannel,
      { query: { from, to, ...(regionId === null ? {} : { regionId }) } },
      { signal, quiet: true },
    ),
};

/** The channels' call knows no buckets: another length of them loads nothing. */
const toChannelQuery = (conditions: Conditions): Conditions => ({
  ...conditions,
  granularity: "day",
  compared: null,
});

export default Object.assign(StatisticsPage, {
  async loader({ scope, client, search }) {
    const conditions = parseConditions(new URLSearchParams(search), new Date());
    const figures = Promise.all([
      preloadStatistics({ scope, client }, "company", conditions, calls.company),
      preloadStatistics({ scope, client }, "order", conditions, calls.order),
      preloadStatistics({ scope, client }, "task", conditions, calls.task),
    ]);
    // The share of the channels is below the first screen: nothing waits for it.
    void preloadStatistics({ scope, client }, "channel", toChannelQuery(conditions), calls.channel);
    await figures;
  },
} satisfies PageStatics);

const trends = [
  { title: "企业与用户", source: "company", measures: [measures.companies, measures.users] },
  { title: "订单与退款", source: "order", measures: [measures.orders, measures.refunds] },
  { title: "订单金额与退款金额", source: "order", measures: [measures.amount, measures.refund] },
  { title: "任务与飞行", source: "task", measures: [measures.tasks, measures.flights] },
  { title: "飞行时长与里程", source: "task", measures: [measures.duration, measures.distance] },
] as const;

/** 增量统计: what came in a range of days, by day, week or month, beside what came before. */
function StatisticsPage() {
  const { conditions, now, params, change, setParam, updateNow } = useConditions();
  const view: TrendView = params.get("show") === "total" ? "total" : "added";
  const time: TimeStatistics = {
    company: useStatistics("company", conditions, calls.company),
    order: useStatistics("order", conditions, calls.order),
    task: useStatistics("task", conditions, calls.task),
  };
  const channels = useStatistics("channel", toChannelQuery(conditions), calls.channel);
  const all = [...Object.values(time), channels];

  // A zoom belongs to the buckets it was made in.
  const zoomKey = JSON.stringify(conditions);
  const [zoomed, setZoomed] = useState<{ key: string; window: CategoryWindow } | null>(null);
  const zoom = zoomed?.key === zoomKey ? zoomed.window : null;
  const setZoom = (window: CategoryWindow | null) => setZoomed(window && { key: zoomKey, window });
  // The figures are seen before the code of the charts runs.
  const [hasCharts, setHasCharts] = useState(false);
  useEffect(() => startTransition(() => setHasCharts(true)), []);
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
      {hasCharts && (
        <>
          <div className={classes["tools"]}>
            <SegmentedControl
              size="xs"
              aria-label="新增或累计"
              value={view}
              data={viewChoices}
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
        </>
      )}
    </div>
  );
}

/** Downloads the figures of the page as a workbook: the server counts them anew, with the same conditions. */
function StatisticsExport({ conditions }: { readonly conditions: Conditions }) {
  const pageApi = usePageApi();
  const { client, toast } = pageApi;
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      const body = toStatisticsBody(conditions);
      const { blob, fileName } = await client.download(statisticsExportCalls.statisticsExport, { body });
      saveFile(blob, fileName);
      toast.success(`导出完成：${fileName}`);
    } catch (error) {
      // The console shows the error itself.
      toCallError(error);
    } finally {
      setIsBusy(false);
    }
  };
  if (!canCall(statisticsExportCalls.statisticsExport, pageApi)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={isBusy}
      onClick={() => void run()}
    >
      {word.exportRows}
    </Button>
  );
}

interface Props {
  readonly window: CategoryWindow;
  /** Number of buckets. */
  readonly count: number;
  readonly onZoom: (window: CategoryWindow | null) => void;
}

/** Zooms all charts of the page at once, also by the keyboard. */
function ZoomTools({ window, count, onZoom }: Props) {
  const whole = isWhole(window, count);
  const buttons = [
    {
      label: "看较早的",
      icon: <IconChevronLeft size={16} />,
      isDisabled: window.first === 0,
      next: () => moveBuckets(window, -1, count),
    },
    {
      label: "放大图表",
      icon: <IconZoomIn size={16} />,
      isDisabled: window.last - window.first < 2,
      next: () => zoomBuckets(window, 0.5, count),
    },
    { label: "显示全部日期", icon: <IconMaximize size={16} />, isDisabled: whole, next: () => null },
    {
      label: "缩小图表",
      icon: <IconZoomOut size={16} />,
      isDisabled: whole,
      next: () => zoomBuckets(window, 2, count),
    },
    {
      label: "看较晚的",
      icon: <IconChevronRight size={16} />,
      isDisabled: window.last >= count - 1,
      next: () => moveBuckets(window, 1, count),
    },
  ];
  return (
    <ActionIcon.Group>
      {buttons.map(({ label, icon, isDisabled, next }) => (
        <ActionIcon
          key={label}
          variant="default"
          size="input-sm"
          aria-label={label}
          title={label}
          disabled={isDisabled}
          onClick={() => onZoom(next())}
        >
          {icon}
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}
