import { Button, Loader } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import type { FlightVideo } from "../../../../../../adapters/contract/video.ts";
import { usePageApi } from "../../../../../pageApi/usePageApi.ts";
import { startNativePlayer } from "../../../../../video/nativePlayer.ts";
import type { PlayerError } from "../../../../../video/player.ts";
import type { PlaybackServices } from "../playbackServices.ts";
import { followPlayback } from "./followPlayback.ts";
import classes from "./VideoPanel.module.css";
import type { VideoSpan } from "./videoTime.ts";

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
export function VideoPicture({ services, video, span, atS, onRenew }: Props) {
  const { config } = usePageApi();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [failure, setFailure] = useState<PlayerError | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  /** Length of the file itself, seconds. */
  const [fileS, setFileS] = useState(Number.POSITIVE_INFINITY);
  const [renewedAt, setRenewedAt] = useState(Number.NEGATIVE_INFINITY);
  const url = new URL(video.url, config.api || location.origin).href;

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
