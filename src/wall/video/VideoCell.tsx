import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { type ActorRefFrom, createActor, type SnapshotFrom } from "xstate";
import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import { formatKind, formatValue } from "../../../adapters/contract/alarmLine.ts";
import { linkState } from "../../../adapters/contract/flight.ts";
import type { LiveTaskRow } from "../../../adapters/contract/task.ts";
import { pullSource } from "../../../adapters/contract/video.ts";
import * as word from "../../../adapters/contract/words.ts";
import { getBasePrefix } from "../../../adapters/http/basePath.ts";
import { videoMachine } from "../../../machines/video.machine.ts";
import type { VideoQuality } from "../../../machines/videoPort.ts";
import { priorityShapes } from "../../live/alarms/priorityShapes.ts";
import { formatPhase } from "../../live/formatFlight.ts";
import { formatRowAge } from "../../live/liveRow.ts";
import { createVideoPort, type LiveVideo } from "../../live/picture/createVideoPort.ts";
import { formatFailure } from "../../live/picture/pictureTexts.ts";
import type { ServerClock } from "../../live/serverClock.ts";
import { shorten } from "../createLabelPainter.ts";
import type { WallFlight } from "../readFlights.ts";
import { useNow } from "../useNow.ts";
import type { WallServices } from "../wallServices.ts";
import type { GivenUp } from "./gridTour.ts";
import { describeStill, isPictureDead } from "./pictureAge.ts";
import classes from "./VideoBoard.module.css";

type VideoActor = ActorRefFrom<ReturnType<typeof videoMachine<LiveVideo>>>;
type VideoSnapshot = SnapshotFrom<VideoActor>;

/** The machine stays where the platform has refused a picture: nobody presses a button at a wall. */
const askAgainMs = 60_000;
const frameReadMs = 1_000;
const noop = () => undefined;

/** When the element last showed a new frame, server's time, read every second; null before the first. */
function useLastFrameAt(element: HTMLVideoElement, clock: ServerClock): number | null {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    let lastAt: number | null = null;
    const note = () => {
      lastAt = clock.now();
      handle = element.requestVideoFrameCallback(note);
    };
    let handle = element.requestVideoFrameCallback(note);
    const timer = setInterval(() => setShownAt(lastAt), frameReadMs);
    return () => {
      element.cancelVideoFrameCallback(handle);
      clearInterval(timer);
    };
  }, [element, clock]);
  return shownAt;
}

/** Why a picture does not move; null while it starts, and where nothing is wrong yet. */
function formatReason(snapshot: VideoSnapshot): string | null {
  if (snapshot.hasTag("ended")) return "任务已经结束";
  if (snapshot.hasTag("failed")) return snapshot.context.failure?.message ?? "";
  if (snapshot.hasTag("retrying")) return `${formatFailure(snapshot.context)}，正在自动重连`;
  return snapshot.hasTag("stalled") ? "正在等待数据" : null;
}

interface PictureProps {
  readonly services: WallServices;
  readonly row: LiveTaskRow;
  readonly quality: VideoQuality;
  /** The platform has no picture of the task, or it stands still for long. Must stay the same function. */
  readonly onGivenUp: (taskId: string, why: GivenUp) => void;
}

/** Keeps the picture going for ever: the machine itself retries, except where the platform has said no. */
function useEndlessPicture(
  actor: VideoActor,
  { services, row: { id }, quality, onGivenUp }: PictureProps,
): void {
  const hasFailed = useSelector(actor, (state) => state.hasTag("failed"));
  const isOver = useSelector(actor, (state) => state.hasTag("failed") || state.hasTag("ended"));
  const isConnected = useSelector(services.actor, (state) => state.hasTag("dataFresh"));
  useEffect(() => {
    actor.send({ type: "video.start", mode: "flv", quality });
    return () => actor.send({ type: "video.stop" });
  }, [actor, quality]);
  useEffect(() => {
    if (hasFailed) onGivenUp(id, "refused");
  }, [hasFailed, onGivenUp, id]);
  useEffect(() => {
    if (!isOver) return;
    const timer = setInterval(() => actor.send({ type: "video.start", mode: "flv", quality }), askAgainMs);
    return () => clearInterval(timer);
  }, [actor, isOver, quality]);
  // The server is back: its pictures are not waited for.
  useEffect(() => {
    if (isConnected) actor.send({ type: "video.retry" });
  }, [actor, isConnected]);
}

/** Plays in the element, and says over it what is wrong. */
function PictureState({ element, ...props }: PictureProps & { readonly element: HTMLVideoElement }) {
  const { services, row, onGivenUp } = props;
  const { client, clock } = services;
  const [actor] = useState(() => {
    const source = { client, taskId: row.id, base: getBasePrefix(), element, now: clock.now };
    const port = createVideoPort({ ...source, prefersSocket: true, onSound: noop, onPull: undefined });
    return createActor(videoMachine(port)).start();
  });
  useEndlessPicture(actor, props);
  const snapshot = useSelector(actor, (current) => current);
  const lastFrameAt = useLastFrameAt(element, clock);
  const now = useNow(clock);
  const [startedAt] = useState(clock.now);
  const still = describeStill(lastFrameAt, startedAt, now);
  const isDead = isPictureDead(lastFrameAt, startedAt, now);
  // Without data the platform is away, and no other picture would move.
  const hasData = useSelector(services.actor, (state) => state.hasTag("dataFresh"));
  const { id } = row;
  useEffect(() => {
    if (isDead && hasData) onGivenUp(id, "dead");
  }, [isDead, hasData, onGivenUp, id]);
  const reason = formatReason(snapshot);
  const isDemo = snapshot.context.video?.stream.source === "demo";
  return (
    <>
      {isDemo && <span className={classes["mark"]}>{pullSource.label("demo")}</span>}
      {(still !== null || lastFrameAt === null) && (
        <div className={classes["state"]} data-interrupted={still !== null || undefined} role="status">
          {still !== null && <strong>{still}</strong>}
          <span>{reason ?? (lastFrameAt === null ? "正在连接画面…" : "正在重新连接")}</span>
        </div>
      )}
    </>
  );
}

/** The picture of one task. It is mute, and nobody can touch it. */
function Picture(props: PictureProps) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const { name, taskNo } = props.row;
  return (
    <>
      <video
        ref={setElement}
        className={classes["video"]}
        muted
        playsInline
        aria-label={`${name || taskNo} 的实时画面`}
      />
      {element && <PictureState element={element} {...props} />}
    </>
  );
}

interface Props extends Omit<PictureProps, "row"> {
  /** Null where there is no task for the cell. */
  readonly row: LiveTaskRow | null;
  /** Null while nothing is known of the flight. */
  readonly flight: WallFlight | null;
  /** Open alarms of the task, most urgent first. */
  readonly alarms: readonly AlarmRow[];
  /** There is little room: the serial number is shortened; company, phase and what an alarm has measured are left out. */
  readonly isSmall: boolean;
}

interface CellProps extends Props {
  readonly row: LiveTaskRow;
}

/** Whose drone it is or, in a small place, which; or its most urgent alarm, and how many there are. */
function TopLine({ row, alarms: [alarm, ...others], services: { clock }, isSmall }: CellProps) {
  const now = useNow(clock);
  return (
    <p className={classes["top"]} data-level={alarm?.priority}>
      {isSmall && <span>{`${shorten(row.droneSn)} `}</span>}
      {!isSmall && !alarm && <span>{row.company}</span>}
      {alarm && (
        <>
          <span aria-hidden>{`${priorityShapes[alarm.priority]} `}</span>
          <span>
            {isSmall ? formatKind(alarm) : `${formatKind(alarm)} ${formatValue(alarm, now)}`}
            {others.length > 0 && ` 等 ${others.length + 1} 条`}
          </span>
        </>
      )}
    </p>
  );
}

/** Whose picture it is, and how it flies. */
function Caption({ row, flight, isSmall }: CellProps) {
  const { status, height } = flight ?? { status: null, height: null };
  return (
    <div className={classes["caption"]}>
      <p>
        <span className={classes["name"]}>{row.name || row.taskNo}</span>
        {!isSmall && <span className={classes["owner"]}>{row.droneSn}</span>}
      </p>
      <p className={classes["values"]}>
        {status === null && <span>{word.notYetFlown}</span>}
        {status && status.link !== "fresh" && <span data-level="p2">{linkState.label(status.link)}</span>}
        {status?.link === "fresh" && !isSmall && <span>{formatPhase(status.phase)}</span>}
        {status && (
          <>
            <span>{height ?? word.unknownHeight}</span>
            <span>{status.battery === null ? "电量未知" : `${status.battery}%`}</span>
            <span>{formatRowAge(status.ageMs)}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** One place of the grid: a picture with its caption, or why there is none. */
export function VideoCell({ row, ...props }: Props) {
  if (!row) return <section className={classes["empty"]}>没有更多飞行任务</section>;
  const { services, quality, onGivenUp, alarms } = props;
  return (
    <section className={classes["cell"]} aria-label={row.name || row.taskNo} data-alarm={alarms[0]?.priority}>
      <Picture key={row.id} {...{ services, row, quality, onGivenUp }} />
      <TopLine row={row} {...props} />
      <Caption row={row} {...props} />
    </section>
  );
}
