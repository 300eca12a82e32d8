import type { WebSocket } from "ws";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import { type Connection, connection } from "./connection.ts";
import { tally } from "./tally.ts";
import { wireOf } from "./wire.ts";

/** Every socket of this process, by session; what happens to a session comes over the bus. */
export interface Hub {
  readonly attach: (socket: WebSocket, address: string) => void;
  /** Whether an address has so many sockets open without having registered them that it gets no more. */
  readonly crowded: (address: string) => boolean;
  readonly count: () => number;
  /** Closes every socket; the consoles come back by themselves. */
  readonly close: () => void;
}

/** An office behind one address comes back all at once after a restart; who is refused tries again 10 s later. */
const unregisteredTaken = 100;

/** @param silenceMs how long a client may go without a heartbeat */
export function createHub(platform: Platform, feed: LiveFeed, silenceMs = 15_000): Hub {
  const sockets = new Set<WebSocket>();
  const waiting = tally();
  const bySession = new Map<string, Set<Connection>>();

  const remember = (sessionId: string, one: Connection) => {
    const group = bySession.get(sessionId) ?? new Set();
    bySession.set(sessionId, group.add(one));
  };
  const forget = (sessionId: string, one: Connection) => {
    const group = bySession.get(sessionId);
    group?.delete(one);
    if (group?.size === 0) bySession.delete(sessionId);
  };
  const of = (sessionId: string) => [...(bySession.get(sessionId) ?? [])];

  const unsubscribe = [
    platform.bus.subscribe("session.ended", ({ sessionId, reason }) => {
      for (const one of of(sessionId)) one.end(reason);
    }),
    platform.bus.subscribe("session.frame", ({ sessionId, type, data }) => {
      for (const one of of(sessionId)) one.send(type, data);
    }),
  ];

  return {
    count: () => sockets.size,
    crowded: (address) => waiting.of(address) >= unregisteredTaken,
    attach: (socket, address) => {
      let left = () => {};
      let arrived = waiting.add(address);
      const one = connection(wireOf(socket), {
        platform,
        feed,
        silenceMs,
        onRegistered: (sessionId, self) => {
          if (!sockets.has(socket)) return;
          arrived();
          arrived = () => {};
          remember(sessionId, self);
          left = () => forget(sessionId, self);
        },
      });
      sockets.add(socket);
      socket.on("message", (data, binary) => void one.frame(data as Buffer, binary));
      // A broken socket also closes; without a listener its error would end the process.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        arrived();
        one.stop();
        left();
      });
    },
    close: () => {
      for (const end of unsubscribe) end();
      for (const socket of sockets) socket.close(1001, "server stops");
    },
  };
}
