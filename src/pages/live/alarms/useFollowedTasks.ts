import { useEffect } from "react";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import { isWaitingP1 } from "../../../../machines/alarmRules.ts";
import type { AlarmsContext } from "../../../../machines/alarmsPort.ts";
import type { AlarmActor } from "../../../live/alarms/alarmServices.ts";
import type { LiveServices } from "../../../live/liveServices.ts";

/** The server sends a console 64 streams; some are left for what the user selects. */
const maxFollowed = 60;

/** Tasks whose own streams the alarms need: the card's, then those of the P1 that wait, then those of the other P1. */
export function findFollowedTasks({
  opened,
  alarms,
}: Pick<AlarmsContext<AlarmRow>, "opened" | "alarms">): readonly string[] {
  const urgent = (alarms ?? []).filter(({ priority }) => priority === "p1");
  const waitingFirst = [...urgent.filter(isWaitingP1), ...urgent];
  const tasks = [opened, ...waitingFirst].flatMap((alarm) => alarm?.taskId ?? []);
  return [...new Set(tasks)].slice(0, maxFollowed);
}

/** While the page is shown, follows the aircraft of the card and of every open P1 by their own streams. */
export function useFollowedTasks({ follower }: LiveServices, actor: AlarmActor): void {
  useEffect(() => {
    const follow = () => follower.replace("alarms", findFollowedTasks(actor.getSnapshot().context));
    follow();
    const subscription = actor.subscribe(follow);
    return () => {
      subscription.unsubscribe();
      follower.replace("alarms", []);
    };
  }, [follower, actor]);
}
