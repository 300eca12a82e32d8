import { flightPhase, type LinkState, positionFix } from "../../../../adapters/contract/flight.ts";
import { type LiveState, rcLostAction, type SampleGroup } from "../../../../adapters/contract/sample.ts";

const nothing = "-";
const number = (value: number | null, unit: string, digits = 0): string => {
  if (value === null) return nothing;
  const text = value.toFixed(digits);
  // A hovering drone does not sink by minus nothing.
  return `${Number(text) === 0 ? (0).toFixed(digits) : text} ${unit}`;
};

/** Height with what it is measured from; nothing stands in for a height that is not known. */
export function heightText({ hAgl, hRel, hEll }: LiveState): {
  readonly value: string;
  readonly datum: string;
} {
  if (hAgl !== null) return { value: number(hAgl, "m"), datum: "真高（离地）" };
  if (hRel !== null) return { value: number(hRel, "m"), datum: "相对起飞点（真高未知）" };
  if (hEll !== null) return { value: number(hEll, "m"), datum: "椭球高" };
  return { value: nothing, datum: "高度未知" };
}

export function minutesText(seconds: number | null): string {
  if (seconds === null) return "剩余时间未知";
  return seconds < 60 ? "剩余不足 1 分钟" : `约剩 ${Math.floor(seconds / 60)} 分钟`;
}

export const metresText = (metres: number | null): string =>
  metres === null ? nothing : metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(2)} km`;

export function ageText(ms: number | null): string {
  if (ms === null) return "从未收到";
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} 秒前`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} 秒前`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} 分钟前`;
  return `${Math.floor(ms / 3_600_000)} 小时前`;
}

const staleMs = 10_000;
const lastKnownMs = 60_000;

/** The link as the platform told it, or worse where its word has grown old: with the line down it tells no more. */
export function linkNow(told: LinkState | null, age: number | null): LinkState | null {
  if (told === null || age === null || age <= staleMs) return told;
  if (age > lastKnownMs) return "lastKnown";
  return told === "fresh" ? "delayed" : told;
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** The six figures that stand above everything else. */
export function sixFigures(state: LiveState, age: number | null): readonly Figure[] {
  const height = heightText(state);
  return [
    {
      label: "飞行阶段",
      value: state.phase ? flightPhase.label(state.phase) : nothing,
      note: state.modeReason ?? "",
    },
    { label: "高度", value: height.value, note: height.datum },
    { label: "速度", value: number(state.vH, "m/s", 1), note: `垂直 ${number(state.vV, "m/s", 1)}` },
    { label: "电量", value: number(state.batPct, "%"), note: minutesText(state.tRemain) },
    { label: "距起飞点", value: metresText(state.homeDist), note: "" },
    { label: "数据时间", value: ageText(age), note: age !== null && age > staleMs ? "数据不是最新" : "" },
  ];
}

/** The drone's own receiver gives it as a level, 0 to 4. */
const trafficText = (level: number | null): string =>
  level === null ? nothing : level === 0 ? "无" : `${level} 级告警`;
const degrees = (e7: number | null) => (e7 === null ? nothing : `${(e7 / 1e7).toFixed(6)}°`);
const angle = (value: number | null) => number(value, "°");

/** Everything else, by the group that ages as one. */
export function groupFigures(state: LiveState): readonly {
  readonly group: SampleGroup;
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}[] {
  return [
    {
      group: "position",
      title: "位置",
      rows: [
        ["经度", degrees(state.lon)],
        ["纬度", degrees(state.lat)],
        ["真高", number(state.hAgl, "m", 1)],
        ["相对起飞点", number(state.hRel, "m", 1)],
        ["椭球高", number(state.hEll, "m", 1)],
        ["定位", state.fix ? positionFix.label(state.fix) : nothing],
        ["卫星", state.sats === null ? nothing : `${state.sats} 颗`],
      ],
    },
    {
      group: "attitude",
      title: "姿态",
      rows: [
        ["航向", angle(state.heading)],
        ["俯仰", angle(state.pitch)],
        ["横滚", angle(state.roll)],
      ],
    },
    {
      group: "power",
      title: "动力",
      rows: [
        ["电量", number(state.batPct, "%")],
        ["返航所需", number(state.rthPct, "%")],
        ["降落所需", number(state.landPct, "%")],
      ],
    },
    {
      group: "navigation",
      title: "导航",
      rows: [
        ["距起飞点", metresText(state.homeDist)],
        ["失控后动作", state.rcLostAction ? rcLostAction.label(state.rcLostAction) : nothing],
        ["返航高度", number(state.rthAltitude, "m")],
        ["风速", number(state.wind, "m/s", 1)],
        ["风向", angle(state.windDir)],
        ["有人机接近", trafficText(state.traffic)],
      ],
    },
    {
      group: "link",
      title: "链路",
      rows: [
        ["图传信号", state.sdr === null ? nothing : `${state.sdr} / 5`],
        ["4G 信号", state.g4 === null ? nothing : `${state.g4} / 5`],
      ],
    },
    {
      group: "task",
      title: "任务",
      rows: [
        ["航点", state.wp === null ? nothing : `${state.wp} / ${state.wpTotal ?? nothing}`],
        ["进度", number(state.pct, "%")],
      ],
    },
  ];
}
