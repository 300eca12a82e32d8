import { SegmentedControl, Skeleton, Text, useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { ChartCard } from "../ChartCard.tsx";
import { formatShare } from "../change.ts";
import { NumberTable } from "../NumberTable.tsx";
import classes from "../Statistics.module.css";
import { savePicture } from "../savePicture.ts";
import type { DrawnChart } from "../trend/TrendChart.tsx";
import type { StatisticsState } from "../useStatistics.ts";
import type { ShareChartProps } from "./ShareChart.tsx";
import { type DrawnShare, type Share, toDrawnShares } from "./shareOption.ts";

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
  /** The days, for the picture. */
  readonly note: string;
}

/** Shares of one measure as bars and as a table. */
export function ShareCard(props: Props) {
  const { title, noun, statistics, choices, chosen, onChoose, format, shares, note } = props;
  const { data, isBusy, isSlow, error, retry } = statistics;
  const navigate = useNavigate();
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const ref = useRef<DrawnChart>(null);
  const drawn = toDrawnShares(shares, format, scheme);
  const sum = shares.reduce((total, { value }) => total + value, 0);
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
      sums={[format(sum), sum === 0 ? "-" : "100.0%"]}
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
            所选日期内没有数据，请换一个日期范围或地区
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
