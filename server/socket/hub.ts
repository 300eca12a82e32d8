import type { WebSocket } from "ws";
import { closeCodes } from "../../adapters/contract/socket.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import { type Connection, connection, type SocketLimits, type SocketPlatform } from "./connection.ts";
import { type Wire, wireOf } from "./wire.ts";

/** Every socket of this process, by session; what happens to a session comes over the bus. */
export interface Hub {
  /** @param reqId of the request that opened it: names the socket in the log */
  readonly attach: (socket: WebSocket, address: string, reqId: string) => void;
  readonly stats: () => HubStats;
  /** Closes every socket; the consoles come back by themselves. */
  readonly close: () => void;
}

export interface HubStats {
  readonly open: number;
  /** Of these, with a session. */
  readonly registered: number;
  /** Closed since the start for one that came later: of an address that registered too few, of a session with too many. */
  readonly crowdedOut: number;
}

interface Attached {
  readonly connection: Connection;
  readonly wire: Wire;
}

/** An office behind one address comes back all at once after a restart. */
const mostUnregistered = 100;
/** Every tab of the console has one. */
const mostOfSession = 20;
const usualLimits: SocketLimits = { silenceMs: 15_000, registerMs: 5_000 };

export function createHub(
  platform: SocketPlatform,
  feed: LiveFeed,
  changedLimits: Partial<SocketLimits> = {},
): Hub {
  const limits = { ...usualLimits, ...changedLimits };
  const sockets = new Map<WebSocket, Wire>();
  const unregistered = createGrouped<Attached>();
  const bySession = createGrouped<Attached>();
  let crowdedOut = 0;

  /** The newcomer is let in whatever the others of its address do: one that has sent nothing goes for it. */
  function makeRoomAt(address: string) {
    const group = unregistered.of(address);
    if (group.length < mostUnregistered) return;
    const oldest = group.find(({ connection: { isRegistering } }) => !isRegistering()) ?? group[0];
    if (!oldest) return;
    unregistered.remove(address, oldest);
    crowdedOut += 1;
    oldest.wire.close(closeCodes.tryLater, "too many unregistered");
  }
  function makeRoomIn(sessionId: string) {
    const group = bySession.of(sessionId);
    const [oldest] = group;
    if (!oldest || group.length < mostOfSession) return;
    bySession.remove(sessionId, oldest);
    crowdedOut += 1;
    oldest.wire.close(closeCodes.tooMany, "too many of the session");
  }

  const unsubscribe = [
    platform.bus.subscribe("session.ended", ({ sessionId, reason }) => {
      for (const { connection: one } of bySession.of(sessionId)) one.end(reason);
    }),
    platform.bus.subscribe("session.frame", ({ sessionId, type, data }) => {
      for (const { connection: one } of bySession.of(sessionId)) one.send(type, data);
    }),
  ];

  return {
    stats: () => ({
      open: sockets.size,
      registered: bySession.count(),
      crowdedOut,
    }),
    attach: (socket, address, reqId) => {
      const from = performance.now();
      const wire = wireOf(socket);
      let whose: { readonly userId: string; readonly sessionId: string } | null = null;
      platform.log.info({ reqId, address }, "socket open");
      const one = connection(wire, {
        platform,
        feed,
        address,
        limits,
        onRegistered: ({ id: sessionId, staffId: userId }) => {
          if (!sockets.has(socket) || whose) return;
          whose = { userId, sessionId };
          platform.log.info({ reqId, ...whose }, "socket registered");
          unregistered.remove(address, attached);
          makeRoomIn(sessionId);
          bySession.add(sessionId, attached);
        },
      });
      const attached = { connection: one, wire };
      makeRoomAt(address);
      unregistered.add(address, attached);
      sockets.set(socket, wire);
      socket.on("message", (data, binary) => void one.frame(data as Buffer, binary));
      // A broken socket also closes; without a listener its error would end the process.
      socket.on("error", () => undefined);
      socket.on("close", (code) => {
        const seconds = Math.round((performance.now() - from) / 1000);
        platform.log.info({ reqId, ...whose, code, reason: wire.closedFor(), seconds }, "socket closed");
        sockets.delete(socket);
        one.stop();
        unregistered.remove(address, attached);
        if (whose) bySession.remove(whose.sessionId, attached);
      });
    },
    close: () => {
      for (const end of unsubscribe) end();
      for (const wire of sockets.values()) wire.close(1001, "server stops");
    },
  };
}

/** Things by a key, the oldest first. */
interface Grouped<T> {
  readonly of: (key: string) => readonly T[];
  readonly add: (key: string, one: T) => void;
  readonly remove: (key: string, one: T) => void;
  /** How many there are under all keys. */
  readonly count: () => number;
}

function createGrouped<T>(): Grouped<T> {
  const groups = new Map<string, Set<T>>();
  return {
    of: (key) => [...(groups.get(key) ?? [])],
    add: (key, one) => {
      groups.set(key, (groups.get(key) ?? new Set()).add(one));
    },
    remove: (key, one) => {
      const group = groups.get(key);
      group?.delete(one);
      if (group?.size === 0) groups.delete(key);
    },
    count: () => [...groups.values()].reduce((sum, { size }) => sum + size, 0),
  };
}
