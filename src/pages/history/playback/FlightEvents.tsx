import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useMemo, useRef } from "react";
import * as word from "../../../../adapters/contract/words.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";
import { useMediaTime } from "./mediaClock.ts";
import classes from "./Playback.module.css";
import type { PlaybackServices } from "./playbackServices.ts";
import type { ShownFlight } from "./shownFlight.ts";
import type { FlightZones } from "./zones/useFlightZones.ts";
import { formatStay } from "./zones/zoneStays.ts";

const renderIntervalMs = 500;

interface Props {
  readonly services: PlaybackServices;
  readonly shown: ShownFlight;
  readonly zones: FlightZones;
}

/** Scrolls a list, and nothing around it, until an item is in sight. */
function showInList(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const bottom = offsetTop + offsetHeight;
  if (offsetTop >= list.scrollTop && bottom <= list.scrollTop + list.clientHeight) return;
  list.scrollTo({ top: offsetTop - (list.clientHeight - offsetHeight) / 2 });
}

/** The events of a flight and its stays in zones; a click moves all flights there. */
export function FlightEvents({ services: { actor, clock }, shown: { key, flight, shiftMs }, zones }: Props) {
  const isPlaying = useSelector(actor, (state) => state.hasTag("playing"));
  const timeMs = useMediaTime(clock, isPlaying, renderIntervalMs) - shiftMs;
  const stays = zones.stays.get(key);
  const events = useMemo(
    () =>
      [
        ...flight.events.map(({ number, atMs, label }) => ({ id: `event ${number}`, atMs, label })),
        ...(stays ?? []).map((stay) => ({
          id: `zone ${stay.zoneId} ${stay.fromMs}`,
          atMs: stay.fromMs,
          label: formatStay(stay),
        })),
      ].sort((a, b) => a.atMs - b.atMs),
    [flight, stays],
  );
  const current = events.findLastIndex(({ atMs }) => atMs <= timeMs);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[current];
    if (list.current && item instanceof HTMLElement) showInList(list.current, item);
  }, [current]);
  return (
    <Paper component="section" withBorder className={classes["events"]} aria-label={word.event}>
      <Title order={2} size="h6" p="8px 12px">{`事件 ${events.length}`}</Title>
      {zones.hasFailed && (
        <Group gap="xs" px="sm" pb="xs">
          <Text size="sm">管制区没有加载出来，时间轴上没有它们。</Text>
          <Button size="compact-xs" variant="default" onClick={zones.retry}>
            {word.retry}
          </Button>
        </Group>
      )}
      {events.length === 0 ? (
        <Text size="sm" c="dimmed" px="sm" pb="sm">
          这次飞行没有记录事件。
        </Text>
      ) : (
        <ol ref={list} className={classes["eventList"]}>
          {events.map(({ id, atMs, label }, index) => (
            <li key={id}>
              <button
                type="button"
                className={classes["event"]}
                aria-current={index === current}
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
