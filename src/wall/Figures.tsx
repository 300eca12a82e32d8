import { flightPhase } from "../../adapters/contract/flight.ts";
import { formatAtLeast } from "../../adapters/contract/flownSum.ts";
import type { Overview } from "../../adapters/contract/graphql/overview.ts";
import * as word from "../../adapters/contract/words.ts";
import { formatClock } from "../ui/format/formatTime.ts";
import classes from "./Figures.module.css";
import { Fit } from "./Fit.tsx";
import type { WallOverview } from "./useOverview.ts";
import wallClasses from "./Wall.module.css";

/** Shown where the platform has no such figure. */
const noFigure = "—";
const hourS = 3_600;
const kilometreM = 1_000;

interface FigureProps {
  readonly label: string;
  readonly value: string | number | null;
  /** How abnormal the figure is; grey where it is not. */
  readonly level?: "p1" | "p2" | "p3" | false;
  /** Words instead of a number. */
  readonly isText?: boolean;
  /** The first of all. */
  readonly isLead?: boolean;
}

function Figure({ label, value, level, isText, isLead }: FigureProps) {
  return (
    <div
      className={classes["figure"]}
      data-level={level || undefined}
      data-text={isText || undefined}
      data-lead={isLead || undefined}
    >
      <dt>{label}</dt>
      <dd>{value ?? noFigure}</dd>
    </div>
  );
}

const abnormalHangars: readonly string[] = ["fault", "offline"];
const abnormalPhases: readonly string[] = ["avoiding", "forcedLanding"];

/** Who is on duty, and since when; nothing where that may not be known. */
export function Duty({ overview, oldSince }: WallOverview) {
  const duty = overview?.duty;
  if (!duty) return null;
  const { shift } = duty;
  return (
    <dl className={classes["duty"]} data-old={oldSince !== null || undefined}>
      <Figure
        label={word.duty}
        isText
        value={
          shift ? `${shift.staffName} ${formatClock(Date.parse(shift.startedAt)).slice(0, 5)} 起` : "无人值班"
        }
        level={!shift && "p2"}
      />
    </dl>
  );
}

/** The fleet in the air by phase. */
export function Phases({ overview, oldSince }: WallOverview) {
  if (!overview) return null;
  return (
    <dl className={classes["phases"]} data-old={oldSince !== null || undefined}>
      {overview.phases.map(({ key, count }) => (
        <Figure
          key={key}
          label={flightPhase.label(key)}
          value={count}
          level={abnormalPhases.includes(key) && "p2"}
        />
      ))}
    </dl>
  );
}

/** What has flown today, and the hangars that do not work. */
function DayFigures({ overview }: { readonly overview: Overview }) {
  const { durationTodayS, distanceTodayM, incompleteToday, hangars } = overview;
  const broken = hangars
    .filter(({ key }) => abnormalHangars.includes(key))
    .reduce((sum, { count }) => sum + count, 0);
  const total = hangars.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Figure label="今日小时" value={durationTodayS === null ? null : (durationTodayS / hourS).toFixed(1)} />
      <Figure
        label="今日公里"
        value={
          distanceTodayM === null
            ? null
            : formatAtLeast(String(Math.round(distanceTodayM / kilometreM)), incompleteToday)
        }
      />
      <Figure label="机场异常" value={`${broken} / ${total}`} level={broken > 0 && "p2"} />
    </>
  );
}

interface Props extends WallOverview {
  /** Beside a map or over it: those that matter most; or all of them. */
  readonly form: "beside" | "over" | "whole";
}

/** What flies and has flown, and alarms by priority, in order of weight. */
export function Figures({ overview, oldSince, form }: Props) {
  if (overview === null)
    return (
      <p className={wallClasses["message"]}>
        {oldSince === null ? word.readingNow : "统计没有读取到，正在自动重试"}
      </p>
    );
  const { flying, lost, flightsToday, alarms } = overview;
  const countAlarms = (key: string) => alarms?.find((entry) => entry.key === key)?.count ?? null;
  const [p1, p2, p3] = [countAlarms("p1"), countAlarms("p2"), countAlarms("p3")];
  return (
    <Fit className={classes["room"]}>
      <dl className={classes["figures"]} data-form={form} data-old={oldSince !== null || undefined}>
        {oldSince !== null && <Figure label="统计最后更新" isText value={formatClock(oldSince)} level="p2" />}
        <Figure label="在空" value={flying} isLead />
        <Figure label={word.lost} value={lost} level={(lost ?? 0) > 0 && "p1"} />
        <Figure label="■ P1 告警" value={p1} level={(p1 ?? 0) > 0 && "p1"} />
        <Figure label="▲ P2 告警" value={p2} level={(p2 ?? 0) > 0 && "p2"} />
        <Figure label="● P3 告警" value={p3} level={(p3 ?? 0) > 0 && "p3"} />
        <Figure label="今日起飞" value={flightsToday} />
        {form === "whole" && <DayFigures overview={overview} />}
      </dl>
      {form !== "whole" && <Duty overview={overview} oldSince={oldSince} />}
    </Fit>
  );
}
