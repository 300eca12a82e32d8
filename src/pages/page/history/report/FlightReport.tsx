import { Alert, Anchor, Button, Group, Loader, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useSearchParams } from "react-router-dom";
import { taskAirspace, taskKind, uomStatus } from "../../../../../adapters/contract/task.ts";
import { useQuery } from "../../../../list/useQuery.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import { formatClock, formatTime } from "../../../../ui/format/formatTime.ts";
import { formatDistance } from "../../live/flightMetrics.ts";
import { parseFlightReportAddress } from "../flightReportAddress.ts";
import type { FlightEvent } from "../playback/flightEvents.ts";
import { formatDuration } from "../playback/formatDuration.ts";
import { heightDatums } from "../playback/playedFlight.ts";
import { type FlightTrack, isAloftAtEnd } from "../playback/track.ts";
import { toFlightKey, toPlaybackPath } from "../playbackAddress.ts";
import { getRange } from "../valueRange.ts";
import classes from "./FlightReport.module.css";
import { groupRepeats } from "./groupRepeats.ts";
import { loadReport, type ReportData } from "./loadReport.ts";
import { ReportCurves } from "./ReportCurves.tsx";
import { ReportMap } from "./ReportMap.tsx";

const historyPath = "/page/directive";
const incompleteText = "链接不完整，无法识别其中的飞行。请在历史任务中重新打开。";

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EventTable({ events }: { readonly events: readonly FlightEvent[] }) {
  if (events.length === 0) return <p className={classes["note"]}>没有事件。</p>;
  return (
    <table className={classes["events"]}>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">事件</th>
        </tr>
      </thead>
      <tbody>
        {groupRepeats(events).map(({ number, fromMs, toMs, count, label }) => (
          <tr key={number}>
            <td>
              {formatTime(new Date(fromMs).toISOString())}
              {count > 1 && ` 至 ${formatClock(toMs)}`}
            </td>
            <td>
              {label}
              {count > 1 && `（${count} 次）`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** When the page was opened, and from then on when it was printed last, ms since 1970. */
function usePrintTime(): number {
  const [printedAt, setPrintedAt] = useState(() => Date.now());
  useEffect(() => {
    // The browser takes the page as it is after this event.
    const update = () => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener("beforeprint", update);
    return () => window.removeEventListener("beforeprint", update);
  }, []);
  return printedAt;
}

/** The sheet that is printed. */
function Sheet({ data, author }: { readonly data: ReportData; readonly author: string }) {
  const { track, events, flight } = data;
  const printedAt = usePrintTime();
  return (
    <article className={classes["sheet"]} aria-label={`飞行报告 ${flight.flightNo}`}>
      <header className={classes["head"]}>
        <h1>飞行报告</h1>
        <p>{flight.flightNo}</p>
      </header>
      <section>
        <h2>任务</h2>
        <Facts facts={getHeadFacts(data)} />
      </section>
      <section>
        <h2>飞行数据</h2>
        <Facts facts={getFigureFacts(data)} />
        {getTrackNotes(data).map((note) => (
          <p key={note} className={classes["note"]}>
            {note}
          </p>
        ))}
      </section>
      {track && (
        <>
          <section>
            <h2>航迹</h2>
            <ReportMap track={track} />
          </section>
          <section>
            <h2>曲线</h2>
            <ReportCurves track={track} />
          </section>
        </>
      )}
      <section className={classes["long"]}>
        <h2>事件</h2>
        <EventTable events={events} />
      </section>
      <footer className={classes["foot"]}>
        {author} 打印于 {formatTime(new Date(printedAt).toISOString())}。时间为北京时间，坐标为 WGS-84。
      </footer>
    </article>
  );
}

/** There is nothing to report: why, and the way on. */
function Problem({ text, onRetry }: { readonly text: string; readonly onRetry?: () => void }) {
  return (
    <Alert color="orange" variant="light" title="没有飞行报告">
      <Text size="sm" mb="xs">
        {text}
      </Text>
      <Group gap="md">
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            重试
          </Button>
        )}
        <Anchor component={Link} to={historyPath} size="sm">
          返回历史任务
        </Anchor>
      </Group>
    </Alert>
  );
}

/** 飞行报告: one flight as a sheet to print, opened by an address. */
export function FlightReport() {
  const { client, user } = usePageApi();
  const [query] = useSearchParams();
  const ref = parseFlightReportAddress(query);
  const { result, refetch } = useQuery(ref && toFlightKey(ref), async (signal) =>
    ref ? loadReport(client, ref, signal) : { text: incompleteText, canRetry: false },
  );
  if (!ref) return <Problem text={incompleteText} />;
  if (result.state === "pending")
    return (
      <Alert color="blue" variant="light" icon={<Loader size="sm" aria-label="正在加载" />}>
        正在加载飞行数据…
      </Alert>
    );
  if (result.state === "error") return <Problem text="飞行数据没有加载出来，请重试。" onRetry={refetch} />;
  if ("canRetry" in result.data)
    return <Problem text={result.data.text} {...(result.data.canRetry ? { onRetry: refetch } : {})} />;
  return (
    <div className={classes["page"]}>
      <Group className={classes["tools"] ?? ""} justify="flex-end">
        <Button component={Link} to={toPlaybackPath([ref])} variant="default">
          回放
        </Button>
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          打印
        </Button>
      </Group>
      <Sheet data={result.data} author={user.name} />
    </div>
  );
}

/** A label and its value. */
type Fact = readonly [label: string, value: string];

const unknownText = "未知";
const orUnknown = (text: string) => (text === "" ? unknownText : text);
const formatInstant = (instant: string | null) => (instant === null ? unknownText : formatTime(instant));

/** Who flew what for whom, and with which permit. */
function getHeadFacts({ task, flight }: ReportData): readonly Fact[] {
  const permit = [
    task.permitNo,
    task.permitFrom && task.permitTo ? `${formatTime(task.permitFrom)} 至 ${formatTime(task.permitTo)}` : "",
    task.permitCeiling === null ? "" : `高度不超过 ${task.permitCeiling} m`,
  ].filter((part) => part !== "");
  return [
    ["任务", task.name],
    ["任务编号", task.taskNo],
    ["飞行编号", flight.flightNo],
    ["任务类型", taskKind.label(task.kind)],
    ["企业", task.companyName],
    ["无人机", [task.droneModel, task.droneSn].filter((part) => part !== "").join(" · ")],
    ["飞手", orUnknown(task.pilotName)],
    ["空域", task.airspace === null ? unknownText : taskAirspace.label(task.airspace)],
    ["批文", permit.length > 0 ? permit.join("，") : "无"],
    ["报送", uomStatus.label(task.uomStatus)],
    ["结束原因", orUnknown(flight.endReason)],
  ];
}

/** Greatest height with what it is measured from. */
function formatMaxHeight(
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

/** The figures of the flight. */
function getFigureFacts({ flight, track }: ReportData): readonly Fact[] {
  return [
    ["开始", formatInstant(flight.startedAt)],
    ["结束", flight.endedAt === null ? "飞行中" : formatTime(flight.endedAt)],
    ["时长", flight.durationS === null ? unknownText : formatDuration(flight.durationS * 1_000)],
    ["里程", flight.distanceM === null ? unknownText : formatDistance(flight.distanceM)],
    ["最大高度", formatMaxHeight(flight.maxHeightM, track)],
    ["照片", `${flight.photoCount} 张`],
    ["起飞位置（纬度，经度）", formatPlace(track, 0)],
    [`${getEndName(track)}（纬度，经度）`, formatPlace(track, -1)],
  ];
}

/** What is missing in the track; a sentence each. */
function getTrackNotes({ track }: ReportData): readonly string[] {
  if (!track) return ["这次飞行没有可用的航迹，因此没有地图和曲线。"];
  const lengths = (damaged: boolean) =>
    track.holes.filter((hole) => hole.damaged === damaged).map(({ fromMs, toMs }) => toMs - fromMs);
  const sum = (values: readonly number[]) =>
    formatDuration(values.reduce((total, value) => total + value, 0));
  const [silent, damaged] = [lengths(false), lengths(true)];
  return [
    ...(silent.length > 0
      ? [`航迹有 ${silent.length} 处中断，共 ${sum(silent)}，地图与曲线在中断处断开。`]
      : []),
    ...(damaged.length > 0 ? [`航迹有 ${damaged.length} 处数据已损坏，共缺 ${sum(damaged)}。`] : []),
  ];
}
