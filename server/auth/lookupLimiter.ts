import { isIPv6 } from "node:net";
import { DatabaseBusyError, maxCallWaitMs } from "../db/databaseBusyError.ts";
import type { Db } from "../db/handle.ts";
import type { Platform } from "../platform.ts";

/**
 * Keeps forged credentials from crowding out sessions and telemetry: each of them costs a look-up, as nobody can
 * remember random tokens.
 */
export interface LookupLimiter {
  /**
   * Looks credentials up on the priority lane, of each address so many at once. Once an address has sent many unknown
   * ones within a minute, its look-ups go one at a time on the ordinary lane; right ones are still found.
   * @param isFound whether the result is that of right credentials
   * @throws DatabaseBusyError where 200 of the address wait already, or it has waited for too long itself
   */
  readonly run: <T>(
    address: string,
    lookUp: (db: Db) => Promise<T>,
    isFound: (result: T) => boolean,
  ) => Promise<T>;
  /** Counts an unknown one against an address that was looked up without its limit. */
  readonly countUnknown: (address: string) => void;
  /** Addresses that are remembered. */
  readonly count: () => number;
}

const windowMs = 60_000;
/** Look-ups on the priority lane that an address may have under way or have been told unknown within a window. */
const maxOnPriority = 60;
/** An office that comes back after a restart of the server fits in beside a forger. */
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
  /** Look-ups that are under way. */
  readonly running: Record<Lane, number>;
  readonly waiting: WaitingLookup[];
}

export function createLookupLimiter({
  priorityDb,
  callDb,
  clock,
}: Pick<Platform, "priorityDb" | "callDb" | "clock">): LookupLimiter {
  const clients = new Map<string, ClientState>();
  let sweptAt = clock().getTime();

  const isWindowOver = ({ windowStart }: ClientState, now: number) =>
    now < windowStart || now - windowStart >= windowMs;
  const isIdle = ({ running, waiting }: ClientState) =>
    running.priority + running.ordinary + waiting.length === 0;

  function sweep(now: number): void {
    if (now - sweptAt < windowMs && now >= sweptAt) return;
    sweptAt = now;
    for (const [network, client] of clients)
      if (isWindowOver(client, now) && isIdle(client)) clients.delete(network);
  }
  function getClient(address: string): ClientState {
    const now = clock().getTime();
    sweep(now);
    const network = toNetwork(address);
    const client = clients.get(network) ?? {
      windowStart: now,
      unknownCount: 0,
      running: { priority: 0, ordinary: 0 },
      waiting: [],
    };
    clients.set(network, client);
    return client;
  }

  /** Begins what may begin, the oldest first; what is too old is refused. */
  function advance(client: ClientState): void {
    const now = clock().getTime();
    if (isWindowOver(client, now)) Object.assign(client, { windowStart: now, unknownCount: 0 });
    for (let [first] = client.waiting; first; [first] = client.waiting) {
      // Its client has given up, or is about to.
      const isExpired = now - first.queuedAt >= maxCallWaitMs;
      const lane = selectLane(client);
      if (!isExpired && !lane) return;
      client.waiting.shift();
      if (isExpired || !lane) first.reject();
      else first.start(lane);
    }
  }
  /** The lane at once where there is room. */
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
      queuedAt: clock().getTime(),
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
      const client = getClient(address);
      const acquired = acquireLane(client);
      // Not awaited where there is nothing to wait for: it begins before the caller goes on.
      const lane = typeof acquired === "string" ? acquired : await acquired;
      try {
        const result = await lookup(lane === "priority" ? priorityDb : callDb);
        if (!isFound(result)) client.unknownCount += 1;
        return result;
      } finally {
        client.running[lane] -= 1;
        advance(client);
      }
    },
    countUnknown: (address) => {
      const client = getClient(address);
      advance(client);
      client.unknownCount += 1;
    },
    count: () => clients.size,
  };
}

/** Where the next look-up goes; null while it has to wait. Those under way may yet turn out to be right. */
function selectLane({ unknownCount, running }: ClientState): Lane | null {
  if (unknownCount + running.priority < maxOnPriority) return "priority";
  return unknownCount >= maxOnPriority && running.ordinary === 0 ? "ordinary" : null;
}

/** An IPv4 address itself, of IPv6 the /64 network, which one client has to itself. */
function toNetwork(address: string): string {
  // IPv4 behind a socket of both families: `::ffff:192.0.2.1`.
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
