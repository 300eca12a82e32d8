import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { LiveServices } from "../../../live/liveServices.ts";

/** Opens the alarm's task with its picture. */
export function openVideo({ actor, picture }: LiveServices, { taskId }: AlarmRow): void {
  if (taskId === null) return;
  actor.send({ type: "task.select", taskId });
  picture.request(taskId);
}

/** Moves the map to where the drone is now, else to where the alarm was raised. */
export function showPlace({ feed, table, place }: LiveServices, { taskId, lng, lat }: AlarmRow): void {
  const snapshot = feed.getLatest();
  const index = taskId === null ? null : table.indexOf(taskId);
  const row =
    snapshot && index !== null ? snapshot.columns.index.subarray(0, snapshot.count).indexOf(index) : -1;
  if (snapshot && row >= 0)
    place.request([(snapshot.columns.lon[row] ?? 0) / 1e7, (snapshot.columns.lat[row] ?? 0) / 1e7]);
  else if (lng !== null && lat !== null) place.request([lng, lat]);
}
