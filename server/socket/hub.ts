import type { WebSocket } from "ws";
import type { Role } from "../../adapters/contract/roles.ts";
import { closeCodes } from "../../adapters/contract/socket.ts";
import type { WatchingConsole } from "../duty/attendance.ts";
import { readHidden } from "../scope/readHidden.ts";
import { toRecordScope } from "../scope/recordScope.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import { type ChangeListener, relayChanges } from "./changeRelay.ts";
import { type Connection, createConnection, type SocketLimits, type SocketServices } from "./connection.ts";
import type { SocketScreen } from "./createScreenSession.ts";
import { createTransport, type SocketTransport } from "./transport.ts";

/** All sockets of this process, by session. Events of sessions arrive over the bus. */
export interface Hub {
  /**
   * @param reqId of the request that opened it: identifies the socket in the log
   * @param screen whose cookie the request had; without one the client has to register
   */
  readonly attach: (socket: WebSocket, address: string, reqId: string, screen?: SocketScreen) => void;
  readonly stats: () => HubStats;
  /** Those with a session. */
  readonly listConsoles: () => readonly WatchingConsole[];
  /** Closes all sockets; consoles reconnect by themselves. */
  readonly close: () => void;
}

export interface HubStats {
  readonly open: number;
  /** Of these, with a session. */
  readonly registered: number;
  /** Closed since the start in favour of later ones: too many unregistered of an address, or too many of a session. */
  readonly evicted: number;
}

interface AttachedConnection extends WatchingConsole {
  readonly connection: Connection;
  readonly transport: SocketTransport;
  /** Of the owner; empty before the registration, as are the roles. Of a screen it is its own. */
  staffId: string;
  roles: readonly Role[];
  perceivedTo: number;
  /** Set for a console that is told of changes. */
  listener: ChangeListener | null;
}

/** Per address: an office reconnects all at once after a restart. */
const maxUnregistered = 100;
/** Each tab of the console has one. */
const maxPerSession = 20;
const defaultLimits: SocketLimits = { silenceMs: 15_000, registerMs: 5_000, collectMs: 500 };

export function createHub(
  platform: SocketServices,
  feed: LiveFeed,
  limitOverrides: Partial<SocketLimits> = {},
): Hub {
  const limits = { ...defaultLimits, ...limitOverrides };
  const sockets = new Map<WebSocket, SocketTransport>();
  const unregistered = createMultimap<AttachedConnection>();
  const bySession = createMultimap<AttachedConnection>();
  let evicted = 0;

  /** Makes room for a new socket of the address: closes the oldest that is not registering. */
  function evictUnregistered(address: string) {
    const group = unregistered.get(address);
    if (group.length < maxUnregistered) return;
    const oldest = group.find(({ connection: { isRegistering } }) => !isRegistering()) ?? group[0];
    if (!oldest) return;
    unregistered.remove(address, oldest);
    evicted += 1;
    oldest.transport.close(closeCodes.tryLater, "too many unregistered");
  }
  function evictFromSession(sessionId: string) {
    const group = bySession.get(sessionId);
    const [oldest] = group;
    if (!oldest || group.length < maxPerSession) return;
    bySession.remove(sessionId, oldest);
    evicted += 1;
    oldest.transport.close(closeCodes.tooMany, "too many of the session");
  }

  const unsubscribe = [
    platform.bus.subscribe("session.ended", ({ sessionId, reason }) => {
      for (const { connection } of bySession.get(sessionId)) connection.end(reason);
    }),
    platform.bus.subscribe("screen.ended", ({ screenId }) => {
      for (const { connection } of bySession.get(toScreenSession(screenId))) connection.end("forced");
    }),
    platform.bus.subscribe("session.frame", ({ sessionId, type, data }) => {
      for (const { connection } of bySession.get(sessionId)) connection.send(type, data);
    }),
    platform.bus.subscribe("staff.frame", ({ staffId, type, data }) => {
      for (const { listener } of bySession.values())
        if (listener && (listener.staffId === staffId || listener.roles.includes("admin")))
          listener.send(type, data);
    }),
    platform.bus.subscribe("duty.changed", ({ staffId }) => {
      // What was out of its desk's sight was neither heard nor seen there; the console tells anew with the list it reads.
      for (const attached of bySession.values())
        if (attached.staffId === staffId) attached.perceivedTo = Number.NEGATIVE_INFINITY;
    }),
    relayChanges(
      platform.bus,
      () => bySession.values().flatMap(({ listener }) => listener ?? []),
      limits.collectMs,
      async (scope, ids) => new Set((await readHidden(platform.callDb, scope, ids)).map(({ id }) => id)),
    ),
  ];

  return {
    stats: () => ({ open: sockets.size, registered: bySession.count(), evicted }),
    listConsoles: () => bySession.values(),
    attach: (socket, address, reqId, screen) => {
      const from = performance.now();
      const transport = createTransport(socket);
      let registration: { readonly userId: string; readonly sessionId: string } | null = screen
        ? { userId: screen.id, sessionId: toScreenSession(screen.id) }
        : null;
      platform.log.info({ reqId, address }, "socket open");
      const connection = createConnection(transport, {
        platform,
        feed,
        address,
        limits,
        screen,
        onRegistered: ({ session: { id: sessionId, staffId: userId }, owner }) => {
          if (!sockets.has(socket) || registration) return;
          registration = { userId, sessionId };
          platform.log.info({ reqId, ...registration }, "socket registered");
          unregistered.remove(address, attached);
          evictFromSession(sessionId);
          attached.staffId = userId;
          attached.roles = owner.roles;
          bySession.add(sessionId, attached);
        },
        onAdmitted: ({ owner, changedRights }) => {
          const { id: staffId, roles } = owner;
          attached.roles = roles;
          const scope = toRecordScope(owner);
          attached.listener = { staffId, roles, changedRights, scope, send: connection.send };
        },
        onPerceived: (to) => {
          attached.perceivedTo = Math.max(attached.perceivedTo, to);
        },
      });
      const attached: AttachedConnection = {
        connection,
        transport,
        staffId: screen?.id ?? "",
        roles: screen ? ["display"] : [],
        perceivedTo: Number.NEGATIVE_INFINITY,
        listener: null,
      };
      if (registration) {
        evictFromSession(registration.sessionId);
        bySession.add(registration.sessionId, attached);
      } else {
        evictUnregistered(address);
        unregistered.add(address, attached);
      }
      sockets.set(socket, transport);
      socket.on("message", (data, binary) => void connection.receive(data as Buffer, binary));
      // A broken socket also closes; without a listener its error would end the process.
      socket.on("error", () => undefined);
      socket.on("close", (code) => {
        const seconds = Math.round((performance.now() - from) / 1000);
        platform.log.info(
          { reqId, ...registration, code, reason: transport.closeReason(), seconds },
          "socket closed",
        );
        sockets.delete(socket);
        connection.stop();
        unregistered.remove(address, attached);
        if (registration) bySession.remove(registration.sessionId, attached);
      });
    },
    close: () => {
      for (const stopListening of unsubscribe) stopListening();
      for (const transport of sockets.values()) transport.close(1001, "server stops");
    },
  };
}

/** Screens share the map of sessions; no id of a session starts like this. */
const toScreenSession = (screenId: string) => `screen-${screenId}`;

/** Values by key, oldest first. */
interface Multimap<T> {
  readonly get: (key: string) => readonly T[];
  readonly add: (key: string, item: T) => void;
  readonly remove: (key: string, item: T) => void;
  readonly values: () => readonly T[];
  /** Number of values of all keys. */
  readonly count: () => number;
}

function createMultimap<T>(): Multimap<T> {
  const groups = new Map<string, Set<T>>();
  return {
    get: (key) => [...(groups.get(key) ?? [])],
    add: (key, item) => {
      groups.set(key, (groups.get(key) ?? new Set()).add(item));
    },
    remove: (key, item) => {
      const group = groups.get(key);
      group?.delete(item);
      if (group?.size === 0) groups.delete(key);
    },
    values: () => [...groups.values()].flatMap((group) => [...group]),
    count: () => [...groups.values()].reduce((sum, { size }) => sum + size, 0),
  };
}
