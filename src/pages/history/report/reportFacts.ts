import { incompleteText } from "../../../../adapters/contract/flownSum.ts";
import { taskAirspace, taskKind, uomStatus } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { formatDistance } from "../../../live/formatFlight.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { formatDuration } from "../playback/formatDuration.ts";
import { heightDatums } from "../playback/playedFlight.ts";
import { type FlightTrack, isAloftAtEnd } from "../playback/track.ts";
import { getRange } from "../valueRange.ts";
import type { ReportData } from "./loadReport.ts";

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

const unknownText = word.unknown;
const orUnknown = (text: string) => (text === "" ? unknownText : text);
/** Empty where another platform tells no time. */
const formatInstant = (instant: string) => (instant === "" ? unknownText : formatTime(instant));

/** The end of a flight; one that is not known to have begun is not known to be under way. */
const formatEnd = ({ startedAt, endedAt }: ReportData["flight"]) =>
  endedAt === null && startedAt !== "" ? word.inFlight : formatInstant(endedAt ?? "");

/** Who flew what for whom, and with which permit. */
export function getHeadFacts({ task, flight }: ReportData): readonly Fact[] {
  const permit = [
    task.permitNo,
    task.permitFrom && task.permitTo ? `${formatTime(task.permitFrom)} 至 ${formatTime(task.permitTo)}` : "",
    task.permitCeiling === null ? "" : `高度不超过 ${task.permitCeiling} m`,
  ].filter((part) => part !== "");
  return [
    [word.task, task.name],
    [word.taskNo, task.taskNo],
    [word.flightNo, flight.flightNo],
    [word.taskType, taskKind.label(task.kind)],
    [word.company, task.companyName],
    [word.drone, [task.droneModel, task.droneSn].filter((part) => part !== "").join(" · ")],
    [word.pilot, orUnknown(task.pilotName)],
    ["空域", task.airspace === null ? unknownText : taskAirspace.label(task.airspace)],
    // Another platform may tell nothing of what was reported.
    ["批文", permit.length > 0 ? permit.join("，") : task.uomStatus ? "无" : unknownText],
    ["报送", orUnknown(uomStatus.label(task.uomStatus))],
    [word.endReason, orUnknown(flight.endReason)],
  ];
}

/** Greatest height with what it is measured from. */
export function formatMaxHeight(
  maxHeightM: number | null,
  track: Pick<FlightTrack, "heightColumn" | "hAgl" | "hRel" | "hEll"> | null,
): string {
  if (maxHeightM !== null) return `${maxHeightM.toFixed(1)} m（${heightDatums.hRel}）`;
  const column = track?.heightColumn;
  const range = column ? getRange(track[column]) : null;
  return column && range ? `${range.max.toFixed(1)} m（${heightDatums[column]}）` : unknownText;
}

const formatPlace = (track: FlightTrack | null, index: number): string => {
  const [lat, lon] = [track?.lat.at(index), track?.lon.at(index)];
  return lat === undefined || lon === undefined
    ? unknownText
    : `${(lat / 1e7).toFixed(6)}°，${(lon / 1e7).toFixed(6)}°`;
};

/** What the last place of a track is: a flight may have been cut off in the air. */
function getEndName(track: FlightTrack | null): string {
  const isAloft = track && isAloftAtEnd(track);
  if (isAloft === null) return "最后位置";
  return isAloft ? "最后位置（未降落）" : "降落位置";
}

function formatFlown({ distanceM, isDistanceIncomplete }: ReportData["flight"]): string {
  if (distanceM === null) return unknownText;
  const text = formatDistance(distanceM);
  return isDistanceIncomplete ? `${text}（${incompleteText}：位置跳变的部分没有计入）` : text;
}

/** The figures of the flight. */
export function getFigureFacts({ flight, track }: ReportData): readonly Fact[] {
  return [
    [word.start, formatInstant(flight.startedAt)],
    [word.end, formatEnd(flight)],
    [word.duration, flight.durationS === null ? unknownText : formatDuration(flight.durationS * 1_000)],
    ["里程", formatFlown(flight)],
    ["最大高度", formatMaxHeight(flight.maxHeightM, track)],
    [word.photos, `${formatNumber(flight.photoCount)} 张`],
    [word.alarm, `${formatNumber(flight.alarmCount)} 次`],
    ["起飞位置（纬度，经度）", formatPlace(track, 0)],
    [`${getEndName(track)}（纬度，经度）`, formatPlace(track, -1)],
  ];
}

/** What is missing in the track; a sentence each. */
export function getTrackNotes({ track }: ReportData): readonly string[] {
  if (!track) return ["这次飞行没有可用的航迹，因此没有地图和曲线。"];
  const lengths = (isOne: (hole: FlightTrack["holes"][number]) => boolean) =>
    track.holes.filter(isOne).map(({ fromMs, toMs }) => toMs - fromMs);
  const sum = (values: readonly number[]) =>
    formatDuration(values.reduce((total, value) => total + value, 0));
  const silent = lengths((hole) => !hole.damaged && !hole.isPlatform);
  const ofPlatform = lengths((hole) => hole.isPlatform);
  const damaged = lengths((hole) => hole.damaged);
  return [
    ...(silent.length > 0
      ? [`航迹有 ${silent.length} 处中断，共 ${sum(silent)}，地图与曲线在中断处断开。`]
      : []),
    ...(ofPlatform.length > 0
      ? [`平台中断 ${ofPlatform.length} 次，共 ${sum(ofPlatform)}：这期间缺的数据与无人机无关。`]
      : []),
    ...(damaged.length > 0 ? [`航迹有 ${damaged.length} 处数据已损坏，共缺 ${sum(damaged)}。`] : []),
  ];
}
