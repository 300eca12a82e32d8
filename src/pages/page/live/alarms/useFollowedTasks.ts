import { useEffect } from "react";
import type { LiveServices } from "../liveServices.ts";
import type { AlarmActor } from "./alarmServices.ts";
import { findFollowedTasks } from "./findFollowedTasks.ts";

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
