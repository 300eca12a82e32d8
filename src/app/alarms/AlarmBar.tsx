import { Button, Kbd } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import { formatKind, formatPlace, formatSubject } from "../../pages/page/alarm/alarmTexts.ts";
import type { AlarmServices } from "../../pages/page/live/alarms/alarmServices.ts";
import { livePath } from "../../pages/page/live/alarms/livePath.ts";
import { OutageBanner } from "../../pages/page/live/alarms/OutageBanner.tsx";
import { useAlarms } from "../../pages/page/live/alarms/useAlarms.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import classes from "./Alarms.module.css";
import { findNewestP1 } from "./waitingAlarms.ts";

/** Leads to the alarm from every page, also from a field. */
const locateKey = "F8";

/** On every page but 实时任务: that the line is down, and the newest P1 that nobody has acknowledged. */
export function AlarmBar() {
  const alarms = useAlarms();
  const { pathname } = useLocation();
  if (!alarms || pathname === livePath) return null;
  return (
    <>
      <OutageBanner actor={alarms.actor} />
      <NewestP1 alarms={alarms} />
    </>
  );
}

function NewestP1({ alarms }: { readonly alarms: AlarmServices }) {
  const newest = useSelector(alarms.actor, ({ context }) => findNewestP1(context.alarms));
  return newest && <Bar alarm={newest} alarms={alarms} />;
}

function Bar({ alarm, alarms }: { readonly alarm: AlarmRow; readonly alarms: AlarmServices }) {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== locateKey) return;
      event.preventDefault();
      alarms.locate(alarm);
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [alarm, alarms]);
  return (
    <div className={classes["bar"]} role="alert">
      <span className={classes["text"]}>
        <strong>{`■ P1 ${formatKind(alarm)}`}</strong>
        <span>{` · ${formatSubject(alarm)} · ${formatPlace(alarm)} · ${formatClock(Date.parse(alarm.raisedAt))}`}</span>
      </span>
      <Button size="compact-sm" color="red" onClick={() => alarms.locate(alarm)}>
        定位 <Kbd ml={6}>{locateKey}</Kbd>
      </Button>
    </div>
  );
}
