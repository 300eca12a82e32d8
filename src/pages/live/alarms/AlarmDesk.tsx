import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useState } from "react";
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
import { openVideo, showPlace } from "./alarmMoves.ts";
import { type AlarmViewer, getRefusal } from "./alarmRefusals.ts";
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

/** Where a key is typed or has a meaning of its own. */
const ownKeys =
  "input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]";
/** What Space presses. */
const pressed = "button, a, summary, [role=button], [role=checkbox], [role=radio]";
/** After the card has changed by itself, nobody has read it for so long, ms. */
const readMs = 800;

/**
 * Space acknowledges what the card shows, or says why not; V opens its video, L shows its place. On a row of the list
 * that the card does not show, Space selects it.
 */
function useAlarmKeys({ actor }: AlarmServices, live: LiveServices, viewer: AlarmViewer): void {
  const { toast } = usePageApi();
  const acknowledge = useEffectEvent((alarm: AlarmRow, hasJustChanged: boolean) => {
    const refusal = getRefusal("acknowledge", alarm, viewer);
    if (refusal !== null) toast.warning(refusal);
    else if (hasJustChanged) toast.warning("刚刚换成了另一条告警，请看清后再按空格");
    else actor.send({ type: "alarms.act", wanted: { type: "acknowledge", ids: [alarm.id], cause: null } });
  });
  useEffect(() => {
    let shownId = actor.getSnapshot().context.selected;
    let changedAt = Number.NEGATIVE_INFINITY;
    const subscription = actor.subscribe(({ context: { selected, pinned } }) => {
      // Whoever pins an alarm has seen it, also where it was shown already.
      if (pinned) changedAt = Number.NEGATIVE_INFINITY;
      else if (selected !== shownId) changedAt = performance.now();
      shownId = selected;
    });
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(ownKeys)) return;
      const { opened, folded } = actor.getSnapshot().context;
      const rowId = target.closest<HTMLElement>("[data-alarm]")?.dataset["alarm"];
      const key = event.key.toLowerCase();
      if (key === " ") {
        if (rowId === undefined && target.closest(pressed)) return;
        // Even where there is nothing to acknowledge: the page must not scroll.
        event.preventDefault();
        if (rowId !== undefined && rowId !== opened?.id) actor.send({ type: "alarm.select", id: rowId });
        else if (folded) actor.send({ type: "card.unfold" });
        else if (opened) acknowledge(opened, event.timeStamp - changedAt < readMs);
      } else if (opened && key === "v") openVideo(live, opened);
      else if (opened && key === "l") showPlace(live, opened);
    };
    // A button fires on keyup: its keydown is prevented above.
    const prevent = (event: KeyboardEvent) => {
      if (event.key === " " && event.target instanceof Element && event.target.closest("[data-alarm]"))
        event.preventDefault();
    };
    document.addEventListener("keydown", handle);
    document.addEventListener("keyup", prevent);
    return () => {
      subscription.unsubscribe();
      document.removeEventListener("keydown", handle);
      document.removeEventListener("keyup", prevent);
    };
  }, [actor, live]);
}
