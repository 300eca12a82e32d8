import type * as z from "zod/mini";
import {
  type ClientFrame,
  clientFrame,
  closeCodes,
  type registeredData,
  type socketErrorData,
  socketFrameMaxBytes,
  socketTypes,
} from "../../adapters/contract/socket.ts";
import type { SessionWithOwner } from "../auth/findSession.ts";
import { mustChangePassword } from "../auth/mustChangePassword.ts";
import type { SessionCache } from "../auth/sessionCache.ts";
import { hashToken } from "../auth/tokens.ts";
import { isDatabaseBusy } from "../db/databaseBusyError.ts";
import type { EndReason } from "../db/schema/sessions.ts";
import { type AuthErrorReason, mustChangeMessage } from "../http/authError.ts";
import { isDatabaseUnavailable } from "../http/databaseError.ts";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import { createLiveFrames, type LiveFrames } from "./createLiveFrames.ts";
import type { SocketTransport } from "./transport.ts";

/** A client's frame, or in Chinese what is wrong with it. */
function parseFrame(data: Buffer, binary: boolean): ClientFrame | string {
  if (data.length > socketFrameMaxBytes) return "消息过大";
  if (binary) return "只接受文本消息";
  let json: unknown;
  try {
    json = JSON.parse(data.toString("utf8"));
  } catch {
    return "消息不是有效的 JSON";
  }
  const parsed = clientFrame.safeParse(json);
  return parsed.success ? parsed.data : "消息类型或字段不正确";
}

const windowMs = 10_000;
const maxBadFrames = 10;
const maxFrames = 100;
const heartbeatSeconds = 5;
/** A timer that fires this much late has not been held up. */
const timerToleranceMs = 50;
const busyMessage = "数据库繁忙，实时连接暂时无法使用，请稍后再试";

export type SocketServices = Platform & { readonly sessions: SessionCache };

export interface SocketLimits {
  /** How long a registered client may go without a heartbeat. */
  readonly silenceMs: number;
  /** How long a client may take to register. */
  readonly registerMs: number;
}

export interface ConnectionPorts {
  readonly platform: SocketServices;
  readonly feed: LiveFeed;
  /** The client's. */
  readonly address: string;
  readonly limits: SocketLimits;
  readonly onRegistered: (session: SessionWithOwner["session"]) => void;
}

/** One client's socket: registered with a session, kept alive by its heartbeats. */
export interface Connection {
  readonly receive: (data: Buffer, binary: boolean) => Promise<void>;
  readonly send: (type: number, data: unknown) => void;
  /** Tells the client why its session is over, and closes. */
  readonly end: (reason: EndReason) => void;
  readonly stop: () => void;
  /** Whether a registration has arrived that is not answered yet. */
  readonly isRegistering: () => boolean;
}

/** Counts its own calls within the last `windowMs`, the present one included. */
function createSlidingCounter(clock: () => Date): () => number {
  const times: number[] = [];
  return () => {
    const now = clock().getTime();
    times.push(now);
    while ((times[0] ?? now) <= now - windowMs) times.shift();
    return times.length;
  };
}

/** What a client is told, and how its socket is closed for that. */
function createReplies(transport: SocketTransport, clock: () => Date) {
  const countBadFrame = createSlidingCounter(clock);
  function send(type: number, data: unknown) {
    transport.send(JSON.stringify({ type, at: clock().toISOString(), data }));
  }
  function sendError(data: z.output<typeof socketErrorData>) {
    send(socketTypes.error, data);
  }
  function refuse(message: string, reason?: "initialPassword") {
    sendError({ message, ...(reason ? { reason } : {}) });
    if (countBadFrame() > maxBadFrames) transport.close(closeCodes.policy, "too many bad frames");
  }
  function end(reason: EndReason) {
    if (reason === "elsewhere") {
      send(socketTypes.loggedInElsewhere, { message: "账号已在其他地方登录" });
      transport.close(closeCodes.loggedInElsewhere, "logged in elsewhere");
    } else transport.close(closeCodes.tokenInvalid, "session is over");
  }
  return { send, sendError, refuse, end };
}
type Replies = ReturnType<typeof createReplies>;

/** The login that a socket belongs to: registered once, then verified again and again. */
function createSocketSession(
  transport: SocketTransport,
  { platform, address, onRegistered }: ConnectionPorts,
  { send, refuse, end }: Replies,
  live: LiveFrames,
) {
  let session: SessionWithOwner["session"] | null = null;
  let admitted = false;
  let isErrorReported = false;

  /** Of a session that is over the socket closes. */
  function closeIfOver(found: SessionWithOwner | AuthErrorReason): SessionWithOwner | null {
    if (typeof found !== "string") return found;
    end(found === "elsewhere" ? "elsewhere" : "logout");
    return null;
  }
  /** Null as well where the client has left meanwhile: nothing may be opened for it any more. */
  async function loadSession(token: string): Promise<SessionWithOwner | null> {
    const found = await platform.sessions.find(token, address);
    return transport.isClosing() ? null : closeIfOver(found);
  }

  /** Nothing but heartbeats while an initial password must be changed; once it is, the next frame is enough. */
  function admit({ owner }: SessionWithOwner): boolean {
    if (mustChangePassword(platform.settings.production, owner)) return false;
    live.admit(owner.roles);
    admitted = true;
    return true;
  }

  async function register(frame: ClientFrame) {
    const found = await loadSession(frame.token);
    if (!found) return;
    if (found.session.staffId !== frame.userId)
      return transport.close(closeCodes.tokenInvalid, "another user's token");
    if (session && session.id !== found.session.id) return refuse("连接已属于另一次登录");
    session = found.session;
    admit(found);
    onRegistered(session);
    // Again: the session may have ended between the look-up and the moment that its end would reach this socket.
    if (!(await loadSession(frame.token))) return;
    const serverTime = platform.clock().toISOString();
    send(socketTypes.register, { serverTime, heartbeatSeconds } satisfies z.output<typeof registeredData>);
  }

  /** Answered from memory; what the database has to be asked is asked in the background. */
  function heartbeat({ token }: ClientFrame) {
    const known = platform.sessions.peek(token);
    if (known && !closeIfOver(known.found)) return;
    platform.sessions.touch(token);
    send(socketTypes.heartbeat, { serverTime: platform.clock().toISOString() });
    if (!known || known.isStale) void verify(token);
  }

  /** A database that cannot be asked closes no socket: the next heartbeat asks again. */
  async function verify(token: string) {
    try {
      const found = await loadSession(token);
      if (found) admit(found);
      isErrorReported = false;
    } catch (error) {
      if (!isErrorReported) platform.onError(error, "socket");
      isErrorReported = true;
    }
  }

  const isOwnToken = ({ token }: ClientFrame) => session?.tokenHash === hashToken(token);

  return {
    isOwnToken,
    isRegistered: () => session !== null,
    handle: async (frame: ClientFrame) => {
      if (frame.type === socketTypes.register) return register(frame);
      if (!session) return refuse("请先登录连接");
      if (!isOwnToken(frame)) return refuse("登录凭证与连接不符");
      if (frame.type === socketTypes.heartbeat) return heartbeat(frame);
      if (!admitted) {
        const found = await loadSession(frame.token);
        if (!found) return;
        if (!admit(found)) return refuse(mustChangeMessage, "initialPassword");
      }
      live.handle(frame);
    },
  };
}

/** Follows the protocol of contract section 6 on one socket. */
export function createConnection(transport: SocketTransport, ports: ConnectionPorts): Connection {
  const { platform, feed, limits } = ports;
  const countFrame = createSlidingCounter(platform.clock);
  const replies = createReplies(transport, platform.clock);
  const live = createLiveFrames(feed, transport, replies.refuse);
  const session = createSocketSession(transport, ports, replies, live);
  let queue = Promise.resolve();
  let registering = 0;
  const idleTimer = createIdleTimer(() =>
    transport.close(1001, session.isRegistered() ? "no heartbeat" : "not registered"),
  );
  idleTimer.renew(limits.registerMs);

  async function processFrame(frame: ClientFrame) {
    if (transport.isClosing()) return;
    try {
      await session.handle(frame);
    } catch (error) {
      if (isDatabaseBusy(error)) return replies.sendError({ message: busyMessage });
      platform.onError(error, "socket");
      if (isDatabaseUnavailable(error)) replies.sendError({ message: busyMessage });
      else transport.close(closeCodes.tryLater, "try again later");
    }
  }

  /** The client lives the moment something of it arrives, however late it is handled. */
  function enqueueFrame(frame: ClientFrame) {
    if (frame.type === socketTypes.heartbeat && session.isOwnToken(frame)) idleTimer.renew(limits.silenceMs);
    if (frame.type !== socketTypes.register) {
      queue = queue.then(() => processFrame(frame));
      return;
    }
    registering += 1;
    idleTimer.stop();
    queue = queue
      .then(() => processFrame(frame))
      .then(() => {
        registering -= 1;
        // Not registered for the server's own reasons: a console gives up by itself.
        if (registering === 0 && !transport.isClosing()) idleTimer.renew(limits.silenceMs);
      });
  }

  return {
    send: replies.send,
    end: replies.end,
    stop: () => {
      idleTimer.stop();
      live.leave();
    },
    isRegistering: () => registering > 0,
    receive: (data, binary) => {
      if (transport.isClosing()) return queue;
      const frame = parseFrame(data, binary);
      if (typeof frame === "string") replies.refuse(frame);
      else if (countFrame() > maxFrames) replies.refuse("消息太频繁");
      else enqueueFrame(frame);
      return queue;
    },
  };
}

/** A wait for the other side that never counts the server's own lateness against it. */
interface IdleTimer {
  /** Waits from now on for so many milliseconds. */
  readonly renew: (ms: number) => void;
  /** Waits for nothing until it is renewed. */
  readonly stop: () => void;
}

/**
 * @param onTimeout called once the time has passed. A timer that fires late, because the event loop was held up, waits as
 *   much longer; and what has arrived meanwhile is read before it counts as over.
 */
function createIdleTimer(onTimeout: () => void): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  let readTimer: NodeJS.Immediate | undefined;

  function stop() {
    clearTimeout(timer);
    clearImmediate(readTimer);
  }
  function renew(ms: number) {
    stop();
    const deadline = performance.now() + ms;
    timer = setTimeout(() => {
      const lateMs = performance.now() - deadline;
      if (lateMs > timerToleranceMs) renew(lateMs);
      // Timers run before what has arrived is read, immediates after it.
      else readTimer = setImmediate(onTimeout);
    }, ms);
  }
  return { renew, stop };
}
