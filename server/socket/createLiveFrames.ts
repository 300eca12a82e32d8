import type { Role } from "../../adapters/contract/roles.ts";
import { type ClientFrame, socketTypes } from "../../adapters/contract/socket.ts";
import { bbox } from "../../adapters/contract/task.ts";
import type { ScreenView } from "../screens/screenView.ts";
import type { LiveFeed, Subscription } from "../telemetry/feed/liveFeed.ts";
import type { SocketTransport } from "./transport.ts";

/** Roles that may see flights, the same as for the call of the live list. */
const watchRoles: readonly Role[] = ["admin", "operator", "duty", "maintainer", "display"];
/** The task id of frames about the whole fleet. */
export const entireFleet = "*";
const notAllowedMessage = "当前角色无权查看实时任务";

/** Handles frames 3 and 30 of one socket: the live views that it has open. */
export interface LiveFrames {
  /** Call it after registration, and whenever the roles may have changed. @param view of a screen */
  readonly admit: (roles: readonly Role[], view?: ScreenView) => void;
  readonly handle: (frame: ClientFrame) => void;
  readonly leave: () => void;
}

/** @param refuse sends the client a Chinese error message */
export function createLiveFrames(
  feed: LiveFeed,
  transport: SocketTransport,
  refuse: (message: string) => void,
): LiveFrames {
  let subscription: Subscription | null = null;

  function openView({ taskId, view }: ClientFrame, activeSubscription: Subscription) {
    if (taskId === entireFleet) {
      const box = view === undefined ? null : bbox.safeParse(view.bbox);
      if (box && (!box.success || box.data[1] > box.data[3])) return refuse("视野范围不正确");
      return activeSubscription.openFleet(box?.data ?? null);
    }
    if (!/^[1-9]\d{0,18}$/.test(taskId)) return refuse("任务编号不正确");
    if (!activeSubscription.openTask(taskId)) refuse("同时打开的任务过多");
  }

  return {
    admit: (roles, view) => {
      const isAllowed = roles.some((role) => watchRoles.includes(role));
      if (isAllowed) subscription ??= feed.subscribe(transport, view);
      else if (subscription) {
        subscription.unsubscribe();
        subscription = null;
        refuse(notAllowedMessage);
      }
    },
    handle: (frame) => {
      if (!subscription) return refuse(notAllowedMessage);
      if (frame.type === socketTypes.openTask) return openView(frame, subscription);
      if (frame.type !== socketTypes.closeTask) return;
      if (frame.taskId === entireFleet) subscription.closeFleet();
      else subscription.closeTask(frame.taskId);
    },
    leave: () => subscription?.unsubscribe(),
  };
}
