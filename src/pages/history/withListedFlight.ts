import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import type { taskCalls } from "../../../adapters/contract/task.ts";
import { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { FlightRef } from "../../live/playbackAddress.ts";

type TrackAnswer = EndpointData<typeof taskCalls.taskTrack>;

const isUnknown = (value: unknown) =>
  value === undefined || value === null || value === "" || Number.isNaN(value);

/** A record whose unknown fields are as another one of the same thing has them. */
const complete = <T extends object>(record: T, other: Readonly<Record<string, unknown>>): T => ({
  ...record,
  ...Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      isUnknown(value) && !isUnknown(other[name]) ? [[name, other[name]]] : [],
    ),
  ),
});

/**
 * The answer of the track call with what the list of flights tells of its flight: the track of another platform may have
 * places alone.
 */
export async function withListedFlight(
  client: Client,
  { taskId, flightId }: FlightRef,
  answer: TrackAnswer,
  signal: AbortSignal,
): Promise<TrackAnswer> {
  const body = { ids: [flightId], pageNo: 1, pageSize: 200 };
  const page = await client
    .call(taskHistoryCalls.taskHistoryList, { body }, { signal, quiet: true })
    // The track is shown without it.
    .catch(() => null);
  const row = page?.list[0];
  if (!row || row.taskId !== taskId) return answer;
  const flights = answer.flights.map((flight) => (flight.id === flightId ? complete(flight, row) : flight));
  const { id: _, status: _status, ...aboutTask } = row;
  return { ...answer, task: complete(answer.task, aboutTask), flights };
}
