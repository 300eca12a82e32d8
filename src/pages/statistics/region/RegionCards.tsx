import { Anchor, Skeleton, Text, useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { CompanyPoint } from "../../../../adapters/contract/statistics.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { toErrorInfo } from "../../../../machines/errorInfo.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { ChartCard } from "../ChartCard.tsx";
import { formatShare } from "../change.ts";
import { chartColors } from "../chartColors.ts";
import { type Conditions, formatDays } from "../conditions.ts";
import { toListPath } from "../listLinks.ts";
import {
  describeNothing,
  getFigure,
  type Measure,
  type Source,
  type StatisticsBySource,
  type TrendView,
  viewNames,
} from "../measures.ts";
import { NumberTable } from "../NumberTable.tsx";
import classes from "../Statistics.module.css";
import { SlowNotice, StatisticsError } from "../StatisticsError.tsx";
import { savePicture } from "../savePicture.ts";
import type { DrawnChart } from "../trend/TrendChart.tsx";
import type { StatisticsState } from "../useStatistics.ts";
import type { RegionOutlines } from "./loadOutlines.ts";
import mapClasses from "./RegionMap.module.css";
import type { RegionMapProps } from "./RegionMap.tsx";
import { type RegionMeasureName, regionMeasures } from "./regionMeasures.ts";
import {
  areFiguresTold,
  type CountedRegion,
  countPoints,
  elsewhereId,
  getRegions,
  type RegionRow,
  toRegionRows,
} from "./regionRows.ts";

const LazyRegionMap = lazyComponent<RegionMapProps>(
  async () => (await import("./RegionMap.tsx")).default,
  () => <Skeleton height={340} animate={false} aria-label="地图正在加载" role="status" />,
);

/** Shown on every map of China. */
const attribution = "边界 天地图 审图号：GS(2024)0650号";
const topCount = 10;

interface Props {
  readonly name: RegionMeasureName;
  readonly view: TrendView;
  readonly counted: StatisticsState<Conditions, StatisticsBySource[Source]>;
  /** Places of companies; null where they are not asked for. */
  readonly places: StatisticsState<unknown, readonly CompanyPoint[]> | null;
  /** Whether the map shows the places, not areas. */
  readonly isHeat: boolean;
  /** Null until they are loaded. */
  readonly outlines: RegionOutlines | null;
  readonly hasMapFailed: boolean;
  readonly onRetryMap: () => void;
  /** Opens a region's map; null is the country's. */
  readonly onOpen: (regionId: string | null) => void;
}

/** The map, the ten largest regions and the table of all. */
export function RegionCards(props: Props) {
  const { name, view, counted, places, isHeat, outlines, hasMapFailed, onRetryMap, onOpen } = props;
  const { data, query, isBusy, isSlow, error, retry } = counted;
  const { user } = usePageApi();
  const navigate = useNavigate();
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const ref = useRef<DrawnChart>(null);
  // Runs its code while the figures are asked for; a failed load shows its error when the chart is rendered.
  useEffect(() => void LazyRegionMap.preload().catch(() => undefined), []);
  const points = places?.data ?? null;
  const described = describeRegions(name, view, counted, outlines, points);
  const { measure, noun, areas, rows, sum, place, measureLabel, title } = described;
  const toHref = ({ regionId }: RegionRow) =>
    regionId === elsewhereId ? null : toRegionListPath(measure, view, query, regionId, user);
  const open = (code: string) => {
    if (areas.find((area) => area.code === code)?.isOpenable) return onOpen(code);
    // A county has no map of its own: its companies, as many as were counted, or all of them.
    const counts = name === "companies" ? view : "total";
    const path = toRegionListPath(regionMeasures.companies.measure, counts, query, code, user);
    if (path !== null) void navigate(path);
  };
  const toTableRow = (row: RegionRow) => ({
    key: row.regionId,
    head: (
      <RegionName
        row={row}
        isOpenable={areas.find(({ code }) => code === row.regionId)?.isOpenable ?? false}
        onOpen={onOpen}
      />
    ),
    cells: [{ text: measure.format(row.value), href: toHref(row) }, { text: formatShare(row.value, sum) }],
  });
  const columns = [word.region, measureLabel, "占比"];
  const total = [measure.format(sum), formatShare(sum, sum)];
  const table = (
    <NumberTable
      caption={title}
      columns={columns}
      rows={rows.map(toTableRow)}
      sums={total}
      {...(rows.length === 0 ? { emptyText: describeNothing(sum) } : {})}
    />
  );
  const top = rows.filter(({ regionId, value }) => regionId !== elsewhereId && value > 0).slice(0, topCount);
  const mapError = hasMapFailed
    ? toErrorInfo({ kind: "unknown", message: "地图文件没有加载出来，请重试。" })
    : null;
  return (
    <div className={mapClasses["mapCards"]}>
      <ChartCard
        title={`${noun}分布`}
        isBusy={isBusy}
        isSlow={isSlow}
        error={mapError ?? error}
        onRetry={mapError ? onRetryMap : retry}
        legend={
          <>
            <RegionPath path={outlines?.path ?? []} onOpen={onOpen} />
            {places?.isSlow && <SlowNotice title="企业热力" onRetry={places.retry} />}
            {places?.error && (
              <StatisticsError title="企业热力" error={places.error} onRetry={places.retry} />
            )}
          </>
        }
        chart={
          data && outlines ? (
            <>
              <LazyRegionMap
                ref={ref}
                title={title}
                outlines={outlines}
                rows={rows.filter(({ regionId }) => regionId !== elsewhereId)}
                heat={isHeat ? (points ?? []) : null}
                label={measureLabel}
                sum={sum}
                format={measure.format}
                onSelect={open}
              />
              <p className={mapClasses["attribution"]}>{attribution}</p>
            </>
          ) : null
        }
        table={table}
        onSavePicture={async () => {
          const canvas = ref.current?.toCanvas();
          if (canvas)
            await savePicture({ canvas, ...describePicture(described, top, scheme), scheme, fontFamily });
        }}
      />
      <TopRegions
        label={`${noun}前十`}
        title={`${place} · ${measureLabel}前十`}
        isStale={isBusy && data !== null}
      >
        {data ? (
          <NumberTable
            caption={`${title}，前十`}
            columns={columns}
            rows={top.map(toTableRow)}
            {...(top.length === 0 ? { emptyText: describeNothing(sum) } : {})}
          />
        ) : (
          !error && <Skeleton height={260} animate={false} role="status" aria-label={word.counting} />
        )}
      </TopRegions>
    </div>
  );
}

/** What is counted where, with its rows and words. */
function describeRegions(
  name: RegionMeasureName,
  view: TrendView,
  { data, query }: Pick<Props["counted"], "data" | "query">,
  outlines: RegionOutlines | null,
  points: readonly CompanyPoint[] | null,
) {
  const { measure, label: noun } = regionMeasures[name];
  const getValue = (row: CountedRegion) => (view === "total" ? row.total : getFigure({ ...row }, measure));
  const areas = outlines?.areas ?? [];
  const regions = data ? getRegions(data, outlines) : [];
  const isTold = data !== null && areFiguresTold(data, measure, outlines);
  // Its places with their numbers are the specification's answer to where companies are.
  const placed =
    !isTold && points && outlines ? countPoints(points, areas, outlines.path.at(-1)?.code ?? null) : null;
  const rows = placed
    ? toRegionRows(placed, [], ({ count }) => count)
    : toRegionRows(regions, isTold ? areas : [], getValue);
  const sum = data && !isTold && !placed ? Number.NaN : rows.reduce((total, { value }) => total + value, 0);
  const place = outlines?.path.at(-1)?.name ?? "全国";
  const measureLabel = `${view === "total" ? viewNames.total : name === "companies" ? viewNames.added : ""}${noun}`;
  const range = data?.to ? data : query;
  const days = range ? (view === "total" ? `截至 ${range.to}` : formatDays(range)) : "";
  const title = `${place}${measureLabel}，${days}，合计 ${measure.format(sum)}`;
  return { measure, noun, areas, rows, sum, place, measureLabel, days, title };
}

/** The words around the saved map. @param top the largest regions */
const describePicture = (
  { place, measureLabel, days, measure, sum }: ReturnType<typeof describeRegions>,
  top: readonly RegionRow[],
  scheme: "light" | "dark",
) => ({
  title: `${place}${measureLabel}`,
  notes: [days, attribution],
  legend: top.slice(0, 3).map((row) => ({
    label: `${row.name} ${measure.format(row.value)}（${formatShare(row.value, sum)}）`,
    color: chartColors[scheme].text,
  })),
});

interface RegionNameProps {
  readonly row: RegionRow;
  /** Whether it has a map of its own. */
  readonly isOpenable: boolean;
  readonly onOpen: Props["onOpen"];
}

/** Opens the region's map, or its companies where it has no map. */
function RegionName({ row: { regionId, name }, isOpenable, onOpen }: RegionNameProps) {
  if (regionId === elsewhereId) return name;
  if (isOpenable)
    return (
      <Anchor component="button" type="button" inherit underline="always" onClick={() => onOpen(regionId)}>
        {name}
      </Anchor>
    );
  return (
    <Anchor component={Link} to={`/account/accountList?regionId=${regionId}`} inherit underline="always">
      {name}
    </Anchor>
  );
}

interface TopRegionsProps {
  readonly label: string;
  readonly title: string;
  readonly isStale: boolean;
  readonly children: ReactNode;
}

function TopRegions({ label, title, isStale, children }: TopRegionsProps) {
  return (
    <section
      className={`${classes["card"]} ${classes["rank"]}`}
      aria-label={label}
      data-stale={isStale || undefined}
    >
      <h2 className={classes["rankTitle"]}>{title}</h2>
      {children}
    </section>
  );
}

/** The list of what is counted in one region; without days where the totals are counted. */
function toRegionListPath(
  { list }: Measure,
  view: TrendView,
  query: Conditions | null,
  regionId: string,
  user: Parameters<typeof toListPath>[2],
): string | null {
  // A list of orders without days holds unpaid ones too.
  if (query === null || (view === "total" && list === "orders")) return null;
  return toListPath(list, { regionId, ...(view === "added" ? { days: query } : {}) }, user);
}

interface RegionPathProps {
  readonly path: RegionOutlines["path"];
  /** Null for the whole country. */
  readonly onOpen: (regionId: string | null) => void;
}

/** Where the map is, and the way back up. */
function RegionPath({ path, onOpen }: RegionPathProps) {
  const steps = [{ code: null, name: "全国" }, ...path];
  return (
    <nav aria-label="地区层级">
      <ol className={mapClasses["path"]}>
        {steps.map(({ code, name }, index) => (
          <li key={name}>
            {index > 0 && <span aria-hidden> / </span>}
            {index === steps.length - 1 ? (
              <Text component="span" size="sm" fw={600} aria-current="location">
                {name}
              </Text>
            ) : (
              <Anchor component="button" type="button" size="sm" onClick={() => onOpen(code)}>
                {name}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
