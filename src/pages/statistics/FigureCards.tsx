import { Anchor, Skeleton, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { type Change, getChange, getTone } from "./change.ts";
import { type Conditions, formatCompared } from "./conditions.ts";
import classes from "./FigureCards.module.css";
import { toListPath } from "./listLinks.ts";
import {
  formatSum,
  getFigure,
  type Measure,
  measures,
  type Source,
  type StatisticsBySource,
} from "./measures.ts";

import { SlowNotice, StatisticsError } from "./StatisticsError.tsx";
import type { StatisticsState } from "./useStatistics.ts";

/** The three calls that count by time. */
export type TimeStatistics = {
  readonly [S in Source]: StatisticsState<Conditions, StatisticsBySource[S]>;
};

interface ChangeLineProps {
  readonly label: string;
  readonly change: Change;
  readonly isLoss: boolean;
  /** Days and figure of the compared period. */
  readonly title: string;
}

const arrows = { up: { shape: "▲", name: "上升" }, down: { shape: "▼", name: "下降" } } as const;

/** The direction of a change, which its text leaves out. */
function Arrow({ direction }: Pick<Change, "direction">) {
  if (direction === "same" || direction === "none") return null;
  const { shape, name } = arrows[direction];
  return (
    <span role="img" aria-label={name}>
      {shape}
    </span>
  );
}

const ChangeLine = ({ label, change, isLoss, title }: ChangeLineProps) => (
  <span className={classes["change"]} title={title}>
    {label}{" "}
    <b data-tone={getTone(change, isLoss)}>
      <Arrow direction={change.direction} />
      {change.text}
    </b>
  </span>
);

/** Width and height of a spark line's box; it fills the card. */
const spark = { width: 100, height: 24 };

/** A curve of the buckets, without axes; the numbers are in the chart's table. None where a number is unknown. */
function SparkLine({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2 || values.some(Number.isNaN)) return <div className={classes["spark"]} />;
  const top = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * spark.width;
    return `${x.toFixed(2)} ${(spark.height - 2 - (value / top) * (spark.height - 4)).toFixed(2)}`;
  });
  return (
    <svg
      className={classes["spark"]}
      viewBox={`0 0 ${spark.width} ${spark.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={`M${points.join("L")}`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface FigureProps {
  readonly measure: Measure;
  readonly statistics: StatisticsBySource[Source];
  readonly conditions: Conditions;
}

function Figure({ measure, statistics, conditions }: FigureProps) {
  const { user } = usePageApi();
  const { previous, lastYear, comparedUntil, sums, before, buckets } = statistics;
  const isLoss = measure.isLoss === true;
  const value = getFigure(sums, measure);
  const text = formatSum(statistics, measure);
  const href = toListPath(measure.list, { days: conditions, regionId: conditions.regionId }, user);
  const describe = (period: typeof previous) =>
    `${formatCompared(period, comparedUntil)}：${measure.format(getFigure(period, measure))}`;
  return (
    <>
      <span className={classes["value"]} data-figure>
        {href === null ? (
          text
        ) : (
          <Anchor component={Link} to={href} inherit aria-label={`${measure.label} ${text}，打开列表`}>
            {text}
          </Anchor>
        )}
      </span>
      <SparkLine values={buckets.map((bucket) => getFigure(bucket, measure))} />
      <div className={classes["changes"]}>
        <ChangeLine
          label="环比"
          change={getChange(value, getFigure(previous, measure))}
          isLoss={isLoss}
          title={describe(previous)}
        />
        <ChangeLine
          label="同比"
          change={getChange(value, getFigure(lastYear, measure))}
          isLoss={isLoss}
          title={describe(lastYear)}
        />
        <span
          className={classes["change"]}
        >{`累计 ${measure.format(getFigure(before, measure) + value)}`}</span>
      </div>
    </>
  );
}

interface Props {
  readonly time: TimeStatistics;
}

/** A card for each measure: value, 环比, 同比, total and a spark line. */
export function FigureCards({ time }: Props) {
  const comparedUntil = Object.values(time).find(({ data }) => data !== null)?.data?.comparedUntil;
  return (
    <>
      <ul className={classes["figures"]} aria-label="统计指标">
        {Object.values(measures).map((measure: Measure) => {
          const { data, query, error, retry, isBusy, isSlow } = time[measure.source];
          return (
            <li
              key={measure.name}
              className={classes["figure"]}
              aria-busy={isBusy}
              data-stale={(isBusy && data !== null) || undefined}
              data-measure={measure.name}
            >
              <Text component="h2" size="sm" c="dimmed" fw={400}>
                {measure.label}
              </Text>
              {data && query && <Figure measure={measure} statistics={data} conditions={query} />}
              {!data && !error && (
                <Skeleton height={72} animate={false} role="status" aria-label={word.counting} />
              )}
              {isSlow && <SlowNotice title={measure.label} onRetry={retry} />}
              {error && <StatisticsError title={measure.label} error={error} onRetry={retry} />}
            </li>
          );
        })}
      </ul>
      {comparedUntil && (
        <Text size="xs" c="dimmed">{`今天还没有结束：环比和同比也只算到对应日期的 ${comparedUntil}`}</Text>
      )}
    </>
  );
}
