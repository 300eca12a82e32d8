import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import { taskCalls } from "../../../../adapters/contract/task.ts";
import { toErrorInfo } from "../../../../machines/errorInfo.ts";
import { toCallError } from "../../../list/toCallError.ts";
import { loadAlarmsOrToast } from "../../../live/alarms/loadAlarms.ts";
import type { FlightRef } from "../../../live/playbackAddress.ts";
import type { PageApi } from "../../../pageApi/usePageApi.ts";
import { type FlightEvent, toFlightEvents } from "../playback/flightEvents.ts";
import { formatFailure } from "../playback/playbackServices.ts";
import { toOutages } from "../playback/toOutages.ts";
import { createTrack, type FlightTrack } from "../playback/track.ts";
import { withListedFlight } from "../withListedFlight.ts";

type TrackAnswer = EndpointData<typeof taskCalls.taskTrack>;

/** What a report is made of. */
export interface ReportData {
  readonly task: TrackAnswer["task"];
  readonly flight: TrackAnswer["flights"][number];
  /** Null without a single sample that can be read. */
  readonly track: FlightTrack | null;
  readonly events: readonly FlightEvent[];
  /** Those of this flight, oldest first. */
  readonly alarms: readonly AlarmRow[];
}

/** Makes a report's data of the answer of the track call; null if the task has no such flight. */
export function toReportData(
  { flightId }: FlightRef,
  { task, flights, points, events, ...answer }: TrackAnswer,
  alarms: readonly AlarmRow[] = [],
): ReportData | null {
  const flight = flights.find(({ id }) => id === flightId);
  if (!flight) return null;
  const [startedMs, endedMs] = [
    Date.parse(flight.startedAt),
    flight.endedAt === null ? null : Date.parse(flight.endedAt),
  ];
  const outages = toOutages(answer.outages);
  const track = createTrack({
    chunks: points.flatMap((point) => (point.flightId === flightId ? [point.bytes] : [])),
    clockOffsetMs: flight.clockOffsetMs,
    startedMs,
    endedMs,
    outages,
  });
  const [fromMs, toMs] = [track?.startMs ?? startedMs, track?.endMs ?? endedMs ?? startedMs];
  return { task, flight, track, events: toFlightEvents(events, fromMs, toMs, [], outages), alarms };
}

/** Why there is no report. */
interface ReportProblem {
  readonly text: string;
  /** Whether another try may help. */
  readonly canRetry: boolean;
}

/** The server's own figures of the flight take precedence. */
const finalKinds: ReadonlySet<string> = new Set(["refused", "notFound", "invalid", "forbidden"]);

/** Loads the flight of a report. */
export async function loadReport(
  { client, config }: Pick<PageApi, "client" | "config">,
  ref: FlightRef,
  signal: AbortSignal,
): Promise<ReportData | ReportProblem> {
  const args = { params: { id: ref.taskId }, query: { flightId: ref.flightId } };
  try {
    const [answer, alarms] = await Promise.all([
      client.call(taskCalls.taskTrack, args, { signal, quiet: true }),
      config.extensions ? loadAlarmsOrToast(client, ref, signal) : [],
    ]);
    const problem = { text: formatFailure({ kind: "unknownFlight", message: "" }), canRetry: false };
    const whole = config.extensions ? answer : await withListedFlight(client, ref, answer, signal);
    return toReportData(ref, whole, alarms) ?? problem;
  } catch (error) {
    const info = toErrorInfo(toCallError(error));
    return { text: formatFailure(info), canRetry: !finalKinds.has(info.kind) };
  }
}
