import { Button, Kbd } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../adapters/contract/alarmLine.ts";
import type { AlarmServices } from "../../live/alarms/alarmServices.ts";
import { formatPlace } from "../../live/alarms/alarmTexts.ts";
import { livePath } from "../../live/alarms/livePath.ts";
import { OutageBanner } from "../../live/alarms/OutageBanner.tsx";
import { useAlarms } from "../../live/alarms/useAlarms.ts";
import { useNow } from "../../live/alarms/useNow.ts";
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
      <div className={classes["outage"]}>
        <OutageBanner actor={alarms.actor} />
      </div>
      <NewestP1 alarms={alarms} />
    </>
  );
}

function NewestP1({ alarms }: { readonly alarms: AlarmServices }) {
  const newest = useSelector(alarms.actor, ({ context }) => findNewestP1(context.alarms));
  // Each alarm is an element of its own, so that it is read to screen readers.
  return newest && <Bar key={newest.id} alarm={newest} alarms={alarms} />;
}

function Bar({ alarm, alarms }: { readonly alarm: AlarmRow; readonly alarms: AlarmServices }) {
  const now = useNow(alarms.clock);
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
        <strong aria-live="off">{`■ P1 ${formatAlarmLine(alarm, now)}`}</strong>
        <span>{` · ${formatPlace(alarm)} · ${formatClock(Date.parse(alarm.raisedAt))}`}</span>
      </span>
      <Button size="compact-sm" color="red" onClick={() => alarms.locate(alarm)}>
        定位 <Kbd ml={6}>{locateKey}</Kbd>
      </Button>
    </div>
  );
}
