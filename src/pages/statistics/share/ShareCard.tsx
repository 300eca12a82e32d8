import { SegmentedControl, Skeleton, Text, useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { companyType } from "../../../../adapters/contract/company.ts";
import type { Dictionary } from "../../../../adapters/contract/defineEnum.ts";
import { orderType } from "../../../../adapters/contract/order.ts";
import type { ChannelStatistics } from "../../../../adapters/contract/statistics.ts";
import { taskKind } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatMoney } from "../../../ui/format/formatMoney.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { ChartCard } from "../ChartCard.tsx";
import { formatShare } from "../change.ts";
import { type Conditions, formatDays } from "../conditions.ts";
import type { TimeStatistics } from "../FigureCards.tsx";
import { type ListTarget, toListPath } from "../listLinks.ts";
import { describeNothing, getFigure, type Measure, measures, type Source } from "../measures.ts";
import classes from "../Statistics.module.css";
import { savePicture } from "../savePicture.ts";
import type { DrawnChart } from "../trend/TrendChart.tsx";
import type { StatisticsState } from "../useStatistics.ts";
import type { ShareChartProps } from "./ShareChart.tsx";
import { type DrawnShare, type Share, toDrawnShares } from "./shareOption.ts";

/** Shown instead of the chart, when it is asked for. */
const NumberTable = lazyComponent(async () => (await import("../NumberTable.tsx")).NumberTable);

const LazyShareChart = lazyComponent<ShareChartProps>(
  async () => (await import("./ShareChart.tsx")).default,
  () => <Skeleton height={260} animate={false} aria-label="图表正在加载" role="status" />,
);

interface Props {
  readonly title: string;
  /** What the shares are of: `渠道`. */
  readonly noun: string;
  readonly statistics: Pick<
    StatisticsState<unknown, unknown>,
    "data" | "isBusy" | "isSlow" | "error" | "retry"
  >;
  /** What can be counted, and what is. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  readonly format: (value: number) => string;
  readonly shares: readonly Share[];
  /** Of all shares. */
  readonly sum: number;
  /** The days, for the picture. */
  readonly note: string;
}

/** Shares of one measure as bars and as a table. */
function ShareCard(props: Props) {
  const { title, noun, statistics, choices, chosen, onChoose, format, shares, sum, note } = props;
  const { data, isBusy, isSlow, error, retry } = statistics;
  const navigate = useNavigate();
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const ref = useRef<DrawnChart>(null);
  const drawn = toDrawnShares(shares, format, scheme);
  const measureLabel = choices.find(({ value }) => value === chosen)?.label ?? "";
  const label = `${title}，${measureLabel}，${note}，合计 ${format(sum)}`;
  const createTable = (rows: readonly (DrawnShare & Pick<Share, "href">)[]) => (
    <NumberTable
      caption={label}
      columns={[noun, measureLabel, "占比"]}
      rows={rows.map(({ key, label: name, value, text, href, color }) => ({
        key,
        head: (
          <>
            <span className={classes["swatch"]} style={{ background: color }} /> {name}
          </>
        ),
        cells: [{ text, href }, { text: formatShare(value, sum) }],
      }))}
      sums={[format(sum), formatShare(sum, sum)]}
    />
  );
  const toHref = (wanted: string) => shares.find(({ key }) => key === wanted)?.href ?? null;
  const toColor = (wanted: string) => drawn.find(({ key }) => key === wanted)?.color ?? "transparent";
  return (
    <ChartCard
      title={title}
      isBusy={isBusy}
      isSlow={isSlow}
      error={error}
      onRetry={retry}
      legend={
        <SegmentedControl
          size="xs"
          aria-label={`${title}统计的内容`}
          value={chosen}
          data={[...choices]}
          onChange={onChoose}
        />
      }
      chart={
        data === null ? null : drawn.length === 0 ? (
          <Text size="sm" c="dimmed" py="xl" ta="center">
            {describeNothing(sum)}
          </Text>
        ) : (
          <div className={classes["share"]}>
            <LazyShareChart
              ref={ref}
              label={label}
              shares={drawn}
              onSelect={(key) => {
                const href = toHref(key);
                if (href !== null) void navigate(href);
              }}
            />
            {createTable(drawn.map((share) => ({ ...share, href: toHref(share.key) })))}
          </div>
        )
      }
      table={createTable(shares.map((share) => ({ ...share, color: toColor(share.key) })))}
      onSavePicture={async () => {
        const canvas = ref.current?.toCanvas();
        if (canvas)
          await savePicture({
            canvas,
            title: `${title}（${measureLabel}）`,
            notes: [note],
            legend: drawn.map(({ label: name, value, color }) => ({
              label: `${name} ${formatShare(value, sum)}`,
              color,
            })),
            scheme,
            fontFamily,
          });
      }}
    />
  );
}

interface ChannelMeasure {
  readonly value: "amountFen" | "orders" | "companies" | "commissionFen";
  readonly label: string;
  readonly format: (value: number) => string;
  readonly list: ListTarget | null;
}

const amount: ChannelMeasure = {
  value: "amountFen",
  label: word.orderAmount,
  format: formatMoney,
  list: "orders",
};
const channelChoices: readonly ChannelMeasure[] = [
  amount,
  { value: "orders", label: word.orderCount, format: formatNumber, list: "orders" },
  { value: "companies", label: word.addCompany, format: formatNumber, list: "companies" },
  { value: "commissionFen", label: word.commission, format: formatMoney, list: null },
];

interface ChannelCardProps {
  readonly statistics: StatisticsState<Conditions, readonly ChannelStatistics[]>;
}

/** Companies, orders and amount by channel. */
export function ChannelCard({ statistics }: ChannelCardProps) {
  const { user } = usePageApi();
  const [chosen, setChosen] = useState<string>(amount.value);
  const measure = channelChoices.find(({ value }) => value === chosen) ?? amount;
  const { data, query } = statistics;
  return (
    <ShareCard
      title="渠道占比"
      noun={word.channel}
      statistics={statistics}
      choices={channelChoices}
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
                user,
              ),
      }))}
      sum={(data ?? []).reduce((total, row) => total + row[measure.value], 0)}
      note={query ? formatDays(query) : ""}
    />
  );
}

const kindLabels: Readonly<Record<Source, Dictionary>> = {
  company: companyType,
  order: orderType,
  task: taskKind,
};
const kindChoices = [measures.amount, measures.orders, measures.companies, measures.flights].map(
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
      noun={word.type}
      statistics={statistics}
      choices={kindChoices}
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
          href: toListPath(measure.list, part, user),
        };
      })}
      sum={data ? getFigure(data.sums, measure) : 0}
      note={data ? formatDays(data) : ""}
    />
  );
}
