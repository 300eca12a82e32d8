import { useEffect, useEffectEvent } from "react";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { AlarmServices } from "../../../live/alarms/alarmServices.ts";
import type { LiveServices } from "../../../live/liveServices.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { openVideo, showPlace } from "./alarmMoves.ts";
import { type AlarmViewer, getRefusal } from "./alarmRefusals.ts";

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
export function useAlarmKeys({ actor }: AlarmServices, live: LiveServices, viewer: AlarmViewer): void {
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
