import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { type AlarmRow, alarmPriority, alarmState } from "../../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../../adapters/contract/alarmLine.ts";
import * as word from "../../../../adapters/contract/words.ts";
import classes from "../../../live/alarms/Alarms.module.css";
import { type AlarmServices, getAlarmServices } from "../../../live/alarms/alarmServices.ts";
import { priorityShapes } from "../../../live/alarms/priorityShapes.ts";
import { useNow } from "../../../live/alarms/useNow.ts";
import type { LiveServices } from "../../../live/liveServices.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { useDuty } from "../duty/useDuty.ts";
import { AlarmCard } from "./AlarmCard.tsx";
import { AlarmFailures, AlarmList } from "./AlarmList.tsx";
import { AlarmStrip } from "./AlarmStrip.tsx";
import { showPlace } from "./alarmMoves.ts";
import type { AlarmViewer } from "./alarmRefusals.ts";
import { useAlarmKeys } from "./useAlarmKeys.ts";
import { useFollowedTasks } from "./useFollowedTasks.ts";

/** Who selects an aircraft looks at it: the card leaves it the room, and comes back after it. */
function useFolding({ actor }: AlarmServices, live: LiveServices): void {
  const selectedTask = useSelector(live.actor, ({ context }) => context.selected);
  useEffect(() => {
    actor.send({ type: selectedTask === null ? "card.unfold" : "card.fold" });
  }, [actor, selectedTask]);
}

/** Shows on the map what was asked for on another page. */
function useLocating({ locating }: AlarmServices, live: LiveServices): void {
  useEffect(() => {
    const show = () => {
      const alarm = locating.take();
      if (alarm) showPlace(live, alarm);
    };
    show();
    return locating.subscribe(show);
  }, [locating, live]);
}

/** The card as one line, while something else is looked at. */
function FoldedCard({
  alarm,
  alarms: { actor, clock },
}: {
  readonly alarm: AlarmRow;
  readonly alarms: AlarmServices;
}) {
  const line = formatAlarmLine(alarm, useNow(clock));
  return (
    <button
      type="button"
      className={classes["foldedCard"]}
      data-priority={alarm.priority}
      aria-expanded={false}
      aria-label={`展开告警 ${alarmPriority.label(alarm.priority)} ${line}`}
      onClick={() => actor.send({ type: "card.unfold" })}
    >
      <span className={classes["shape"]} aria-hidden>
        {priorityShapes[alarm.priority]}
      </span>
      <span>{`${alarmPriority.label(alarm.priority)} ${line} · ${alarmState.label(alarm.state)}`}</span>
    </button>
  );
}

/** The alarms beside the map: a strip with counts and sound, and below it the list with the card of one of them. */
export function AlarmDesk({ live }: { readonly live: LiveServices }) {
  const pageApi = usePageApi();
  const { user } = pageApi;
  const [alarms] = useState(() => getAlarmServices(pageApi));
  const { actor } = alarms;
  const duty = useDuty();
  // Null until the user decides: the list is there while there are alarms.
  const [isWanted, setIsWanted] = useState<boolean | null>(null);
  const hasAlarms = useSelector(
    actor,
    ({ context: { alarms: own, others } }) => (own?.length ?? 0) + others.length > 0,
  );
  const opened = useSelector(actor, ({ context }) => context.opened);
  const folded = useSelector(actor, ({ context }) => context.folded);
  const isLineDown = useSelector(actor, ({ context }) => context.link === "down");
  const viewer: AlarmViewer = { ...user, desks: duty.duty?.shifts, isLineDown };
  useAlarmKeys(alarms, live, viewer);
  useFollowedTasks(live, actor);
  useFolding(alarms, live);
  useLocating(alarms, live);
  const isOpen = opened !== null || (isWanted ?? hasAlarms);
  const toggle = () => {
    setIsWanted(!isOpen);
    if (isOpen) actor.send({ type: "alarm.leave" });
  };
  return (
    <>
      <AlarmStrip
        actor={actor}
        isSoundWanted={alarms.isSoundWanted}
        duty={duty}
        isOpen={isOpen}
        onToggle={toggle}
      />
      {isOpen && (
        <section className={classes["dock"]} aria-label={word.alarm} data-dock>
          {opened && folded && <FoldedCard alarm={opened} alarms={alarms} />}
          {opened && !folded && (
            <AlarmCard key={opened.id} alarm={opened} alarms={alarms} live={live} viewer={viewer} />
          )}
          <AlarmFailures actor={actor} isLineDown={isLineDown} />
          <AlarmList actor={actor} clock={live.clock} viewer={viewer} />
        </section>
      )}
    </>
  );
}
