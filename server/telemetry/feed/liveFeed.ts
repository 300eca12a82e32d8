import type * as z from "zod/mini";
import type { AlarmFlood, AlarmRow, alarmChangedData } from "../../../adapters/contract/alarm.ts";
import { type DutyScope, wholeScope } from "../../../adapters/contract/dutyScope.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import type { Bbox } from "../../../adapters/contract/task.ts";
import { createScopeTest } from "../../../machines/status/dutyScope.ts";
import { type ScreenView, toViewKey } from "../../screens/screenView.ts";
import { toScreenAlarm } from "../../screens/toScreenAlarm.ts";
import type { FeedListener, FeedRegistry, FeedTask } from "./feedRegistry.ts";
import { createFleetParts, type FleetPart } from "./fleetParts.ts";
import { createFleetTable } from "./fleetTable.ts";
import { createFrameSender, type EncodeMessage, type FrameCache } from "./frameSender.ts";
import { toGridZoom } from "./groupCells.ts";
import type { LinkTally } from "./sentTallies.ts";
import { canSend, type FeedSocket, type Subscriber, sendSurely } from "./subscriber.ts";
import { isWorld, toViewBounds } from "./viewBounds.ts";

/** One client's subscription to the feed. */
export interface Subscription {
  /** @param grouping of a map that groups drones close to one another; null for one that shows each */
  readonly openFleet: (view: Bbox | null, grouping?: ViewGrouping | null) => void;
  /** Returns false if the client has too many tasks open. */
  readonly openTask: (taskId: string) => boolean;
  readonly closeFleet: () => void;
  readonly closeTask: (taskId: string) => void;
  /** Whether it is told of alarms, as it is at first. */
  readonly hearAlarms: (hears: boolean) => void;
  readonly unsubscribe: () => void;
}

/** How a map groups the drones of its view. */
export interface ViewGrouping {
  readonly zoom: number;
  /** Part of the view that a second map shows, which groups none. */
  readonly near: Bbox | null;
  /** Task whose drone is in no group. */
  readonly focus?: string | undefined;
}

/** Sends fleet frames, telemetry and events to the sockets. */
export interface LiveFeed {
  readonly listener: FeedListener;
  /** @param view what the socket's wall may show; null for a person */
  readonly subscribe: (socket: FeedSocket, view?: ScreenView | null) => Subscription;
  /** Sends the current frame to every subscriber with an open fleet. */
  readonly tick: (now: number) => void;
  readonly emitZonesChanged: (ids: readonly string[]) => void;
  /** @param forScreens which of the alarms walls get, and what the flood folds of what one shows */
  readonly emitAlarmsChanged: (data: z.output<typeof alarmChangedData>, forScreens?: ScreenAlarms) => void;
  /** Drones by their link in the frame of that time, as the walls of a scope got it. */
  readonly getSent: (scope: DutyScope, serverTime: number) => LinkTally | undefined;
  /** Ids of the tasks that a console shows in detail. */
  readonly listWatched: () => readonly string[];
  /** Sends complete snapshots to all sockets, after the registry was replaced. */
  readonly restart: () => void;
  readonly subscriberCount: () => number;
  /** Frames since the start: sent, and skipped because the client had not read the previous ones. */
  readonly frameCounts: () => { readonly sent: number; readonly skipped: number };
}

/** What walls get of changed alarms, each of what it may show. */
export interface ScreenAlarms {
  readonly alarms: readonly AlarmRow[];
  readonly getFlood: (scope: DutyScope) => AlarmFlood;
}

const maxOpenTasks = 64;
/** Views encoded and bytes sent before yielding to the event loop. */
const maxViewsPerTurn = 8;
const maxBytesPerTurn = 4_000_000;
/** Maximum number of start and end events sent per tick; the table shows the others too. */
const maxEventsPerTick = 200;

/** What all subscribers get at one tick. */
interface TickPayload {
  readonly now: number;
  /** Frames by their content key: subscribers with equal bounds share one. */
  readonly frameCache: FrameCache;
  readonly eventText: string | null;
}

/**
 * @param getRegistry returns the registry that reports to this feed's listener; it is created after the feed
 * @param isCurrent whether that is up to date: the copy of another process's may have stopped
 */
export function createLiveFeed(
  getRegistry: () => FeedRegistry,
  clock: () => Date,
  isCurrent: () => boolean = () => true,
): LiveFeed {
  const subscribers = new Set<Subscriber>();
  const encodeMessage: EncodeMessage = (type, data) =>
    JSON.stringify({ type, at: clock().toISOString(), data });
  const table = createFleetTable({
    get slots() {
      return getRegistry().slots;
    },
    count: () => getRegistry().count(),
    getBySlot: (slot) => getRegistry().getBySlot(slot),
  });
  const watchers = createTaskWatchers(getRegistry, encodeMessage);
  const parts = createFleetParts(getRegistry, table, (change) => encodeMessage(socketTypes.openTask, change));
  const frames = createFrameSender(encodeMessage);
  const sendInTurns = createTurns(subscribers, frames.send);
  let events: TaskEvent[] = [];

  return {
    getSent: (scope, serverTime) => parts.find(scope)?.sent.get(serverTime),
    listWatched: watchers.list,
    restart: () => {
      for (const subscriber of subscribers)
        Object.assign(subscriber, { needsFullTable: true, needsSnapshot: true });
    },
    subscriberCount: () => subscribers.size,
    frameCounts: frames.counts,
    listener: {
      onOpened: table.add,
      onClosed: table.remove,
      // Subscribers see the one task go and the other come, at the same place of the table.
      onRenaming: table.remove,
      onRenamed: table.add,
      onSample: watchers.sendState,
      onEvent: (task, event) => {
        watchers.sendEvent(task, event);
        const isBroadcast = event.kind === "started" || event.kind === "ended";
        if (isBroadcast && events.length < maxEventsPerTick) events.push(event);
      },
    },
    emitZonesChanged: (ids) => {
      const text = encodeMessage(socketTypes.zone, { ids });
      for (const subscriber of subscribers) subscriber.socket.send(text);
    },
    emitAlarmsChanged: (data, forScreens = { alarms: data.alarms, getFlood: () => data.flood }) => {
      const text = encodeMessage(socketTypes.alarm, data);
      const wallTexts = new Map<string, string>();
      const getWallText = (view: ScreenView) => {
        const key = toViewKey(view);
        const known =
          wallTexts.get(key) ?? encodeMessage(socketTypes.alarm, toScreenChange(forScreens, view));
        wallTexts.set(key, known);
        return known;
      };
      for (const subscriber of subscribers)
        if (subscriber.hearsAlarms)
          sendSurely(subscriber, subscriber.view ? getWallText(subscriber.view) : text);
    },
    tick: (now) => {
      frames.startTick();
      parts.tick();
      const eventText = events.length > 0 ? encodeMessage(socketTypes.taskEvent, { events }) : null;
      events = [];
      sendInTurns({ now, frameCache: new Map(), eventText });
    },
    subscribe: (socket, view = null) => {
      const subscriber: Subscriber = {
        socket,
        view,
        part: parts.hold(view?.scope ?? wholeScope),
        bounds: undefined,
        grouping: null,
        knownSlots: null,
        tasks: new Set(),
        needsSnapshot: true,
        hearsAlarms: true,
        needsFullTable: true,
        skippedFrames: 0,
        lastFrameBytes: 0,
      };
      subscribers.add(subscriber);
      return {
        openFleet: (view, grouping = null) => {
          subscriber.bounds = view && !isWorld(view) ? toViewBounds(view) : null;
          subscriber.grouping = grouping && {
            gridZoom: toGridZoom(grouping.zoom),
            near: grouping.near && toViewBounds(grouping.near),
            focus: grouping.focus ?? null,
          };
          subscriber.needsSnapshot = true;
          if (isCurrent()) frames.send(subscriber, clock().getTime(), new Map());
        },
        openTask: (taskId) => watchers.add(subscriber, taskId),
        closeFleet: () => {
          subscriber.bounds = undefined;
          subscriber.needsFullTable = true;
        },
        closeTask: (taskId) => watchers.remove(subscriber, taskId),
        hearAlarms: (hears) => {
          subscriber.hearsAlarms = hears;
        },
        unsubscribe: () => {
          for (const taskId of subscriber.tasks) watchers.remove(subscriber, taskId);
          subscribers.delete(subscriber);
          parts.release(subscriber.part);
        },
      };
    },
  };
}

/** The change as a wall gets it. */
const toScreenChange = (
  { alarms, getFlood }: ScreenAlarms,
  view: ScreenView,
): z.output<typeof alarmChangedData> => ({
  alarms: alarms.filter(createScopeTest([view.scope])).map((alarm) => toScreenAlarm(alarm, view)),
  flood: getFlood(view.scope),
  desks: [],
});

/** Tracks who has which task open, and sends them its samples and events immediately. */
function createTaskWatchers(getRegistry: () => FeedRegistry, encodeMessage: EncodeMessage) {
  const watchers = new Map<string, Set<Subscriber>>();
  const encodeState = (state: LiveState) => encodeMessage(socketTypes.telemetry, state);

  function sendToWatchers(taskId: string, text: () => string) {
    const group = watchers.get(taskId);
    if (!group) return;
    const payload = text();
    for (const subscriber of group) if (canSend(subscriber)) subscriber.socket.send(payload);
  }

  return {
    list: () => [...watchers.keys()],
    /** Returns false if the client has too many tasks open. */
    add: (subscriber: Subscriber, taskId: string): boolean => {
      if (subscriber.tasks.size >= maxOpenTasks && !subscriber.tasks.has(taskId)) return false;
      subscriber.tasks.add(taskId);
      watchers.set(taskId, (watchers.get(taskId) ?? new Set()).add(subscriber));
      const task = getRegistry().getByTask(taskId);
      const state = task ? getRegistry().getLiveState(task) : null;
      if (state && canSend(subscriber)) subscriber.socket.send(encodeState(state));
      return true;
    },
    remove: (subscriber: Subscriber, taskId: string) => {
      subscriber.tasks.delete(taskId);
      const group = watchers.get(taskId);
      group?.delete(subscriber);
      if (group?.size === 0) watchers.delete(taskId);
    },
    sendState: (task: FeedTask) => {
      // 20,000 samples a second come by, mostly with nobody looking at a task.
      if (watchers.size === 0 || !watchers.has(task.task.id)) return;
      const state = getRegistry().getLiveState(task);
      if (state) sendToWatchers(task.task.id, () => encodeState(state));
    },
    sendEvent: (task: FeedTask, event: TaskEvent) =>
      sendToWatchers(task.task.id, () => encodeMessage(socketTypes.taskEvent, { events: [event] })),
  };
}

function sendTableChange(
  { socket, knownSlots }: Subscriber,
  { data, text }: NonNullable<FleetPart["change"]>,
) {
  socket.send(text);
  for (const slot of data.closed) knownSlots?.delete(slot);
  for (const slot of data.index) knownSlots?.add(slot);
}

/** Returns a function that serves all subscribers in batches, so that many of them do not block the event loop. */
function createTurns(
  subscribers: ReadonlySet<Subscriber>,
  sendFrame: (subscriber: Subscriber, now: number, frameCache: FrameCache) => number,
): (tick: TickPayload) => void {
  let pending: Subscriber[] = [];
  let nextTurn: NodeJS.Immediate | undefined;

  function sendPending(tick: TickPayload) {
    clearImmediate(nextTurn);
    const { now, frameCache, eventText } = tick;
    const cachedBefore = frameCache.size;
    let bytesSent = 0;
    while (
      pending.length > 0 &&
      frameCache.size - cachedBefore < maxViewsPerTurn &&
      bytesSent < maxBytesPerTurn
    ) {
      const subscriber = pending.shift();
      if (!subscriber || !subscribers.has(subscriber) || subscriber.bounds === undefined) continue;
      const { change, isWhole } = subscriber.part;
      if (change && !subscriber.needsFullTable) {
        if (canSend(subscriber)) sendTableChange(subscriber, change);
        else subscriber.needsFullTable = true;
      }
      // Of what is not shown nothing is said either.
      if (eventText && isWhole && canSend(subscriber)) subscriber.socket.send(eventText);
      bytesSent += sendFrame(subscriber, now, frameCache);
    }
    if (pending.length > 0) nextTurn = setImmediate(() => sendPending(tick));
  }

  return (tick) => {
    // Subscribers not reached by the previous tick missed its table change.
    for (const subscriber of pending) subscriber.needsFullTable = true;
    pending = [...subscribers].filter(({ bounds }) => bounds !== undefined);
    sendPending(tick);
  };
}
