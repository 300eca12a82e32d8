import { vi } from "vitest";
import { createActor } from "xstate";
import { socketMachine } from "../../machines/socket.machine.ts";
import type { ConnectionListener, OutgoingFrame } from "../../machines/socketPort.ts";
import { wallMachine } from "../../machines/wall.machine.ts";
import type { WallTag } from "../../machines/wallPort.ts";
import { wallWatchdogMachine } from "../../machines/wallWatchdog.machine.ts";

const tripMs = 20;
const tickMs = 1_000;
const none = { reload: false, isNewBuild: false };

/** A server that can be stopped and started, with sockets that can be cut. Timers are vitest's. */
export function createScriptedServer() {
  const open = new Set<ConnectionListener>();
  let isReady = true;
  const request = <T>(answer: T) =>
    new Promise<T>((resolve, reject) =>
      setTimeout(() => (isReady ? resolve(answer) : reject({ kind: "offline", message: "" })), tripMs),
    );
  const drop = (code: number) => {
    for (const listener of open) setTimeout(() => listener.onClose(code), tripMs);
    open.clear();
  };
  return {
    isReady: () => isReady,
    request,
    cut: () => drop(1006),
    stop: () => {
      isReady = false;
      drop(1001);
    },
    start: () => {
      isReady = true;
    },
    /** @param onData called every second while the whole fleet is open */
    connect: (listener: ConnectionListener, onData: () => void) => {
      const isOpen = () => open.has(listener);
      let ticks: ReturnType<typeof setInterval> | undefined;
      const answer = (type: number) =>
        setTimeout(() => isOpen() && listener.onMessage({ type, at: "", data: null }), tripMs);
      setTimeout(() => {
        if (!isReady) return listener.onClose(1006);
        open.add(listener);
        listener.onOpen();
      }, tripMs);
      return {
        send: ({ type }: OutgoingFrame) => {
          if (!isOpen()) return;
          if (type !== 3) return void answer(type);
          clearInterval(ticks);
          ticks = setInterval(() => (isOpen() ? onData() : clearInterval(ticks)), tickMs);
        },
        close: () => {
          open.delete(listener);
          clearInterval(ticks);
        },
      };
    },
  };
}
type ScriptedServer = ReturnType<typeof createScriptedServer>;

/** Timers that stand still while the tab is frozen: what is due then happens when it is thawed. */
function createTabClock() {
  let isFrozen = false;
  const held = new Set<{ readonly id?: number; readonly callback: () => void }>();
  const run = (callback: () => void, id?: number) => {
    if (isFrozen) held.add(id === undefined ? { callback } : { callback, id });
    else callback();
  };
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;
  return {
    run,
    clock: {
      setTimeout: (callback: (...args: unknown[]) => void, ms: number) => {
        const id = ++lastId;
        timers.set(
          id,
          setTimeout(() => run(callback, id), ms),
        );
        return id;
      },
      clearTimeout: (id: number) => {
        clearTimeout(timers.get(id));
        timers.delete(id);
        for (const entry of held) if (entry.id === id) held.delete(entry);
      },
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      // One may cancel those after it.
      for (const entry of held) {
        held.delete(entry);
        entry.callback();
      }
    },
  };
}

/**
 * The machines of a screen, wired as `startWall` does, without a browser.
 * @param now the server's clock
 */
export function startScriptedWall(server: ScriptedServer, now: () => number) {
  const tab = createTabClock();
  const seen = { receivedAt: null as number | null, reloads: [] as number[], refusals: 0 };
  let page = loadPage();

  function loadPage() {
    const options = { clock: tab.clock };
    const wall = createActor(
      wallMachine({
        openSession: () =>
          server.request({ name: "东墙", layout: "map", shown: "", sound: false, serverTime: "" }),
        now,
      }),
      options,
    );
    const watchdog = createActor(
      wallWatchdogMachine({
        report: () => server.request(none),
        checkHealth: () => server.request(undefined),
        reload,
        onRefused: () => seen.refusals++,
        getReloadedAt: () => seen.reloads.at(-1) ?? null,
        now: Date.now,
      }),
      options,
    );
    const socket = createActor(
      socketMachine({
        now: Date.now,
        mayBeSilent: false,
        onFrame: () => undefined,
        onKicked: () => seen.refusals++,
        onRejected: () => seen.refusals++,
        open: (listener) =>
          server.connect(
            {
              onOpen: () => tab.run(listener.onOpen),
              onMessage: (frame) => tab.run(() => listener.onMessage(frame)),
              onClose: (code) => tab.run(() => listener.onClose(code)),
            },
            () => tab.run(receive),
          ),
      }),
      options,
    );
    const receive = () => {
      seen.receivedAt = performance.now();
      wall.send({ type: "data.received" });
      watchdog.send({ type: "data.received" });
      watchdog.send({ type: "fleet.change", flying: 5 });
    };
    const painting = setInterval(() => tab.run(() => watchdog.send({ type: "picture.painted" })), tickMs);
    for (const actor of [wall, watchdog, socket]) actor.start();
    socket.send({ type: "session.start", userId: "screen", token: "screen" });
    socket.send({ type: "task.open", taskId: "*" });
    return {
      wall,
      stop: () => {
        clearInterval(painting);
        for (const actor of [wall, watchdog, socket]) actor.stop();
      },
    };
  }

  function reload() {
    seen.reloads.push(Date.now());
    const before = page;
    // As a browser does: after the present task.
    setTimeout(() => {
      before.stop();
      page = loadPage();
    }, tripMs);
  }

  return {
    seen,
    hasTag: (tag: WallTag) => page.wall.getSnapshot().hasTag(tag),
    freeze: tab.freeze,
    thaw: tab.thaw,
    stop: () => page.stop(),
    jumpClock: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
}
