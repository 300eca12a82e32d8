import { hangarStatus } from "../../adapters/contract/device.ts";
import { flightPhase } from "../../adapters/contract/flight.ts";
import { formatAtLeast } from "../../adapters/contract/flownSum.ts";
import { formatClock } from "../ui/format/formatTime.ts";
import type { WallOverview } from "./useOverview.ts";
import classes from "./Wall.module.css";

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
}

function Figure({ label, value, level, isText }: FigureProps) {
  return (
    <div className={classes["figure"]} data-level={level || undefined} data-text={isText || undefined}>
      <dt>{label}</dt>
      <dd>{value ?? noFigure}</dd>
    </div>
  );
}

const abnormalHangars: readonly string[] = ["fault", "offline"];
const abnormalPhases: readonly string[] = ["avoiding", "forcedLanding"];

/** What flies and has flown, alarms by priority, hangars, and who is on duty. */
export function Figures({
  overview,
  oldSince,
  isBrief = false,
  isOver = false,
}: WallOverview & {
  /** Beside a map: the figures that matter most. */
  readonly isBrief?: boolean;
  /** Above the map, not beside it. */
  readonly isOver?: boolean;
}) {
  if (overview === null)
    return (
      <p className={classes["message"]}>{oldSince === null ? "正在读取…" : "统计没有读取到，正在自动重试"}</p>
    );
  const {
    flying,
    lost,
    flightsToday,
    durationTodayS,
    distanceTodayM,
    incompleteToday,
    phases,
    alarms,
    hangars,
    duty,
  } = overview;
  const countAlarms = (key: string) => alarms?.find((entry) => entry.key === key)?.count ?? null;
  const [p1, p2, p3] = [countAlarms("p1"), countAlarms("p2"), countAlarms("p3")];
  const shift = duty?.shift;
  return (
    <dl
      className={classes["figures"]}
      data-brief={isBrief || undefined}
      data-over={isOver || undefined}
      data-old={oldSince !== null || undefined}
    >
      {oldSince !== null && <Figure label="统计最后更新" isText value={formatClock(oldSince)} level="p2" />}
      <Figure label="在空" value={flying} />
      <Figure label="失联" value={lost} level={(lost ?? 0) > 0 && "p1"} />
      <Figure label="■ P1 告警" value={p1} level={(p1 ?? 0) > 0 && "p1"} />
      <Figure label="▲ P2 告警" value={p2} level={(p2 ?? 0) > 0 && "p2"} />
      <Figure label="● P3 告警" value={p3} level={(p3 ?? 0) > 0 && "p3"} />
      <Figure label="今日起飞" value={flightsToday} />
      {!isBrief && (
        <>
          <Figure
            label="今日小时"
            value={durationTodayS === null ? null : (durationTodayS / hourS).toFixed(1)}
          />
          <Figure
            label="今日公里"
            value={
              distanceTodayM === null
                ? null
                : formatAtLeast(String(Math.round(distanceTodayM / kilometreM)), incompleteToday)
            }
          />
          {hangars.map(({ key, count }) => (
            <Figure
              key={key}
              label={`机场${hangarStatus.label(key)}`}
              value={count}
              level={abnormalHangars.includes(key) && count > 0 && "p2"}
            />
          ))}
        </>
      )}
      {duty && (
        <Figure
          label="值班"
          isText
          value={
            shift ? `${shift.staffName} ${formatClock(Date.parse(shift.startedAt)).slice(0, 5)}` : "无人值班"
          }
          level={!shift && "p2"}
        />
      )}
      {/* Last, as they come and go: all others keep their places. */}
      {!isBrief &&
        phases.map(({ key, count }) => (
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
