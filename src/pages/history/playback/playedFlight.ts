import type { ActorRefFrom } from "xstate";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import type { TaskRow, taskCalls } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { playbackMachine } from "../../../../machines/playback.machine.ts";
import type { FlightRef } from "../../../live/playbackAddress.ts";
import type { StripFlight } from "../strip/stripFlight.ts";
import { type FlightEvent, toFlightEvents } from "./flightEvents.ts";
import { toOutages } from "./toOutages.ts";
import { createTrack, type FlightTrack, type HeightColumn } from "./track.ts";

/** One flight of the playback. */
export interface PlayedFlight extends FlightTrack {
  readonly ref: FlightRef;
  readonly task: TaskRow;
  /** Start of the flight, from which videos count, UTC ms; its track may begin later. */
  readonly startedMs: number;
  readonly events: readonly FlightEvent[];
}

export type PlaybackActor = ActorRefFrom<ReturnType<typeof playbackMachine<PlayedFlight>>>;

/** Why the server's answer cannot be played; the rest of the kinds are those of calls. */
export type FlightProblem = "unknownFlight" | "noTrack" | "damagedTrack";

/** Turns the answer of the track call into a flight, or into the reason why it cannot be played. */
export function toPlayedFlight(
  ref: FlightRef,
  { task, flights, points, events, outages }: EndpointData<typeof taskCalls.taskTrack>,
  alarms: readonly AlarmRow[] = [],
): PlayedFlight | FlightProblem {
  const flight = flights.find(({ id }) => id === ref.flightId);
  if (!flight) return "unknownFlight";
  const chunks = points.flatMap(({ flightId, bytes }) => (flightId === flight.id ? [bytes] : []));
  if (chunks.length === 0) return "noTrack";
  const startedMs = Date.parse(flight.startedAt);
  const track = createTrack({
    chunks,
    clockOffsetMs: flight.clockOffsetMs,
    startedMs,
    endedMs: flight.endedAt === null ? null : Date.parse(flight.endedAt),
    outages: toOutages(outages),
  });
  if (!track) return "damagedTrack";
  const all = toFlightEvents(events, track.startMs, track.endMs, alarms, toOutages(outages));
  return { ...track, ref, task, startedMs, events: all };
}

/** What each height is measured from. */
export const heightDatums: Readonly<Record<HeightColumn, string>> = {
  hAgl: "真高（离地）",
  hRel: word.aboveTakeOff,
  hEll: word.ellipsoidHeight,
};

/** What names a flight among others: its task's number and its drone. */
export const getFlightLabel = ({ task }: Pick<PlayedFlight, "task">): string =>
  `${task.taskNo} ${task.droneSn}`;

/** A flight as the strip draws it. */
export function toStripFlight(flight: PlayedFlight, color: string, shiftMs: number): StripFlight {
  const { ref, startMs, endMs, times, speed, battery, holes, heightColumn, events } = flight;
  return {
    ref,
    label: getFlightLabel(flight),
    color,
    shiftMs,
    startMs,
    endMs,
    times,
    heightM: heightColumn === null ? new Float64Array(times.length).fill(Number.NaN) : flight[heightColumn],
    speedMs: speed,
    battery,
    heightDatum: heightColumn === null ? word.unknownHeight : heightDatums[heightColumn],
    gaps: holes,
    events,
  };
}
