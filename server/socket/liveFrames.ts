import type { Role } from "../../adapters/contract/roles.ts";
import { type ClientFrame, socketTypes } from "../../adapters/contract/socket.ts";
import { bbox } from "../../adapters/contract/task.ts";
import type { LiveFeed, Subscription } from "../telemetry/feed/liveFeed.ts";
import type { Wire } from "./wire.ts";

/** Who may see flights: the same roles as the call of the live list. */
const mayWatch: readonly Role[] = ["admin", "operator", "duty", "maintainer", "display"];
const wholeFleet = "*";
const notAllowed = "当前角色无权查看实时任务";

/** The frames 3 and 30 of one socket: what of live flight it has open. */
export interface LiveFrames {
  /** Once it is known whose socket this is, and whenever that person's roles may have changed. */
  readonly admit: (roles: readonly Role[]) => void;
  readonly obey: (frame: ClientFrame) => void;
  readonly leave: () => void;
}

/** @param refuse tells the client in Chinese what was wrong with its frame */
export function liveFrames(feed: LiveFeed, wire: Wire, refuse: (message: string) => void): LiveFrames {
  let subscription: Subscription | null = null;

  function open({ taskId, view }: ClientFrame, joined: Subscription) {
    if (taskId === wholeFleet) {
      const box = view === undefined ? null : bbox.safeParse(view.bbox);
      if (box && (!box.success || box.data[1] > box.data[3])) return refuse("视野范围不正确");
      return joined.openFleet(box?.data ?? null);
    }
    if (!/^[1-9]\d{0,18}$/.test(taskId)) return refuse("任务编号不正确");
    if (!joined.openTask(taskId)) refuse("同时打开的任务过多");
  }

  return {
    admit: (roles) => {
      const isAllowed = roles.some((role) => mayWatch.includes(role));
      if (isAllowed) subscription ??= feed.join(wire);
      else if (subscription) {
        subscription.leave();
        subscription = null;
        refuse(notAllowed);
      }
    },
    obey: (frame) => {
      if (!subscription) return refuse(notAllowed);
      if (frame.type === socketTypes.openTask) return open(frame, subscription);
      if (frame.type !== socketTypes.closeTask) return;
      if (frame.taskId === wholeFleet) subscription.closeFleet();
      else subscription.closeTask(frame.taskId);
    },
    leave: () => subscription?.leave(),
  };
}
