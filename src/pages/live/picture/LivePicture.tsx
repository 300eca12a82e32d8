import { ActionIcon, Badge, Button, Loader, Text } from "@mantine/core";
import { IconMaximize, IconMinimize, IconVolume, IconVolumeOff } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type ActorRefFrom, createActor, type SnapshotFrom } from "xstate";
import { type PulledStream, pullSource, videoLens } from "../../../../adapters/contract/video.ts";
import { videoMachine } from "../../../../machines/video.machine.ts";
import type { VideoMode, VideoQuality, VideoStep } from "../../../../machines/videoPort.ts";
import type { FlightMetric } from "../../../live/flightMetrics.ts";
import { createVideoPort, type LiveVideo } from "../../../live/picture/createVideoPort.ts";
import { formatFailure, stepLabels } from "../../../live/picture/pictureTexts.ts";
import type { ServerClock } from "../../../live/serverClock.ts";
import { onNetworkReturn } from "../../../pageApi/onNetworkReturn.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import classes from "./LivePicture.module.css";
import { useDocumentVisible } from "./useDocumentVisible.ts";

type VideoMachine = ReturnType<typeof videoMachine<LiveVideo>>;
type VideoActor = ActorRefFrom<VideoMachine>;
type VideoSnapshot = SnapshotFrom<VideoMachine>;

/** Steps of a start, in their order. */
const startSteps = ["requesting", "pushing", "firstFrame"] as const satisfies readonly VideoStep[];

/** The step of a start that is under way; null outside of a start. */
function getStartStep(snapshot: VideoSnapshot): (typeof startSteps)[number] | null {
  if (snapshot.matches("requesting")) return "requesting";
  if (snapshot.matches({ attached: "pushing" })) return "pushing";
  return snapshot.matches({ attached: "firstFrame" }) ? "firstFrame" : null;
}

/** The steps of a start; the one under way is marked. */
function StartSteps({ step }: { readonly step: (typeof startSteps)[number] }) {
  return (
    <>
      <Loader size="sm" color="gray.3" aria-hidden />
      <ol className={classes["steps"]}>
        {startSteps.map((each) => (
          <li key={each} aria-current={each === step ? "step" : undefined}>
            {stepLabels[each]}
          </li>
        ))}
      </ol>
    </>
  );
}

/** What is shown over the picture while it does not move. */
function PictureState({ actor, snapshot }: { readonly actor: VideoActor; readonly snapshot: VideoSnapshot }) {
  const step = getStartStep(snapshot);
  if (snapshot.hasTag("playing")) return null;
  return (
    <div className={classes["state"]} role="status">
      {step && <StartSteps step={step} />}
      {snapshot.hasTag("stalled") && <Text size="sm">画面停住，正在等待数据…</Text>}
      {snapshot.hasTag("retrying") && (
        <Text size="sm">{`${formatFailure(snapshot.context)}，稍后自动重试（第 ${snapshot.context.failures} 次）…`}</Text>
      )}
      {snapshot.hasTag("failed") && <Text size="sm">{snapshot.context.failure?.message}</Text>}
      {(snapshot.hasTag("retrying") || snapshot.hasTag("failed")) && (
        <Button size="xs" variant="default" onClick={() => actor.send({ type: "video.retry" })}>
          重新连接
        </Button>
      )}
      {snapshot.hasTag("ended") && <Text size="sm">任务已经结束，没有实时画面。</Text>}
    </div>
  );
}

/** Of a picture on the whole screen. */
const largestQuality = 4;

const subscribeFullscreen = (onChange: () => void) => {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
};

interface Props {
  readonly taskId: string;
  readonly taskName: string;
  readonly clock: Pick<ServerClock, "now">;
  readonly mode: VideoMode;
  /** The largest picture to ask for. */
  readonly quality: VideoQuality;
  /** Takes FLV over a WebSocket, for pages with more pictures than connections. */
  readonly prefersSocket?: boolean;
  /** Drawn over the picture. */
  readonly metrics: readonly FlightMetric[];
  /** Offers a switch where the stream has sound. Until it is used the picture is mute. */
  readonly hasSoundSwitch?: boolean;
  /** Called with each answer of the platform. Must stay the same function. */
  readonly onPull?: (stream: PulledStream) => void;
}

/** Plays in the element and shows the state of the picture over it. Stops while page or tab are hidden. */
function PictureOverlay({
  element,
  taskId,
  clock,
  mode,
  quality,
  prefersSocket = false,
  metrics,
  hasSoundSwitch = false,
  onPull,
}: Omit<Props, "taskName"> & { readonly element: HTMLVideoElement }) {
  const { client, config, socket } = usePageApi();
  const [soundMode, setSoundMode] = useState<PulledStream["mode"] | null>(null);
  const [actor] = useState(() => {
    const source = { client, taskId, base: config.api, element, now: clock.now, prefersSocket, onPull };
    return createActor(videoMachine(createVideoPort({ ...source, onSound: setSoundMode }))).start();
  });
  const isVisible = useDocumentVisible();
  const isEnlarged = useSyncExternalStore(
    subscribeFullscreen,
    () => document.fullscreenElement !== null && document.fullscreenElement === element.parentElement,
  );
  const shownQuality = isEnlarged ? largestQuality : quality;
  useEffect(() => {
    if (!isVisible) return;
    actor.send({ type: "video.start", mode, quality: shownQuality });
    return () => actor.send({ type: "video.stop" });
  }, [actor, mode, shownQuality, isVisible]);
  useEffect(() => onNetworkReturn(socket, () => actor.send({ type: "video.retry" })), [actor, socket]);
  const snapshot = useSelector(actor, (current) => current);
  const { video, latencyMs } = snapshot.context;
  const isMoving = snapshot.hasTag("playing");
  return (
    <>
      {video && (
        <div className={classes["marks"]}>
          {video.stream.source === "demo" && (
            <Badge color="orange" variant="filled" radius="sm">
              {pullSource.label("demo")}
            </Badge>
          )}
          <span>{videoLens.label(video.stream.lens)}</span>
          {isMoving && latencyMs !== null && <span>{`延迟 ${(latencyMs / 1_000).toFixed(1)} 秒`}</span>}
        </div>
      )}
      {isMoving && metrics.length > 0 && (
        <dl className={classes["metrics"]}>
          {metrics.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <PictureState actor={actor} snapshot={snapshot} />
      <div className={classes["switches"]}>
        {hasSoundSwitch && soundMode === snapshot.context.mode && (
          <SoundSwitch
            element={element}
            // Its player has left the sound out so far.
            onUnmute={() =>
              soundMode === "flv" && actor.send({ type: "video.start", mode, quality: shownQuality })
            }
          />
        )}
        <EnlargeSwitch frame={element.parentElement} isEnlarged={isEnlarged} />
      </div>
    </>
  );
}

/** The picture of a task that is under way, with telemetry over it. */
export default function LivePicture({ taskName, ...overlay }: Props) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  return (
    <div className={classes["frame"]}>
      <video
        ref={setElement}
        className={classes["video"]}
        muted
        playsInline
        aria-label={`${taskName} 的实时画面`}
      />
      {element && <PictureOverlay element={element} {...overlay} />}
    </div>
  );
}

interface EnlargeSwitchProps {
  /** The picture with what is drawn over it; null before it is in the page. */
  readonly frame: HTMLElement | null;
  readonly isEnlarged: boolean;
}

/** Shows one picture on the whole screen, and back. */
function EnlargeSwitch({ frame, isEnlarged }: EnlargeSwitchProps) {
  const { toast } = usePageApi();
  const toggle = async () => {
    try {
      if (isEnlarged) await document.exitFullscreen();
      else await frame?.requestFullscreen();
    } catch {
      // The API is missing, or a frame may not use it.
      toast.warning("浏览器不允许全屏，请在实时任务中打开画面");
    }
  };
  const label = isEnlarged ? "退出全屏" : "放大画面";
  const Icon = isEnlarged ? IconMinimize : IconMaximize;
  return (
    <ActionIcon
      variant="filled"
      color="dark"
      size="md"
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

interface SoundSwitchProps {
  readonly element: HTMLVideoElement;
  /** Called when the element is no longer muted. */
  readonly onUnmute: () => void;
}

function setMuted(element: HTMLVideoElement, isMuted: boolean): void {
  element.muted = isMuted;
}

/** Switches the sound of a picture on and off. */
function SoundSwitch({ element, onUnmute }: SoundSwitchProps) {
  const [isMuted, setIsMuted] = useState(element.muted);
  useEffect(() => {
    // Of the element itself: a browser may refuse to start with sound.
    const follow = () => setIsMuted(element.muted);
    element.addEventListener("volumechange", follow);
    return () => element.removeEventListener("volumechange", follow);
  }, [element]);
  const toggle = () => {
    setMuted(element, !isMuted);
    // There is no event for it: the new start that `onUnmute` leads to drops the element's pending events.
    setIsMuted(!isMuted);
    if (isMuted) onUnmute();
  };
  return (
    <ActionIcon
      variant="filled"
      color="dark"
      size="md"
      aria-label={isMuted ? "打开声音" : "关闭声音"}
      title={isMuted ? "打开声音" : "关闭声音"}
      onClick={toggle}
    >
      {isMuted ? <IconVolumeOff size={18} aria-hidden /> : <IconVolume size={18} aria-hidden />}
    </ActionIcon>
  );
}
