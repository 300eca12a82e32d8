import { encodeFleetFrame } from "../../../adapters/contract/fleetFrame.ts";
import type { TaskEvent } from "../../../adapters/contract/live.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import type { Bbox } from "../../../adapters/contract/task.ts";
import type { FlightDesk, FlightListener } from "../flights/flightDesk.ts";
import { createFleetTable } from "./fleetTable.ts";
import { type FeedSocket, hasRoom, keepsUp, type Subscriber } from "./subscriber.ts";
import { cutOf, slotsIn } from "./viewCut.ts";

/** One client's hold on the feed. */
export interface Subscription {
  readonly openFleet: (view: Bbox | null) => void;
  /** False where the client has too many open already. */
  readonly openTask: (taskId: string) => boolean;
  readonly closeFleet: () => void;
  readonly closeTask: (taskId: string) => void;
  readonly leave: () => void;
}

/** Live flight on its way to the sockets. */
export interface LiveFeed {
  readonly listener: FlightListener;
  readonly join: (socket: FeedSocket) => Subscription;
  /** Sends every fleet subscriber the picture of now. */
  readonly tick: (now: number) => void;
  readonly zoneChanged: (ids: readonly string[]) => void;
  readonly subscribers: () => number;
  /** Pictures of the fleet since the start: sent, and skipped as the client had not read the ones before. */
  readonly frames: () => { readonly sent: number; readonly skipped: number };
}

const mostTasks = 64;
/** Different views that are cut, and bytes that are sent, before anybody else gets a turn. */
const viewsAtOnce = 8;
const bytesAtOnce = 4_000_000;
/** Starts and ends that are told at one tick; who has the fleet open sees the rest in the table. */
const mostEvents = 200;

/** What everybody is sent at one tick. */
interface Tick {
  readonly now: number;
  /** Frames by what they hold: equal cuts share one. */
  readonly made: Map<string, Uint8Array>;
  readonly changeText: string | null;
  readonly eventText: string | null;
}

/** @param desk gives the desk that reports to this feed's listener; it is made after the feed */
export function createLiveFeed(desk: () => FlightDesk, clock: () => Date): LiveFeed {
  const subscribers = new Set<Subscriber>();
  const watchers = new Map<string, Set<Subscriber>>();
  const table = createFleetTable({
    get slots() {
      return desk().slots;
    },
    count: () => desk().count(),
    at: (slot) => desk().at(slot),
  });
  let sequence = 0;
  let framesSent = 0;
  let framesSkipped = 0;
  let events: TaskEvent[] = [];
  let rows = new Uint32Array(0);
  let unreached: Subscriber[] = [];
  let turn: NodeJS.Immediate | undefined;

  const message = (type: number, data: unknown) => JSON.stringify({ type, at: clock().toISOString(), data });

  function toWatchers(taskId: string, text: () => string) {
    const group = watchers.get(taskId);
    if (!group) return;
    const own = text();
    for (const subscriber of group) if (hasRoom(subscriber)) subscriber.socket.send(own);
  }
  const stateText = (state: LiveState) => message(socketTypes.telemetry, state);

  /** The frame of a cut and what it follows; equal cuts share one within a tick. */
  function frameFor(subscriber: Subscriber, now: number, made: Map<string, Uint8Array>): Uint8Array {
    const { fleet, slots, count } = desk();
    const cut = subscriber.cut ?? null;
    const followed = new Set<number>();
    if (cut) for (const id of subscriber.tasks) followed.add(desk().flightOf(id)?.slot ?? -1);
    const { fresh } = subscriber;
    const key = cut
      ? `${fresh} ${cut.west} ${cut.south} ${cut.east} ${cut.north} ${[...followed]}`
      : `${fresh}`;
    const known = made.get(key);
    if (known) return known;
    const total = count();
    if (rows.length < total) rows = new Uint32Array(total * 2);
    const n = slotsIn(fleet, slots, total, cut, followed, rows);
    const head = { serverTime: now, sequence, table: table.version(), snapshot: fresh, fleet: total };
    const frame = encodeFleetFrame(head, fleet.columns, n, rows);
    made.set(key, frame);
    return frame;
  }

  /** @returns bytes that were sent */
  function sendPicture(subscriber: Subscriber, now: number, made: Map<string, Uint8Array>): number {
    const frame = frameFor(subscriber, now, made);
    if (!keepsUp(subscriber, frame.byteLength)) {
      framesSkipped += 1;
      return 0;
    }
    framesSent += 1;
    if (subscriber.behind) {
      subscriber.behind = false;
      subscriber.socket.send(message(socketTypes.openTask, table.full()));
    }
    subscriber.fresh = false;
    subscriber.socket.sendBytes(frame);
    return frame.byteLength;
  }

  /** Serves those not reached yet, some at a time, so that many of them do not hold up everything else. */
  function sendAll(tick: Tick) {
    clearImmediate(turn);
    const { now, made, changeText, eventText } = tick;
    const before = made.size;
    let sent = 0;
    while (unreached.length > 0 && made.size - before < viewsAtOnce && sent < bytesAtOnce) {
      const subscriber = unreached.shift();
      if (!subscriber || !subscribers.has(subscriber) || subscriber.cut === undefined) continue;
      if (changeText && !subscriber.behind) {
        if (hasRoom(subscriber)) subscriber.socket.send(changeText);
        else subscriber.behind = true;
      }
      if (eventText && hasRoom(subscriber)) subscriber.socket.send(eventText);
      sent += sendPicture(subscriber, now, made);
    }
    if (unreached.length > 0) turn = setImmediate(() => sendAll(tick));
  }

  return {
    subscribers: () => subscribers.size,
    frames: () => ({ sent: framesSent, skipped: framesSkipped }),
    listener: {
      opened: table.opened,
      closed: table.closed,
      told: (flight) => {
        // 20,000 samples a second come by, mostly with nobody looking at a task.
        if (watchers.size === 0 || !watchers.has(flight.task.id)) return;
        const state = desk().stateOf(flight);
        if (state) toWatchers(flight.task.id, () => stateText(state));
      },
      event: (flight, event) => {
        toWatchers(flight.task.id, () => message(socketTypes.taskEvent, { events: [event] }));
        const forAll = event.kind === "started" || event.kind === "ended";
        if (forAll && events.length < mostEvents) events.push(event);
      },
    },
    zoneChanged: (ids) => {
      const text = message(socketTypes.zone, { ids });
      for (const subscriber of subscribers) subscriber.socket.send(text);
    },
    tick: (now) => {
      sequence += 1;
      const change = table.takeChange();
      const changeText = change ? message(socketTypes.openTask, change) : null;
      const eventText = events.length > 0 ? message(socketTypes.taskEvent, { events }) : null;
      events = [];
      // Who was not reached by the tick before has missed what it told of the table.
      for (const subscriber of unreached) subscriber.behind = true;
      unreached = [...subscribers].filter(({ cut }) => cut !== undefined);
      sendAll({ now, made: new Map(), changeText, eventText });
    },
    join: (socket) => {
      const subscriber: Subscriber = {
        socket,
        cut: undefined,
        tasks: new Set(),
        fresh: true,
        behind: true,
        skipped: 0,
      };
      subscribers.add(subscriber);
      const closeTask = (taskId: string) => {
        subscriber.tasks.delete(taskId);
        const group = watchers.get(taskId);
        group?.delete(subscriber);
        if (group?.size === 0) watchers.delete(taskId);
      };
      return {
        openFleet: (view) => {
          subscriber.cut = view ? cutOf(view) : null;
          subscriber.fresh = true;
          sendPicture(subscriber, clock().getTime(), new Map());
        },
        openTask: (taskId) => {
          if (subscriber.tasks.size >= mostTasks && !subscriber.tasks.has(taskId)) return false;
          subscriber.tasks.add(taskId);
          watchers.set(taskId, (watchers.get(taskId) ?? new Set()).add(subscriber));
          const flight = desk().flightOf(taskId);
          const state = flight ? desk().stateOf(flight) : null;
          if (state && hasRoom(subscriber)) socket.send(stateText(state));
          return true;
        },
        closeFleet: () => {
          subscriber.cut = undefined;
          subscriber.behind = true;
        },
        closeTask,
        leave: () => {
          for (const taskId of subscriber.tasks) closeTask(taskId);
          subscribers.delete(subscriber);
        },
      };
    },
  };
}
