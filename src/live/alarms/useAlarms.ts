import { useState } from "react";
import { alarmCalls } from "../../../adapters/contract/alarm.ts";
import { canCall } from "../../list/canCall.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { type AlarmServices, getAlarmServices } from "./alarmServices.ts";

/** The session's alarms, started by the first who asks; null for roles that may not see them, and on a platform without them. */
export function useAlarms(): AlarmServices | null {
  const pageApi = usePageApi();
  const [alarms] = useState(() =>
    canCall(alarmCalls.alarmOpen, pageApi) ? getAlarmServices(pageApi) : null,
  );
  return alarms;
}
