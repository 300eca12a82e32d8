import { isIPv6 } from "node:net";
import { DatabaseBusyError, toCallWaitMs } from "../db/databaseBusyError.ts";
import type { Db } from "../db/handle.ts";
import type { SharedCounts } from "../http/sharedCounts.ts";
import type { Platform } from "../platform.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * Keeps forged credentials from crowding out sessions and telemetry. Each forged token costs a look-up: random tokens
 * cannot be cached.
 */
export interface LookupLimiter {
  /**
   * Looks up credentials on the priority lane, with limited concurrency per address. Once an address has sent many
   * unknown ones within a minute, its look-ups run one at a time on the ordinary lane; valid ones are still found.
   * @param isFound whether the result is that of valid credentials
   * @throws DatabaseBusyError if 200 look-ups of the address are waiting, or this one has waited too long
   */
  readonly run: <T>(
    address: string,
    lookUp: (db: Db) => Promise<T>,
    isFound: (result: T) => boolean,
  ) => Promise<T>;
  /** Number of tracked addresses. */
  readonly count: () => number;
}

const windowMs = 60_000;
/** Limit per address on the priority lane: running look-ups plus unknown results within a window. */
const maxOnPriority = 60;
/** Name among the limits that processes share. */
const limitName = "look-ups";
/** Enough for an office that reconnects after a server restart, with a forger behind the same address. */
const maxWaiting = 200;

type Lane = "priority" | "ordinary";

interface WaitingLookup {
  readonly queuedAt: number;
  readonly start: (lane: Lane) => void;
  readonly reject: () => void;
}

interface ClientState {
  windowStart: number;
  unknownCount: number;
  /** Number of running look-ups. */
  readonly running: Record<Lane, number>;
  readonly waiting: WaitingLookup[];
}

/** @param shared counts what was unknown at other processes too */
export function createLookupLimiter(
  {
    priorityDb,
    callDb,
    monotonicMs,
    settings,
  }: Pick<Platform, "priorityDb" | "callDb" | "monotonicMs"> & {
    readonly settings: Pick<Settings, "console">;
  },
  shared: SharedCounts | null = null,
): LookupLimiter {
  const maxWaitMs = toCallWaitMs(settings.console.requestTimeoutMs);
  const clients = new Map<string, ClientState>();
  let sweptAt = monotonicMs();

  const isWindowOver = ({ windowStart }: ClientState, now: number) => now - windowStart >= windowMs;
  const isIdle = ({ running, waiting }: ClientState) =>
    running.priority + running.ordinary + waiting.length === 0;

  function sweep(now: number): void {
    if (now - sweptAt < windowMs) return;
    sweptAt = now;
    for (const [network, client] of clients)
      if (isWindowOver(client, now) && isIdle(client)) clients.delete(network);
  }
  function getClient(network: string): ClientState {
    const now = monotonicMs();
    sweep(now);
    const client = clients.get(network) ?? {
      windowStart: now,
      unknownCount: 0,
      running: { priority: 0, ordinary: 0 },
      waiting: [],
    };
    clients.set(network, client);
    return client;
  }

  function renewWindow(client: ClientState, now: number): void {
    if (isWindowOver(client, now)) Object.assign(client, { windowStart: now, unknownCount: 0 });
  }
  shared?.listen(limitName, (network, count) => {
    const client = getClient(network);
    renewWindow(client, monotonicMs());
    client.unknownCount += count;
  });

  /** Starts waiting look-ups while there is room, oldest first; rejects expired ones. */
  function advance(client: ClientState): void {
    const now = monotonicMs();
    renewWindow(client, now);
    for (let [first] = client.waiting; first; [first] = client.waiting) {
      // The client has timed out, or is about to.
      const isExpired = now - first.queuedAt >= maxWaitMs;
      const lane = selectLane(client);
      if (!isExpired && !lane) return;
      client.waiting.shift();
      if (isExpired || !lane) first.reject();
      else first.start(lane);
    }
  }
  /** Returns the lane synchronously if there is room. */
  function acquireLane(client: ClientState): Lane | Promise<Lane> {
    advance(client);
    const freeLane = selectLane(client);
    if (freeLane) {
      client.running[freeLane] += 1;
      return freeLane;
    }
    if (client.waiting.length >= maxWaiting) throw new DatabaseBusyError();
    const { promise, resolve, reject } = Promise.withResolvers<Lane>();
    client.waiting.push({
      queuedAt: monotonicMs(),
      start: (lane) => {
        client.running[lane] += 1;
        resolve(lane);
      },
      reject: () => reject(new DatabaseBusyError()),
    });
    return promise;
  }

  return {
    run: async (address, lookup, isFound) => {
      const network = toNetwork(address);
      const client = getClient(network);
      const acquired = acquireLane(client);
      // No `await` if a lane is free: the look-up starts synchronously.
      const lane = typeof acquired === "string" ? acquired : await acquired;
      try {
        const result = await lookup(lane === "priority" ? priorityDb : callDb);
        if (!isFound(result)) {
          client.unknownCount += 1;
          shared?.add(limitName, network);
        }
        return result;
      } finally {
        client.running[lane] -= 1;
        advance(client);
      }
    },
    count: () => clients.size,
  };
}

/** The lane of the next look-up; null if it must wait. Running look-ups may still turn out valid. */
function selectLane({ unknownCount, running }: ClientState): Lane | null {
  if (unknownCount + running.priority < maxOnPriority) return "priority";
  return unknownCount >= maxOnPriority && running.ordinary === 0 ? "ordinary" : null;
}

/** An IPv4 address, or the /64 network of an IPv6 address: a client usually has a /64 of its own. */
function toNetwork(address: string): string {
  // IPv4 on a dual-stack socket: `::ffff:192.0.2.1`.
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const after = groups(tail ?? "");
  const zeros = Array.from({ length: Math.max(0, 8 - groups(head).length - after.length) }, () => "0");
  const all = tail === undefined ? groups(head) : [...groups(head), ...zeros, ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
