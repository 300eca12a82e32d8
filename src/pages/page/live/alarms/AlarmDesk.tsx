import { useSelector } from "@xstate/react";
import { useState } from "react";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../../pageApi/usePageScope.ts";
import type { LiveServices } from "../liveServices.ts";
import { AlarmCard } from "./AlarmCard.tsx";
import { AlarmFailures, AlarmList } from "./AlarmList.tsx";
import { AlarmStrip } from "./AlarmStrip.tsx";
import classes from "./Alarms.module.css";
import { getAlarmServices } from "./alarmServices.ts";
import { useAlarmKeys } from "./useAlarmKeys.ts";

/** The alarms beside the map: a strip with counts and sound, and below it the list with the card of one of them. */
export function AlarmDesk({ live }: { readonly live: LiveServices }) {
  const scope = usePageScope();
  const pageApi = usePageApi();
  const [alarms] = useState(() => getAlarmServices(scope, pageApi));
  const { actor } = alarms;
  // Null until the user decides: the list is there while there are alarms.
  const [isWanted, setIsWanted] = useState<boolean | null>(null);
  const hasAlarms = useSelector(actor, ({ context }) => (context.alarms?.length ?? 0) > 0);
  const opened = useSelector(actor, ({ context }) => context.opened);
  useAlarmKeys(alarms, live);
  const isOpen = opened !== null || (isWanted ?? hasAlarms);
  const toggle = () => {
    setIsWanted(!isOpen);
    if (isOpen) actor.send({ type: "alarm.leave" });
  };
  return (
    <>
      <AlarmStrip actor={actor} isOpen={isOpen} onToggle={toggle} />
      {isOpen && (
        <section className={classes["dock"]} aria-label="告警" data-dock>
          {opened && <AlarmCard key={opened.id} alarm={opened} alarms={alarms} live={live} />}
          <AlarmFailures actor={actor} />
          <AlarmList actor={actor} clock={live.clock} />
        </section>
      )}
    </>
  );
}
