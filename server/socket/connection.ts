import type * as z from "zod/mini";
import {
  type ClientFrame,
  closeCodes,
  type registeredData,
  type socketErrorData,
  socketTypes,
} from "../../adapters/contract/socket.ts";
import type { Found } from "../auth/findSession.ts";
import { mustChangePassword } from "../auth/mustChangePassword.ts";
import type { SessionCache } from "../auth/sessionCache.ts";
import { tokenHash } from "../auth/tokens.ts";
import { isBusy } from "../db/databaseBusy.ts";
import type { EndReason } from "../db/schema/sessions.ts";
import { databaseGone } from "../http/databaseFault.ts";
import { type DenialReason, mustChangeMessage } from "../http/denied.ts";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import { liveFrames } from "./liveFrames.ts";
import { parseFrame } from "./parseFrame.ts";
import { slidingCount } from "./slidingCount.ts";
import type { Wire } from "./wire.ts";

const windowMs = 10_000;
const badFramesTaken = 10;
const framesTaken = 100;
const heartbeatSeconds = 5;
/** A timer that fires this much late has not been held up. */
const tolerableMs = 50;
const busy = "数据库繁忙，实时连接暂时无法使用，请稍后再试";

export type SocketPlatform = Platform & { readonly sessions: SessionCache };

export interface SocketLimits {
  /** How long a registered client may go without a heartbeat. */
  readonly silenceMs: number;
  /** How long a client may take to register. */
  readonly registerMs: number;
}

export interface ConnectionPorts {
  readonly platform: SocketPlatform;
  readonly feed: LiveFeed;
  /** The client's. */
  readonly address: string;
  readonly limits: SocketLimits;
  readonly onRegistered: (session: Found["session"]) => void;
}

/** One client's socket: registered with a session, kept alive by its heartbeats. */
export interface Connection {
  readonly frame: (data: Buffer, binary: boolean) => Promise<void>;
  readonly send: (type: number, data: unknown) => void;
  /** Tells the client why its session is over, and closes. */
  readonly end: (reason: EndReason) => void;
  readonly stop: () => void;
  /** Whether a registration has arrived that is not answered yet. */
  readonly isRegistering: () => boolean;
}

/** Follows the protocol of contract section 6 on one socket. */
export function connection(
  wire: Wire,
  { platform, feed, address, limits, onRegistered }: ConnectionPorts,
): Connection {
  const bad = slidingCount(windowMs, platform.clock);
  const all = slidingCount(windowMs, platform.clock);
  const live = liveFrames(feed, wire, refuse);
  let session: Found["session"] | null = null;
  let admitted = false;
  let turn = Promise.resolve();
  let registering = 0;
  let isFaultTold = false;
  const patience = createPatience(() => wire.close(1001, session ? "no heartbeat" : "not registered"));
  patience.renew(limits.registerMs);

  function send(type: number, data: unknown) {
    wire.send(JSON.stringify({ type, at: platform.clock().toISOString(), data }));
  }
  function tell(data: z.output<typeof socketErrorData>) {
    send(socketTypes.error, data);
  }
  function refuse(message: string, reason?: "initialPassword") {
    tell({ message, ...(reason ? { reason } : {}) });
    if (bad() > badFramesTaken) wire.close(closeCodes.policy, "too many bad frames");
  }
  function end(reason: EndReason) {
    if (reason === "elsewhere") {
      send(socketTypes.loggedInElsewhere, { message: "账号已在其他地方登录" });
      wire.close(closeCodes.loggedInElsewhere, "logged in elsewhere");
    } else wire.close(closeCodes.tokenInvalid, "session is over");
  }

  /** Of a session that is over the socket closes. */
  function unlessOver(found: Found | DenialReason): Found | null {
    if (typeof found !== "string") return found;
    end(found === "elsewhere" ? "elsewhere" : "logout");
    return null;
  }
  /** Null as well where the client has left meanwhile: nothing may be opened for it any more. */
  async function liveSession(token: string): Promise<Found | null> {
    const found = await platform.sessions.find(token, address);
    return wire.closing() ? null : unlessOver(found);
  }

  /** Nothing but heartbeats while an initial password must be changed; once it is, the next frame is enough. */
  function admit({ owner }: Found): boolean {
    if (mustChangePassword(platform.settings.production, owner)) return false;
    live.admit(owner.roles);
    admitted = true;
    return true;
  }

  async function register(frame: ClientFrame) {
    const found = await liveSession(frame.token);
    if (!found) return;
    if (found.session.staffId !== frame.userId)
      return wire.close(closeCodes.tokenInvalid, "another user's token");
    if (session && session.id !== found.session.id) return refuse("连接已属于另一次登录");
    session = found.session;
    admit(found);
    onRegistered(session);
    // Again: the session may have ended between the look-up and the moment that its end would reach this socket.
    if (!(await liveSession(frame.token))) return;
    const serverTime = platform.clock().toISOString();
    send(socketTypes.register, { serverTime, heartbeatSeconds } satisfies z.output<typeof registeredData>);
  }

  /** Answered from memory; what the database has to be asked is asked in the background. */
  function heartbeat({ token }: ClientFrame) {
    const known = platform.sessions.peek(token);
    if (known && !unlessOver(known.found)) return;
    platform.sessions.touch(token);
    send(socketTypes.heartbeat, { serverTime: platform.clock().toISOString() });
    if (!known || known.due) void verify(token);
  }

  /** A database that cannot be asked closes no socket: the next heartbeat asks again. */
  async function verify(token: string) {
    try {
      const found = await liveSession(token);
      if (found) admit(found);
      isFaultTold = false;
    } catch (fault) {
      if (!isFaultTold) platform.onFault(fault, "socket");
      isFaultTold = true;
    }
  }

  const isOwn = ({ token }: ClientFrame) => session?.tokenHash === tokenHash(token);

  async function obey(frame: ClientFrame) {
    if (frame.type === socketTypes.register) return register(frame);
    if (!session) return refuse("请先登录连接");
    if (!isOwn(frame)) return refuse("登录凭证与连接不符");
    if (frame.type === socketTypes.heartbeat) return heartbeat(frame);
    if (!admitted) {
      const found = await liveSession(frame.token);
      if (!found) return;
      if (!admit(found)) return refuse(mustChangeMessage, "initialPassword");
    }
    live.obey(frame);
  }

  async function inTurn(frame: ClientFrame) {
    if (wire.closing()) return;
    try {
      await obey(frame);
    } catch (fault) {
      if (isBusy(fault)) return tell({ message: busy });
      platform.onFault(fault, "socket");
      if (databaseGone(fault)) tell({ message: busy });
      else wire.close(closeCodes.tryLater, "try again later");
    }
  }

  /** The client lives the moment something of it arrives, however late it is handled. */
  function take(frame: ClientFrame) {
    if (frame.type === socketTypes.heartbeat && isOwn(frame)) patience.renew(limits.silenceMs);
    if (frame.type !== socketTypes.register) {
      turn = turn.then(() => inTurn(frame));
      return;
    }
    registering += 1;
    patience.stop();
    turn = turn
      .then(() => inTurn(frame))
      .then(() => {
        registering -= 1;
        // Not registered for the server's own reasons: a console gives up by itself.
        if (registering === 0 && !wire.closing()) patience.renew(limits.silenceMs);
      });
  }

  return {
    send,
    end,
    stop: () => {
      patience.stop();
      live.leave();
    },
    isRegistering: () => registering > 0,
    frame: (data, binary) => {
      if (wire.closing()) return turn;
      const frame = parseFrame(data, binary);
      if (typeof frame === "string") refuse(frame);
      else if (all() > framesTaken) refuse("消息太频繁");
      else take(frame);
      return turn;
    },
  };
}

/** A wait for the other side that never counts the server's own lateness against it. */
interface Patience {
  /** Waits from now on for so many milliseconds. */
  readonly renew: (ms: number) => void;
  /** Waits for nothing until it is renewed. */
  readonly stop: () => void;
}

/**
 * @param over called once the time has passed. A timer that fires late, because the event loop was held up, waits as
 *   much longer; and what has arrived meanwhile is read before it counts as over.
 */
function createPatience(over: () => void): Patience {
  let timer: NodeJS.Timeout | undefined;
  let reading: NodeJS.Immediate | undefined;

  function stop() {
    clearTimeout(timer);
    clearImmediate(reading);
  }
  function renew(ms: number) {
    stop();
    const due = performance.now() + ms;
    timer = setTimeout(() => {
      const late = performance.now() - due;
      if (late > tolerableMs) renew(late);
      // Timers run before what has arrived is read, immediates after it.
      else reading = setImmediate(over);
    }, ms);
  }
  return { renew, stop };
}
