import { Skeleton, Text, UnstyledButton, useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { granularity } from "../../../../adapters/contract/statistics.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { CategoryWindow } from "../../../charts/createTrendChart.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { ChartCard } from "../ChartCard.tsx";
import { getSeriesColor } from "../chartColors.ts";
import { type Conditions, formatDays } from "../conditions.ts";
import { toListPath } from "../listLinks.ts";
import {
  describeNothing,
  formatSum,
  getFigure,
  type Measure,
  type Source,
  type StatisticsBySource,
  type TrendView,
} from "../measures.ts";
import classes from "../Statistics.module.css";
import { savePicture } from "../savePicture.ts";
import type { StatisticsState } from "../useStatistics.ts";
import type { DrawnChart, TrendChartProps } from "./TrendChart.tsx";
import { type TrendBucket, toBuckets, toTrendSeries } from "./trendSeries.ts";

/** Shown instead of the chart, when it is asked for. */
const NumberTable = lazyComponent(async () => (await import("../NumberTable.tsx")).NumberTable);

const LazyTrendChart = lazyComponent<TrendChartProps>(
  async () => (await import("./TrendChart.tsx")).default,
  () => <Skeleton height={260} animate={false} aria-label="图表正在加载" role="status" />,
);

interface Props {
  readonly title: string;
  /** Measures of one call. */
  readonly measures: readonly [Measure, ...Measure[]];
  readonly statistics: StatisticsState<Conditions, StatisticsBySource[Source]>;
  readonly view: TrendView;
  /** The shown buckets; null for all. */
  readonly zoom: CategoryWindow | null;
  readonly onZoom: (window: CategoryWindow) => void;
}

/** Measures over time as a chart and as a table; a bar or number opens the list behind it. */
export function TrendCard({ title, measures, statistics, view, zoom, onZoom }: Props) {
  const { data, query, isBusy, isSlow, error, retry } = statistics;
  const { user } = usePageApi();
  const navigate = useNavigate();
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const [isolated, setIsolated] = useState<string | null>(null);
  const drawn = useRef<DrawnChart>(null);
  // Runs its code while the figures are asked for; a failed load shows its error when the chart is rendered.
  useEffect(() => void LazyTrendChart.preload().catch(() => undefined), []);
  const buckets = data ? toBuckets(data) : [];
  const series = data ? toTrendSeries(data, measures, view) : [];
  const shown = measures.map(({ name }) => name).filter((name) => isolated === null || name === isolated);
  const isEmpty = series.every(({ values }) => values.every((value) => !(value > 0)));
  const regionId = query?.regionId ?? null;
  const toHref = ({ list }: Measure, days: TrendBucket): string | null =>
    view === "added" ? toListPath(list, { days, regionId }, user) : null;
  const [firstBucket] = buckets;
  const linked = measures
    .filter((measure) => firstBucket !== undefined && toHref(measure, firstBucket) !== null)
    .map(({ name }) => name);
  const window = clampWindow(zoom, buckets.length);
  const label = data
    ? `${title}，${formatDays(data)}，按${granularity.label(data.granularity)}：${measures
        .map((measure) => `${measure.label} ${formatSum(data, measure)}`)
        .join("，")}`
    : title;
  const legend = measures.map(({ name, label: text }, index) => ({
    name,
    label: text,
    color: getSeriesColor(scheme, index),
  }));
  return (
    <ChartCard
      title={title}
      isBusy={isBusy}
      isSlow={isSlow}
      error={error}
      onRetry={retry}
      legend={<ChartLegend items={legend} isolated={isolated} onIsolate={setIsolated} />}
      chart={
        data &&
        (isEmpty ? (
          <Text size="sm" c="dimmed" py="xl" ta="center">
            {describeNothing(measures.reduce((sum, measure) => sum + getFigure(data.sums, measure), 0))}
          </Text>
        ) : (
          <LazyTrendChart
            ref={drawn}
            label={label}
            buckets={buckets}
            series={series}
            shown={shown}
            view={view}
            window={window}
            linked={linked}
            onZoom={onZoom}
            onSelect={(index, name) => {
              const [bucket, measure] = [buckets[index], measures.find((other) => other.name === name)];
              const href = bucket && measure ? toHref(measure, bucket) : null;
              if (href !== null) void navigate(href);
            }}
          />
        ))
      }
      table={
        data && (
          <NumberTable
            caption={label}
            columns={[word.date, ...measures.map((measure) => measure.label)]}
            rows={buckets.map((bucket, index) => ({
              key: bucket.from,
              head: <span className={classes["days"]}>{bucket.label}</span>,
              cells: series.map(({ measure, values }) => ({
                text: measure.format(values[index] ?? 0),
                href: toHref(measure, bucket),
              })),
            }))}
            {...(view === "added" ? { sums: measures.map((measure) => formatSum(data, measure)) } : {})}
          />
        )
      }
      onSavePicture={async () => {
        const canvas = drawn.current?.toCanvas();
        if (!canvas || !data) return;
        const notes = [`${formatDays(data)}，按${granularity.label(data.granularity)}`];
        const shownLegend = legend.filter(({ name }) => shown.includes(name));
        await savePicture({ canvas, title, notes, legend: shownLegend, scheme, fontFamily });
      }}
    />
  );
}

/** The zoomed part within the buckets; all of them where there is none. */
function clampWindow(zoom: CategoryWindow | null, count: number): CategoryWindow {
  const last = Math.max(0, count - 1);
  return zoom ? { first: Math.min(zoom.first, last), last: Math.min(zoom.last, last) } : { first: 0, last };
}

interface LegendItem {
  readonly name: string;
  readonly label: string;
  readonly color: string;
}

interface ChartLegendProps {
  readonly items: readonly LegendItem[];
  /** The only one that is drawn; null for all. */
  readonly isolated: string | null;
  readonly onIsolate: (name: string | null) => void;
}

/** Draws one series alone; the same button shows all again. */
function ChartLegend({ items, isolated, onIsolate }: ChartLegendProps) {
  if (items.length < 2) return null;
  return (
    <div className={classes["legend"]} role="group" aria-label="只看一项">
      {items.map(({ name, label, color }) => (
        <UnstyledButton
          key={name}
          className={classes["legendItem"]}
          aria-pressed={isolated === name}
          data-faded={(isolated !== null && isolated !== name) || undefined}
          title={isolated === name ? "显示全部" : `只看${label}`}
          onClick={() => onIsolate(isolated === name ? null : name)}
        >
          <span className={classes["swatch"]} style={{ background: color }} />
          {label}
        </UnstyledButton>
      ))}
    </div>
  );
}
