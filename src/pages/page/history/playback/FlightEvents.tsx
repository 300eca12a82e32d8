import { Paper, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef } from "react";
import { formatClock } from "../../../../ui/format/formatTime.ts";
import { useMediaTime } from "./mediaClock.ts";
import classes from "./Playback.module.css";
import type { PlaybackServices } from "./playbackServices.ts";
import type { ShownFlight } from "./shownFlight.ts";

const renderIntervalMs = 500;

interface Props {
  readonly services: PlaybackServices;
  readonly shown: ShownFlight;
}

/** Scrolls a list, and nothing around it, until an item is in sight. */
function showInList(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const bottom = offsetTop + offsetHeight;
  if (offsetTop >= list.scrollTop && bottom <= list.scrollTop + list.clientHeight) return;
  list.scrollTo({ top: offsetTop - (list.clientHeight - offsetHeight) / 2 });
}

/** The events of a flight; a click moves all flights there. */
export function FlightEvents({ services: { actor, clock }, shown: { flight, shiftMs } }: Props) {
  const isPlaying = useSelector(actor, (state) => state.hasTag("playing"));
  const timeMs = useMediaTime(clock, isPlaying, renderIntervalMs) - shiftMs;
  const { events } = flight;
  const current = events.findLastIndex(({ atMs }) => atMs <= timeMs);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[current];
    if (list.current && item instanceof HTMLElement) showInList(list.current, item);
  }, [current]);
  return (
    <Paper component="section" withBorder className={classes["events"]} aria-label="事件">
      <Title order={2} size="h6" p="8px 12px">
        事件 {events.length}
      </Title>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed" px="sm" pb="sm">
          这次飞行没有记录事件。
        </Text>
      ) : (
        <ol ref={list} className={classes["eventList"]}>
          {events.map(({ number, atMs, label }) => (
            <li key={number}>
              <button
                type="button"
                className={classes["event"]}
                aria-current={number === current}
                onClick={() => actor.send({ type: "time.seek", ms: atMs + shiftMs })}
              >
                <time dateTime={new Date(atMs).toISOString()}>{formatClock(atMs)}</time>
                <span>{label}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Paper>
  );
}
