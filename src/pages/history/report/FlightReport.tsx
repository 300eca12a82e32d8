import { Alert, Anchor, Button, Group, Loader, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useSearchParams } from "react-router-dom";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../../adapters/contract/alarmLine.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { formatHandler, formatPlace, formatPriority } from "../../../live/alarms/alarmTexts.ts";
import { toFlightKey, toPlaybackPath } from "../../../live/playbackAddress.ts";
import { BaseMap } from "../../../map/base/BaseMap.tsx";
import { AttributionLine } from "../../../map/controls/AttributionLine.tsx";
import { ScaleLine } from "../../../map/controls/ScaleLine.tsx";
import { MapView } from "../../../map/MapView.tsx";
import { createMapViewState } from "../../../map/mapViewState.ts";
import { projectTrack } from "../../../map/tracks/coloredTrack.ts";
import { Tracks } from "../../../map/tracks/Tracks.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatClock, formatTime } from "../../../ui/format/formatTime.ts";
import sheet from "../../../ui/PrintSheet.module.css";
import { parseFlightReportAddress } from "../flightReportAddress.ts";
import type { FlightEvent } from "../playback/flightEvents.ts";
import type { FlightTrack } from "../playback/track.ts";
import { toColoredRuns } from "../playback/trackColors.ts";
import classes from "./FlightReport.module.css";
import { groupRepeats } from "./groupRepeats.ts";
import { loadReport, type ReportData } from "./loadReport.ts";
import { ReportCurves } from "./ReportCurves.tsx";
import { type Fact, getFigureFacts, getHeadFacts, getTrackNotes } from "./reportFacts.ts";

const trackColor = "#c92a2a";
const noop = () => {};

/** The track on the embedded base map, as a picture: it cannot be moved. Nothing is drawn across a gap. */
function ReportMap({ track }: { readonly track: FlightTrack }) {
  const [viewState] = useState(createMapViewState);
  const tracks = useMemo(
    () => [
      {
        id: "track",
        coordinates: projectTrack(track.lat, track.lon),
        runs: toColoredRuns(track, "flight", null, trackColor),
      },
    ],
    [track],
  );
  return (
    <div className={classes["map"]} role="img" aria-label="航迹地图">
      <div className={classes["mapFrame"]} inert>
        <MapView viewState={viewState} label="航迹地图" area="world">
          <BaseMap basemap={null} scheme="light" onError={noop} onRecover={noop} />
          <Tracks tracks={tracks} onPick={noop} />
          <div className={classes["mapFoot"]}>
            <ScaleLine />
            <AttributionLine basemap={null} />
          </div>
        </MapView>
      </div>
    </div>
  );
}

const historyPath = "/page/directive";
const incompleteText = "链接不完整，无法识别其中的飞行。请在历史任务中重新打开。";

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={sheet["facts"]}>
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
    <table className={`${sheet["table"]} ${classes["events"]}`}>
      <thead>
        <tr>
          <th scope="col">{word.time}</th>
          <th scope="col">{word.event}</th>
        </tr>
      </thead>
      <tbody>
        {groupRepeats(events).map(({ number, fromMs, toMs, count, label }) => (
          <tr key={number}>
            <td>{`${formatTime(new Date(fromMs).toISOString())}${count > 1 ? ` 至 ${formatClock(toMs)}` : ""}`}</td>
            <td>{`${label}${count > 1 ? `（${count} 次）` : ""}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const AlarmTable = ({ alarms }: { readonly alarms: readonly AlarmRow[] }) => (
  <table className={`${sheet["table"]} ${classes["events"]}`}>
    <thead>
      <tr>
        <th scope="col">{word.time}</th>
        <th scope="col">{word.alarm}</th>
        <th scope="col">{word.position}</th>
        <th scope="col">处理</th>
      </tr>
    </thead>
    <tbody>
      {alarms.map((alarm) => (
        <tr key={alarm.id}>
          <td>{formatTime(alarm.raisedAt)}</td>
          <td>{`${formatPriority(alarm.priority)} ${formatAlarmLine(alarm, null)}`}</td>
          <td>{formatPlace(alarm)}</td>
          <td>{formatHandler(alarm)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

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
  const { track, events, alarms, flight } = data;
  const printedAt = usePrintTime();
  return (
    <article className={`${sheet["sheet"]} ${classes["sheet"]}`} aria-label={`飞行报告 ${flight.flightNo}`}>
      <header className={classes["head"]}>
        <h1>{word.flightReport}</h1>
        <p>{flight.flightNo}</p>
      </header>
      <section>
        <h2>{word.task}</h2>
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
      {alarms.length > 0 && (
        <section className={classes["long"]}>
          <h2>{word.alarm}</h2>
          <AlarmTable alarms={alarms} />
        </section>
      )}
      <section className={classes["long"]}>
        <h2>{word.event}</h2>
        <EventTable events={events} />
      </section>
      <footer
        className={classes["foot"]}
      >{`${author} 打印于 ${formatTime(new Date(printedAt).toISOString())}。时间为北京时间，坐标为 WGS-84。`}</footer>
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
            {word.retry}
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
  const pageApi = usePageApi();
  const { user } = pageApi;
  const [query] = useSearchParams();
  const ref = parseFlightReportAddress(query);
  const { result, refetch } = useQuery(ref && toFlightKey(ref), async (signal) =>
    ref ? loadReport(pageApi, ref, signal) : { text: incompleteText, canRetry: false },
  );
  if (!ref) return <Problem text={incompleteText} />;
  if (result.state === "pending")
    return (
      <Alert color="blue" variant="light" icon={<Loader size="sm" aria-label={word.loading} />}>
        正在加载飞行数据…
      </Alert>
    );
  if (result.state === "error") return <Problem text="飞行数据没有加载出来，请重试。" onRetry={refetch} />;
  if ("canRetry" in result.data)
    return <Problem text={result.data.text} {...(result.data.canRetry ? { onRetry: refetch } : {})} />;
  return (
    <div className={sheet["page"]}>
      <Group className={sheet["tools"] ?? ""} justify="flex-end">
        <Button component={Link} to={toPlaybackPath([ref])} variant="default">
          {word.playBack}
        </Button>
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          打印
        </Button>
      </Group>
      <Sheet data={result.data} author={user.name} />
    </div>
  );
}
