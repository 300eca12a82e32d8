import { Button, Loader, Paper, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useState } from "react";
import { type FlightVideo, videoCalls, videoLens } from "../../../../../adapters/contract/video.ts";
import { resolvePlatformUrl } from "../../../../../adapters/http/basePath.ts";
import { canCall } from "../../../../list/canCall.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import { startNativePlayer } from "../../../../video/nativePlayer.ts";
import type { PlayerError } from "../../../../video/player.ts";
import { formatElapsed } from "../formatDuration.ts";
import { useMediaTime } from "../mediaClock.ts";
import playback from "../Playback.module.css";
import type { PlaybackServices } from "../playbackServices.ts";
import type { ShownFlight } from "../shownFlight.ts";
import { VideoOffset } from "./VideoOffset.tsx";
import classes from "./VideoPanel.module.css";
import { getJump, getVideoSpan, toMediaTime, toVideoMoment, type VideoSpan } from "./videoTime.ts";

const renderIntervalMs = 100;

export interface VideoPanelProps {
  readonly services: PlaybackServices;
  readonly shown: ShownFlight;
  /** At least one. */
  readonly videos: readonly FlightVideo[];
  /** Fetches a new address; rejects if there is none. */
  readonly onRenew: (video: FlightVideo) => Promise<void>;
  readonly onReplace: (video: FlightVideo) => void;
}

interface ItemProps extends Omit<VideoPanelProps, "videos"> {
  readonly video: FlightVideo;
}

/** One video: its picture while the playback is in it, its own time line, its offset. */
function VideoItem({ services, shown, video, onRenew, onReplace }: ItemProps) {
  const { actor, clock } = services;
  const pageApi = usePageApi();
  const [draftMs, setDraftMs] = useState<number | null>(null);
  const isPlaying = useSelector(actor, (state) => state.hasTag("playing"));
  const rangeFromMs = useSelector(actor, ({ context }) => context.range.fromMs);
  const timeMs = useMediaTime(clock, isPlaying, renderIntervalMs);
  const offsetMs = draftMs ?? video.offsetMs;
  const span = getVideoSpan({ offsetMs, durationS: video.durationS }, shown);
  const moment = toVideoMoment(span, timeMs);
  const atS = moment.kind === "during" ? moment.atS : moment.kind === "after" ? video.durationS : 0;
  return (
    <li className={classes["item"]} aria-label={video.name}>
      <div className={classes["head"]}>
        <span className={classes["name"]}>{video.name}</span>
        <Text span size="xs" c="dimmed">
          {videoLens.label(video.lens)}
        </Text>
        <Text
          span
          size="xs"
          className={classes["time"]}
        >{`${formatElapsed(atS * 1_000)} / ${formatElapsed(video.durationS * 1_000)}`}</Text>
      </div>
      {moment.kind === "during" ? (
        <VideoPicture
          key={video.id}
          services={services}
          video={video}
          span={span}
          atS={moment.atS}
          onRenew={() => onRenew(video)}
        />
      ) : (
        <div className={classes["frame"]}>
          <p className={classes["state"]}>
            {moment.kind === "before"
              ? `录像在 ${formatElapsed(span.fromMs - rangeFromMs)} 开始。`
              : `录像已在 ${formatElapsed(span.toMs - rangeFromMs)} 结束。`}
          </p>
        </div>
      )}
      <input
        type="range"
        className={playback["slider"]}
        aria-label={`${video.name} 的进度`}
        aria-valuetext={`${formatElapsed(atS * 1_000)}，共 ${formatElapsed(video.durationS * 1_000)}`}
        min={0}
        max={video.durationS}
        step="any"
        value={atS}
        onChange={({ currentTarget }) =>
          actor.send({ type: "time.seek", ms: toMediaTime(span, currentTarget.valueAsNumber) })
        }
      />
      {canCall(videoCalls.videoOffset, pageApi) && (
        <VideoOffset video={video} draftMs={draftMs} onDraft={setDraftMs} onReplace={onReplace} />
      )}
    </li>
  );
}

/** The videos of a flight, whose code loads with the first of them. */
export default function VideoPanel({ videos, ...item }: VideoPanelProps) {
  return (
    <Paper component="section" withBorder className={classes["panel"]} aria-label="录像">
      <Title order={2} size="h6" p="8px 12px">{`录像 ${videos.length}`}</Title>
      <ul className={classes["list"]}>
        {videos.map((video) => (
          <VideoItem key={video.id} video={video} {...item} />
        ))}
      </ul>
    </Paper>
  );
}

/** A new address helps against an expired one, once; then the edge is away. */
const renewEveryMs = 60_000;

const failureTexts: Readonly<Record<PlayerError, string>> = {
  network: "视频服务器没有应答，或录像已被删除。航迹照常回放，请稍后重试。",
  media: "录像内容无法解码。航迹照常回放，请联系管理员。",
  ended: "录像已结束。",
};

interface Props {
  readonly services: PlaybackServices;
  readonly video: FlightVideo;
  readonly span: VideoSpan;
  /** Seconds after the first frame. */
  readonly atS: number;
  /** Fetches a new address; rejects if there is none. */
  readonly onRenew: () => Promise<void>;
}

/** The picture of a recorded video, in step with the playback. */
function VideoPicture({ services, video, span, atS, onRenew }: Props) {
  const { config } = usePageApi();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [failure, setFailure] = useState<PlayerError | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  /** Length of the file itself, seconds. */
  const [fileS, setFileS] = useState(Number.POSITIVE_INFINITY);
  const [renewedAt, setRenewedAt] = useState(Number.NEGATIVE_INFINITY);
  const url = resolvePlatformUrl(video.url, config.api);

  /** Counts new starts: an address that a recorder gave stays the same. */
  const [attempt, setAttempt] = useState(0);

  const renew = () => {
    setFailure(null);
    setRenewedAt(performance.now());
    onRenew().then(
      () => setAttempt((count) => count + 1),
      () => setFailure("network"),
    );
  };
  const handleError = useEffectEvent((error: PlayerError) => {
    setIsLoaded(false);
    if (error === "network" && performance.now() - renewedAt > renewEveryMs) renew();
    else setFailure(error);
  });

  useEffect(() => {
    if (!element) return;
    const player = startNativePlayer(element, url, {
      onError: (error) => handleError(error),
      onSound: () => undefined,
    });
    return () => player.stop();
  }, [element, url, attempt]);

  const { fromMs, toMs } = span;
  useEffect(() => {
    if (!element) return;
    return followPlayback(element, services, { fromMs, toMs });
  }, [element, services, fromMs, toMs]);

  const hasEnded = atS >= fileS;
  return (
    <div className={classes["frame"]}>
      <video
        ref={setElement}
        className={classes["picture"]}
        muted
        playsInline
        preload="auto"
        aria-label={`${video.name} 的画面`}
        onLoadedMetadata={({ currentTarget }) => setFileS(currentTarget.duration)}
        onLoadedData={() => {
          setIsLoaded(true);
          setFailure(null);
        }}
      />
      {failure === null && !isLoaded && (
        <div className={classes["state"]} role="status">
          <Loader size="sm" color="gray.3" aria-hidden />
          正在加载录像…
        </div>
      )}
      {failure !== null && (
        <div className={classes["state"]} role="status">
          {failureTexts[failure]}
          <Button size="compact-sm" variant="default" onClick={renew}>
            重新加载录像
          </Button>
        </div>
      )}
      {failure === null && isLoaded && hasEnded && (
        <div className={classes["state"]} role="status">
          录像已结束：文件比记录的短。
        </div>
      )}
    </div>
  );
}

/** A seek that took longer does not predict the next one, seconds. */
const maxJumpS = 1;

/** A video that is over begins again when it is played: not for its last pictures, seconds. */
const lastS = 0.5;

/** Sets the speed; returns false where the browser cannot play so fast. */
function setRate(video: HTMLVideoElement, rate: number): boolean {
  if (video.playbackRate === rate) return true;
  try {
    video.playbackRate = rate;
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps a video in step with the playback: it plays, pauses, jumps and changes its speed as the playback does. Where
 * the browser cannot play so fast, it jumps from picture to picture.
 * @param span where the video lies in the playback
 * @returns stops it
 */
function followPlayback(
  video: HTMLVideoElement,
  { actor, clock }: Pick<PlaybackServices, "actor" | "clock">,
  span: VideoSpan,
): () => void {
  const control = new AbortController();
  const { signal } = control;
  let jumpS = 0;
  let jumpedAt: number | null = null;
  /** Where a resting video was last sent, seconds. */
  let restsAtS: number | null = null;
  const follow = (timeMs: number) => {
    const snapshot = actor.getSnapshot();
    const { rate } = snapshot.context;
    const moment = toVideoMoment(span, timeMs);
    // A file may be shorter than its record.
    const isOver = moment.kind !== "during" || moment.atS >= video.duration - (video.ended ? lastS : 0);
    const isPlaying = !isOver && snapshot.hasTag("playing") && setRate(video, rate);
    // A refusal to play leaves a picture that jumps.
    if (isPlaying && video.paused) video.play().catch(() => undefined);
    else if (!isPlaying && !video.paused) video.pause();
    if (isOver || video.seeking || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const toS = getJump({ targetS: moment.atS, currentS: video.currentTime, isPlaying, rate, jumpS });
    // A browser may settle on the nearest picture instead.
    const isThere = toS === null || toS === restsAtS;
    restsAtS = isPlaying ? null : toS;
    if (isThere) return;
    jumpedAt = performance.now();
    video.currentTime = toS;
  };
  const catchUp = () => follow(clock.now());
  video.addEventListener(
    "seeked",
    () => {
      if (jumpedAt !== null) jumpS = Math.min(maxJumpS, (performance.now() - jumpedAt) / 1_000);
      jumpedAt = null;
      // The playback may have jumped again meanwhile.
      catchUp();
    },
    { signal },
  );
  video.addEventListener(
    "loadedmetadata",
    () => {
      restsAtS = null;
      catchUp();
    },
    { signal },
  );
  const unsubscribe = clock.subscribe(follow);
  return () => {
    control.abort();
    unsubscribe();
  };
}
