import { type AlarmRow, alarmCalls } from "../../../adapters/contract/alarm.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { toCallError } from "../../list/toCallError.ts";

/** More than these are for 历史告警. */
const maxRows = 200;

/** Loads the alarms of a flight; it can be shown without them, and the console's toast says that they are missing. */
export async function loadAlarmsOrToast(
  client: Client,
  { flightId }: { readonly flightId: string },
  signal: AbortSignal,
): Promise<readonly AlarmRow[]> {
  try {
    return await loadAlarms(client, { flightId }, signal);
  } catch (error) {
    toCallError(error);
    return [];
  }
}

/** Loads the alarms of a flight or task, oldest first. */
export async function loadAlarms(
  client: Client,
  of: { readonly flightId: string } | { readonly taskId: string },
  signal: AbortSignal,
): Promise<readonly AlarmRow[]> {
  const sort = { field: "raisedAt", order: "asc" } as const;
  const body = { pageNo: 1, pageSize: maxRows, sort, ...of };
  return (await client.call(alarmCalls.alarmList, { body }, { signal })).list;
}
