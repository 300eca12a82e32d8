import { frameAlarms } from "../../adapters/contract/fleetFrame.ts";
import { positionFix } from "../../adapters/contract/flight.ts";
import { type LiveState, rcLostAction, type SampleGroup } from "../../adapters/contract/sample.ts";
import * as word from "../../adapters/contract/words.ts";
import { emptyText, formatAge, formatDistance, formatPhase, staleMs } from "./formatFlight.ts";

const formatNumber = (value: number | null, unit: string, digits = 0): string => {
  if (value === null) return emptyText;
  const text = value.toFixed(digits);
  // Avoids "-0.0".
  return `${Number(text) === 0 ? (0).toFixed(digits) : text} ${unit}`;
};

/** Formats the best known height with its datum. An unknown height is never replaced by another silently. */
export function formatHeight({ hAgl, hRel, hEll }: LiveState): {
  readonly value: string;
  readonly datum: string;
} {
  if (hAgl !== null) return { value: formatNumber(hAgl, "m"), datum: "真高（离地）" };
  if (hRel !== null) return { value: formatNumber(hRel, "m"), datum: "相对起飞点（真高未知）" };
  if (hEll !== null) return { value: formatNumber(hEll, "m"), datum: word.ellipsoidHeight };
  return { value: emptyText, datum: word.unknownHeight };
}

export function formatRemainingTime(seconds: number | null): string {
  if (seconds === null) return "剩余时间未知";
  return seconds < 60 ? "剩余不足 1 分钟" : `约剩 ${Math.floor(seconds / 60)} 分钟`;
}

export interface FlightMetric {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** So much older than the newest data, a position counts as stale. */
const positionGapMs = 10_000;

/** The message that only the position is old: the drone sends, but does not know where it is. */
function formatPositionNotice(ages: Readonly<Record<SampleGroup, number | null>>): string | null {
  const { position } = ages;
  const newest = Math.min(...Object.values(ages).map((age) => age ?? Number.POSITIVE_INFINITY));
  if (position === null || position - newest <= positionGapMs) return null;
  return `定位异常：位置是 ${formatAge(position)}的，其他数据仍在更新。`;
}

/**
 * What to know of a position before it is believed, in the word that row and map have for it; null where it is fine.
 * @param alarms bits of `frameAlarms`
 */
export function formatPositionDoubt(
  alarms: number,
  ages: Readonly<Record<SampleGroup, number | null>>,
): string | null {
  const notice = formatPositionNotice(ages);
  if (notice !== null) return notice;
  if ((alarms & frameAlarms.positionLost) !== 0)
    return "定位异常：无人机没有定位、卫星不足或位置无效，图上位置可能不准。";
  if ((alarms & frameAlarms.positionFrozen) !== 0)
    return "位置停更：无人机自报在移动，位置却 10 秒以上没有变化，图上位置可能不准。";
  return null;
}

/** A clock that is off by more is worth a word. */
const shownClockOffsetMs = 30_000;

/**
 * Says by how much the drone's clock is wrong; null where that is little.
 * @param offsetMs server's time minus the drone's
 */
export function formatClockOffset(offsetMs: number): string | null {
  const ms = Math.abs(offsetMs);
  // Not above it either where another platform does not tell.
  if (!(ms > shownClockOffsetMs)) return null;
  return `无人机时钟${offsetMs > 0 ? "慢" : "快"} ${formatDuration(ms)}`;
}

function formatDuration(ms: number): string {
  const units = [
    ["年", 365.25 * 86_400_000],
    ["天", 86_400_000],
    ["小时", 3_600_000],
    ["分钟", 60_000],
  ] as const;
  // Rounded up to the next unit at 95 %: eight hours less a second are 8 hours.
  const [name, length] = units.find(([, unit]) => ms >= 0.95 * unit) ?? ["秒", 1_000];
  return `${Math.max(1, Math.round(ms / length))} ${name}`;
}

/** The six metrics at the top of the panel. */
export function getKeyMetrics(state: LiveState, age: number | null): readonly FlightMetric[] {
  const height = formatHeight(state);
  return [
    {
      label: "飞行阶段",
      value: formatPhase(state.phase),
      note: state.modeReason ?? "",
    },
    { label: word.height, value: height.value, note: height.datum },
    {
      label: word.speed,
      value: formatNumber(state.vH, "m/s", 1),
      note: `垂直 ${formatNumber(state.vV, "m/s", 1)}`,
    },
    { label: word.battery, value: formatNumber(state.batPct, "%"), note: formatRemainingTime(state.tRemain) },
    { label: "距起飞点", value: formatDistance(state.homeDist), note: "" },
    { label: "最近数据", value: formatAge(age), note: age !== null && age > staleMs ? "数据不是最新" : "" },
  ];
}

const pictureLabels = new Set([word.height, word.speed, word.battery]);

/** Height, speed and battery: what is drawn over a picture. */
export const getPictureMetrics = (state: LiveState): readonly FlightMetric[] =>
  getKeyMetrics(state, null).filter(({ label }) => pictureLabels.has(label));

/** @param level warning level of the drone's traffic receiver, 0 to 4 */
const formatTraffic = (level: number | null): string =>
  level === null ? emptyText : level === 0 ? "无" : `${level} 级告警`;
const formatE7Degrees = (e7: number | null) => (e7 === null ? emptyText : `${(e7 / 1e7).toFixed(6)}°`);
const formatAngle = (value: number | null) => formatNumber(value, "°");

/** All metrics by sample group; the values of a group share one age. */
export function getMetricGroups(state: LiveState): readonly {
  readonly group: SampleGroup;
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}[] {
  return [
    {
      group: "position",
      title: word.position,
      rows: [
        [word.longitude, formatE7Degrees(state.lon)],
        [word.latitude, formatE7Degrees(state.lat)],
        ["真高", formatNumber(state.hAgl, "m", 1)],
        [word.aboveTakeOff, formatNumber(state.hRel, "m", 1)],
        [word.ellipsoidHeight, formatNumber(state.hEll, "m", 1)],
        [word.fix, state.fix ? positionFix.label(state.fix) : emptyText],
        ["卫星", state.sats === null ? emptyText : `${state.sats} 颗`],
      ],
    },
    {
      group: "attitude",
      title: "姿态",
      rows: [
        ["航向", formatAngle(state.heading)],
        ["俯仰", formatAngle(state.pitch)],
        ["横滚", formatAngle(state.roll)],
      ],
    },
    {
      group: "power",
      title: "动力",
      rows: [
        [word.battery, formatNumber(state.batPct, "%")],
        ["返航所需", formatNumber(state.rthPct, "%")],
        ["降落所需", formatNumber(state.landPct, "%")],
      ],
    },
    {
      group: "navigation",
      title: "导航",
      rows: [
        ["距起飞点", formatDistance(state.homeDist)],
        ["失控后动作", state.rcLostAction ? rcLostAction.label(state.rcLostAction) : emptyText],
        ["返航高度", formatNumber(state.rthAltitude, "m")],
        [word.windSpeed, formatNumber(state.wind, "m/s", 1)],
        ["风向", formatAngle(state.windDir)],
        ["有人机接近", formatTraffic(state.traffic)],
      ],
    },
    {
      group: "link",
      title: word.link,
      rows: [
        ["图传信号", state.sdr === null ? emptyText : `${state.sdr} / 5`],
        ["4G 信号", state.g4 === null ? emptyText : `${state.g4} / 5`],
      ],
    },
    {
      group: "task",
      title: word.task,
      rows: [
        ["航点", state.wp === null ? emptyText : `${state.wp} / ${state.wpTotal ?? emptyText}`],
        ["进度", formatNumber(state.pct, "%")],
      ],
    },
  ];
}
