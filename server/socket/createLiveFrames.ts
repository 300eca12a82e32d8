import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { type Caller, mayCall } from "../../adapters/contract/mayCall.ts";
import { type ClientFrame, entireFleet, socketTypes } from "../../adapters/contract/socket.ts";
import { type Bbox, bbox, taskCalls } from "../../adapters/contract/task.ts";
import type { ScreenView } from "../screens/screenView.ts";
import type { LiveFeed, Subscription } from "../telemetry/feed/liveFeed.ts";
import type { SocketTransport } from "./transport.ts";

const taskIdPattern = /^[1-9]\d{0,18}$/;
const notAllowedMessage = "当前角色无权查看实时任务";

/** Handles frames 3 and 30 of one socket: the live views that it has open. */
export interface LiveFrames {
  /** Call it after registration, and whenever the rights may have changed. */
  readonly admit: (caller: Caller) => void;
  /** Call it for a screen, which sees what its view has. */
  readonly admitScreen: (view: ScreenView) => void;
  readonly handle: (frame: ClientFrame) => void;
  readonly leave: () => void;
}

/** Null for what is no box. */
function parseBox(degrees: readonly number[]): Bbox | null {
  const { success, data } = bbox.safeParse(degrees);
  return success && data[1] <= data[3] ? data : null;
}

/** @param refuse sends the client a Chinese error message */
export function createLiveFrames(
  feed: LiveFeed,
  transport: SocketTransport,
  refuse: (message: string) => void,
): LiveFrames {
  let subscription: Subscription | null = null;
  let mayWatch = true;

  function openView({ taskId, view }: ClientFrame, activeSubscription: Subscription) {
    if (taskId === entireFleet) {
      if (!view) return activeSubscription.openFleet(null);
      const [box, near] = [parseBox(view.bbox), view.near && parseBox(view.near)];
      if (!box || near === null) return refuse("视野范围不正确");
      const { zoom, groups, focus } = view;
      if (focus !== undefined && !taskIdPattern.test(focus)) return refuse("任务编号不正确");
      return activeSubscription.openFleet(box, groups ? { zoom, near: near ?? null, focus } : null);
    }
    if (!taskIdPattern.test(taskId)) return refuse("任务编号不正确");
    if (!activeSubscription.openTask(taskId)) refuse("同时打开的任务过多");
  }

  function leave() {
    subscription?.unsubscribe();
    subscription = null;
  }

  return {
    admit: (caller) => {
      const couldWatch = subscription !== null && mayWatch;
      mayWatch = mayCall(caller, taskCalls.taskStartList);
      const mayHear = mayCall(caller, alarmCalls.alarmOpen);
      // Anew, without the flights that are open.
      if (couldWatch && !mayWatch) {
        leave();
        refuse(notAllowedMessage);
      }
      if (!mayWatch && !mayHear) return leave();
      subscription ??= feed.subscribe(transport);
      subscription.hearAlarms(mayHear);
    },
    admitScreen: (view) => {
      subscription ??= feed.subscribe(transport, view);
    },
    handle: (frame) => {
      if (!subscription || !mayWatch) return refuse(notAllowedMessage);
      if (frame.type === socketTypes.openTask) return openView(frame, subscription);
      if (frame.type !== socketTypes.closeTask) return;
      if (frame.taskId === entireFleet) subscription.closeFleet();
      else subscription.closeTask(frame.taskId);
    },
    leave,
  };
}
