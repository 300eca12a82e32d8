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
import { mustEnableSecondFactor } from "../auth/secondFactor.ts";
import type { SessionCache } from "../auth/sessionCache.ts";
import { hashToken } from "../auth/tokens.ts";
import { isDatabaseBusy } from "../db/databaseBusyError.ts";
import { isDatabaseUnavailable } from "../db/databaseError.ts";
import type { EndReason } from "../db/schema/sessions.ts";
import {
  type AuthErrorReason,
  elsewhereMessage,
  mustChangeMessage,
  mustEnableMessage,
} from "../http/authError.ts";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import { createLiveFrames, type LiveFrames } from "./createLiveFrames.ts";
import { createScreenSession, type SocketScreen, type SocketSession } from "./createScreenSession.ts";
import type { SocketTransport } from "./transport.ts";

/** Parses a client's frame, or returns a Chinese error message. */
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
/** A timer that is late by less was not delayed by the event loop. */
const timerToleranceMs = 50;
const busyMessage = "数据库繁忙，实时连接暂时无法使用，请稍后再试";

export type SocketServices = Platform & { readonly sessions: SessionCache };

export interface SocketLimits {
  /** How long a registered client may go without a heartbeat. */
  readonly silenceMs: number;
  /** How long a client may take to register. */
  readonly registerMs: number;
  /** After a message about changed records, further changes are collected for so long. */
  readonly collectMs: number;
}

interface ConnectionPorts {
  readonly platform: SocketServices;
  readonly feed: LiveFeed;
  /** The client's address. */
  readonly address: string;
  readonly limits: SocketLimits;
  readonly onRegistered: (found: SessionWithOwner) => void;
  /** The owner may use the console; called again when the roles may have changed. Not called for screens. */
  readonly onAdmitted: (found: SessionWithOwner) => void;
  /** Somebody at the console has heard or seen the alarms up to this time, UTC ms. Not called for screens. */
  readonly onPerceived: (to: number) => void;
  /** Set for a screen, which its upgrade has authenticated; its frames carry no token. */
  readonly screen?: SocketScreen | undefined;
}

/** One client's socket, registered with a session and kept alive by heartbeats. */
export interface Connection {
  readonly receive: (data: Buffer, binary: boolean) => Promise<void>;
  readonly send: (type: number, data: unknown) => void;
  /** Sends the client why its session is over, and closes. */
  readonly end: (reason: EndReason) => void;
  readonly stop: () => void;
  /** Whether a received registration has no reply yet. */
  readonly isRegistering: () => boolean;
}

/** Counts its own calls within the last `windowMs`, including this one. */
function createSlidingCounter(monotonicMs: () => number): () => number {
  const times: number[] = [];
  return () => {
    const now = monotonicMs();
    times.push(now);
    while ((times[0] ?? now) <= now - windowMs) times.shift();
    return times.length;
  };
}

/** What must be done before anything but heartbeats is allowed. */
type SetupReason = NonNullable<z.output<typeof socketErrorData>["reason"]>;
const setupMessages: Readonly<Record<SetupReason, string>> = {
  initialPassword: mustChangeMessage,
  secondFactor: mustEnableMessage,
};

/** Replies to the client, some of which close its socket. */
function createReplies(transport: SocketTransport, { clock, monotonicMs }: SocketServices) {
  const countBadFrame = createSlidingCounter(monotonicMs);
  function send(type: number, data: unknown) {
    transport.send(JSON.stringify({ type, at: clock().toISOString(), data }));
  }
  function sendError(data: z.output<typeof socketErrorData>) {
    send(socketTypes.error, data);
  }
  function refuse(message: string, reason?: SetupReason) {
    sendError({ message, ...(reason ? { reason } : {}) });
    if (countBadFrame() > maxBadFrames) transport.close(closeCodes.policy, "too many bad frames");
  }
  function end(reason: EndReason) {
    if (reason === "elsewhere") {
      send(socketTypes.loggedInElsewhere, { message: elsewhereMessage });
      transport.close(closeCodes.loggedInElsewhere, "logged in elsewhere");
    } else transport.close(closeCodes.tokenInvalid, "session is over");
  }
  return { send, sendError, refuse, end };
}
type Replies = ReturnType<typeof createReplies>;

/** The session of a socket: registered once, then verified repeatedly. */
function createSocketSession(
  transport: SocketTransport,
  { platform, address, onRegistered, onAdmitted, onPerceived }: ConnectionPorts,
  { send, refuse, end }: Replies,
  live: LiveFrames,
): SocketSession {
  let session: SessionWithOwner["session"] | null = null;
  let isAdmitted = false;
  /** What the client knows that its user may do. */
  let knownRights: string | null = null;
  let isErrorReported = false;

  /** Closes the socket if the session is over. */
  function closeIfOver(found: SessionWithOwner | AuthErrorReason): SessionWithOwner | null {
    if (typeof found !== "string") return found;
    end(found === "elsewhere" ? "elsewhere" : "logout");
    return null;
  }
  /** Also null if the client has disconnected meanwhile: nothing may be opened for it. */
  async function loadSession(token: string): Promise<SessionWithOwner | null> {
    const found = await platform.sessions.find(token, address);
    return transport.isClosing() ? null : closeIfOver(found);
  }

  /**
   * Only heartbeats are allowed while an initial password must be changed or a second factor enabled. The next frame
   * after that is admitted. Returns what must be done first.
   */
  function admit(found: SessionWithOwner): SetupReason | null {
    const { owner, changedRights } = found;
    if (mustChangePassword(platform.settings.production, owner)) return "initialPassword";
    if (mustEnableSecondFactor(platform.settings.secondFactorRoles, owner)) return "secondFactor";
    live.admit({ roles: owner.roles, changedRights });
    onAdmitted(found);
    const rights = JSON.stringify([owner.roles, owner.ownRoleId, changedRights]);
    if (knownRights !== null && rights !== knownRights) send(socketTypes.rightsChanged, null);
    knownRights = rights;
    isAdmitted = true;
    return null;
  }

  async function register(frame: ClientFrame) {
    const found = await loadSession(frame.token);
    if (!found) return;
    if (found.session.staffId !== frame.userId)
      return transport.close(closeCodes.tokenInvalid, "another user's token");
    if (session && session.id !== found.session.id) return refuse("连接已属于另一次登录");
    session = found.session;
    admit(found);
    onRegistered(found);
    // Again: the session may have ended after the look-up, before `onRegistered` subscribed this socket to its end.
    if (!(await loadSession(frame.token))) return;
    const serverTime = platform.clock().toISOString();
    send(socketTypes.register, { serverTime, heartbeatSeconds } satisfies z.output<typeof registeredData>);
  }

  /** Replies from the cache; queries the database in the background if needed. */
  function heartbeat({ token }: ClientFrame) {
    const known = platform.sessions.peek(token);
    const found = known && closeIfOver(known.found);
    if (known && !found) return;
    // Roles and data scope may have changed since, and a call may have read them anew.
    if (found) admit(found);
    platform.sessions.touch(token);
    send(socketTypes.heartbeat, { serverTime: platform.clock().toISOString() });
    if (!known || known.isStale) void verify(token);
  }

  /** An unavailable database does not close the socket: the next heartbeat retries. */
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
      if (!isAdmitted) {
        const found = await loadSession(frame.token);
        if (!found) return;
        const reason = admit(found);
        if (reason) return refuse(setupMessages[reason], reason);
      }
      if (frame.type !== socketTypes.alarmsPerceived) return live.handle(frame);
      if (frame.perceivedTo === undefined) return refuse("缺少告警的时间");
      // No console knows alarms of the future.
      onPerceived(Math.min(Date.parse(frame.perceivedTo), platform.clock().getTime()));
    },
  };
}

/** Implements the socket protocol (`adapters/contract/socket.ts`) on one connection. */
export function createConnection(transport: SocketTransport, ports: ConnectionPorts): Connection {
  const { platform, feed, limits } = ports;
  const countFrame = createSlidingCounter(platform.monotonicMs);
  const replies = createReplies(transport, platform);
  const live = createLiveFrames(feed, transport, replies.refuse);
  const session: SocketSession = ports.screen
    ? createScreenSession(ports.screen, ports, replies, live)
    : createSocketSession(transport, ports, replies, live);
  let queue = Promise.resolve();
  let pendingRegistrations = 0;
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

  /** Renews the timer when a frame arrives, however late it is processed. */
  function enqueueFrame(frame: ClientFrame) {
    if (frame.type === socketTypes.heartbeat && session.isOwnToken(frame)) idleTimer.renew(limits.silenceMs);
    if (frame.type !== socketTypes.register) {
      queue = queue.then(() => processFrame(frame));
      return;
    }
    pendingRegistrations += 1;
    idleTimer.stop();
    queue = queue
      .then(() => processFrame(frame))
      .then(() => {
        pendingRegistrations -= 1;
        // Also if it failed because of the server: the console gives up by itself.
        if (pendingRegistrations === 0 && !transport.isClosing()) idleTimer.renew(limits.silenceMs);
      });
  }

  return {
    send: replies.send,
    end: replies.end,
    stop: () => {
      idleTimer.stop();
      live.leave();
    },
    isRegistering: () => pendingRegistrations > 0,
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

/** A timeout for the client that does not count the server's own delays. */
interface IdleTimer {
  /** Restarts the timeout with this many milliseconds. */
  readonly renew: (ms: number) => void;
  /** Stops the timeout until it is renewed. */
  readonly stop: () => void;
}

/**
 * @param onTimeout called once the time has passed. If a blocked event loop delays the timer, it waits that much
 *   longer. Pending input is read first.
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
      // Timers run before pending input is read, immediates after it.
      else readTimer = setImmediate(onTimeout);
    }, ms);
  }
  return { renew, stop };
}
