import { Paper, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { type FlightVideo, videoCalls, videoLens } from "../../../../../../adapters/contract/video.ts";
import { canCall } from "../../../../../list/canCall.ts";
import { usePageApi } from "../../../../../pageApi/usePageApi.ts";
import { formatElapsed } from "../formatDuration.ts";
import { useMediaTime } from "../mediaClock.ts";
import playback from "../Playback.module.css";
import type { PlaybackServices } from "../playbackServices.ts";
import type { ShownFlight } from "../shownFlight.ts";
import { VideoOffset } from "./VideoOffset.tsx";
import classes from "./VideoPanel.module.css";
import { VideoPicture } from "./VideoPicture.tsx";
import { getVideoSpan, toMediaTime, toVideoMoment } from "./videoTime.ts";

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
  const { user } = usePageApi();
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
        <Text span size="xs" className={classes["time"]}>
          {formatElapsed(atS * 1_000)} / {formatElapsed(video.durationS * 1_000)}
        </Text>
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
      {canCall(videoCalls.videoOffset, user.roles) && (
        <VideoOffset video={video} draftMs={draftMs} onDraft={setDraftMs} onReplace={onReplace} />
      )}
    </li>
  );
}

/** The videos of a flight, whose code loads with the first of them. */
export default function VideoPanel({ videos, ...item }: VideoPanelProps) {
  return (
    <Paper component="section" withBorder className={classes["panel"]} aria-label="录像">
      <Title order={2} size="h6" p="8px 12px">
        录像 {videos.length}
      </Title>
      <ul className={classes["list"]}>
        {videos.map((video) => (
          <VideoItem key={video.id} video={video} {...item} />
        ))}
      </ul>
    </Paper>
  );
}
