import { useEffect } from "react";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import type { LiveServices } from "../liveServices.ts";
import { openVideo, showPlace } from "./alarmMoves.ts";
import { getRefusal } from "./alarmRefusals.ts";
import type { AlarmServices } from "./alarmServices.ts";

/** Where a key is typed or has a meaning of its own. */
const ownKeys =
  "input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]";
/** What Space presses; rows of alarms are acknowledged by it instead. */
const pressed = "button, a, summary, [role=button], [role=checkbox], [role=radio]";

/** Space acknowledges the open alarm, or the one of the focused row; V opens its video, L shows its place. */
export function useAlarmKeys({ actor }: AlarmServices, live: LiveServices): void {
  const { user } = usePageApi();
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(ownKeys)) return;
      const { alarms, opened } = actor.getSnapshot().context;
      const rowId = target.closest<HTMLElement>("[data-alarm]")?.dataset["alarm"];
      const alarm = alarms?.find(({ id }) => id === rowId) ?? opened;
      if (!alarm) return;
      const key = event.key.toLowerCase();
      if (key === " ") {
        if (rowId === undefined && target.closest(pressed)) return;
        // Even where there is nothing to acknowledge: the page must not scroll.
        event.preventDefault();
        if (getRefusal("acknowledge", alarm, user.roles) === null)
          actor.send({ type: "alarms.act", wanted: { type: "acknowledge", ids: [alarm.id] } });
      } else if (key === "v") openVideo(live, alarm);
      else if (key === "l") showPlace(live, alarm);
    };
    // A button fires on keyup: its keydown is prevented above.
    const prevent = (event: KeyboardEvent) => {
      if (event.key === " " && event.target instanceof Element && event.target.closest("[data-alarm]"))
        event.preventDefault();
    };
    document.addEventListener("keydown", handle);
    document.addEventListener("keyup", prevent);
    return () => {
      document.removeEventListener("keydown", handle);
      document.removeEventListener("keyup", prevent);
    };
  }, [actor, live, user]);
}
