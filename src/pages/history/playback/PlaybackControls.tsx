import { ActionIcon, NativeSelect, Popover, SegmentedControl, Switch, Text, Tooltip } from "@mantine/core";
import {
  IconKeyboard,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconRewindBackward5,
  IconRewindForward5,
} from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { Fragment, type ReactNode, useCallback, useEffect, useState } from "react";
import * as word from "../../../../adapters/contract/words.ts";
import { playbackRates } from "../../../../machines/playbackPort.ts";
import panel from "../../../live/TaskPanel.module.css";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { PlaybackStrip } from "../strip/PlaybackStrip.tsx";
import type { StripBar, StripFlight } from "../strip/stripFlight.ts";
import { formatElapsed } from "./formatDuration.ts";
import { useMediaTime } from "./mediaClock.ts";
import classes from "./Playback.module.css";
import { keyHelp } from "./playbackKeys.ts";
import type { PlaybackServices } from "./playbackServices.ts";

const renderIntervalMs = 100;
const stepMs = 5_000;

interface ButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ControlButton({ label, onClick, children }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/**
 * The keys can be tried while the help is open: the focus stays where it is, and Escape is heard wherever that is.
 */
function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setIsOpen(false);
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [isOpen]);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} withArrow shadow="md" position="top-end">
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label="键盘操作" onClick={() => setIsOpen(!isOpen)}>
          <IconKeyboard size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={panel["rows"]}>
          {keyHelp.map(([keys, effect]) => (
            <Fragment key={keys}>
              <dt>{keys}</dt>
              <dd>{effect}</dd>
            </Fragment>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Play, pause and jumps. */
function TransportButtons({ services: { actor } }: { readonly services: PlaybackServices }) {
  const isPlaying = useSelector(actor, (state) => state.hasTag("playing"));
  return (
    <>
      <ControlButton label="到开头" onClick={() => actor.send({ type: "time.home" })}>
        <IconPlayerSkipBack size={18} />
      </ControlButton>
      <ControlButton label="后退 5 秒" onClick={() => actor.send({ type: "time.step", ms: -stepMs })}>
        <IconRewindBackward5 size={18} />
      </ControlButton>
      <ControlButton
        label={isPlaying ? word.pause : "播放"}
        onClick={() => actor.send({ type: "player.toggle" })}
      >
        {isPlaying ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
      </ControlButton>
      <ControlButton label="前进 5 秒" onClick={() => actor.send({ type: "time.step", ms: stepMs })}>
        <IconRewindForward5 size={18} />
      </ControlButton>
      <ControlButton label="到结尾" onClick={() => actor.send({ type: "time.end" })}>
        <IconPlayerSkipForward size={18} />
      </ControlButton>
    </>
  );
}

/** Speed, positions between samples, and comparing. */
function PlaybackOptions({ services: { actor } }: { readonly services: PlaybackServices }) {
  const rate = useSelector(actor, ({ context }) => context.rate);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const compare = useSelector(actor, ({ context }) => context.compare);
  const count = useSelector(actor, ({ context }) => Object.keys(context.tracks).length);
  return (
    <>
      <NativeSelect
        aria-label="播放速度"
        data={playbackRates.map((value) => ({ value: String(value), label: `${value}×` }))}
        value={String(rate)}
        onChange={({ currentTarget }) => {
          const chosen = playbackRates.find((value) => String(value) === currentTarget.value);
          if (chosen !== undefined) actor.send({ type: "rate.choose", rate: chosen });
        }}
      />
      <SegmentedControl
        aria-label="位置显示"
        size="xs"
        data={[
          { value: "smooth", label: "平滑显示" },
          { value: "raw", label: "原始点位" },
        ]}
        value={smooth ? "smooth" : "raw"}
        onChange={(value) => actor.send({ type: "smoothing.choose", smooth: value === "smooth" })}
      />
      {count > 1 && (
        <Switch
          label="对齐起飞时刻"
          checked={compare}
          onChange={({ currentTarget }) =>
            actor.send({ type: "compare.choose", compare: currentTarget.checked })
          }
        />
      )}
    </>
  );
}

interface Props {
  readonly services: PlaybackServices;
  readonly flights: readonly StripFlight[];
  readonly videos: readonly StripBar[];
  readonly zones: readonly StripBar[];
  /** The take-off from which compared flights count, ms; null where they have their own times. */
  readonly zeroMs: number | null;
  /** Moves to the next flight; null where that means nothing. */
  readonly onNextFlight: (() => void) | null;
}

/** The time line and what moves it. */
export function PlaybackControls({ services, flights, videos, zones, zeroMs, onNextFlight }: Props) {
  const { actor, clock } = services;
  const isPlaying = useSelector(actor, (state) => state.hasTag("playing"));
  const { fromMs, toMs } = useSelector(actor, ({ context }) => context.range);
  const timeMs = useMediaTime(clock, isPlaying, renderIntervalMs);
  const seek = useCallback((ms: number) => actor.send({ type: "time.seek", ms }), [actor]);
  const moveTo = (ms: number) => {
    const isScrubbing = actor.getSnapshot().matches({ player: { ready: "scrubbing" } });
    actor.send({ type: isScrubbing ? "scrub.move" : "time.seek", ms });
  };
  return (
    <section className={classes["controls"]} aria-label="播放控制">
      <input
        type="range"
        className={classes["slider"]}
        aria-label="播放进度"
        aria-valuetext={`${zeroMs === null ? `${formatTime(new Date(timeMs).toISOString())}，` : ""}第 ${formatElapsed(timeMs - fromMs)}`}
        min={fromMs}
        max={toMs}
        step="any"
        value={timeMs}
        onChange={({ currentTarget }) => moveTo(currentTarget.valueAsNumber)}
        onPointerDown={({ button }) => {
          // The browser's menu, which another button opens, keeps the end of the press to itself.
          if (button === 0) actor.send({ type: "scrub.start" });
        }}
        onPointerUp={() => actor.send({ type: "scrub.end" })}
        onPointerCancel={() => actor.send({ type: "scrub.end" })}
      />
      <div className={classes["row"]}>
        <TransportButtons services={services} />
        {onNextFlight && (
          <ControlButton label="到下一次飞行" onClick={onNextFlight}>
            <IconPlayerTrackNext size={18} />
          </ControlButton>
        )}
        <Text
          component="span"
          className={classes["time"]}
        >{`${formatElapsed(timeMs - fromMs)} / ${formatElapsed(toMs - fromMs)}`}</Text>
        <PlaybackOptions services={services} />
        <KeyHelp />
      </div>
      <PlaybackStrip
        flights={flights}
        videos={videos}
        zones={zones}
        fromMs={fromMs}
        toMs={toMs}
        timeMs={timeMs}
        zeroMs={zeroMs}
        onSeek={seek}
      />
    </section>
  );
}
