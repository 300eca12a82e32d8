import type * as z from "zod/mini";
import {
  type ClientFrame,
  closeCodes,
  type registeredData,
  type socketErrorData,
  socketTypes,
} from "../../adapters/contract/socket.ts";
import { type Found, findSession, touchSession } from "../auth/findSession.ts";
import { tokenHash } from "../auth/tokens.ts";
import type { EndReason } from "../db/schema/sessions.ts";
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

export interface ConnectionPorts {
  readonly platform: Platform;
  readonly feed: LiveFeed;
  readonly silenceMs: number;
  readonly onRegistered: (sessionId: string, connection: Connection) => void;
}

/** One client's socket: registered with a session, kept alive by its heartbeats. */
export interface Connection {
  readonly frame: (data: Buffer, binary: boolean) => Promise<void>;
  readonly send: (type: number, data: unknown) => void;
  /** Tells the client why its session is over, and closes. */
  readonly end: (reason: EndReason) => void;
  readonly stop: () => void;
}

/** Follows the protocol of contract section 6 on one socket. */
export function connection(
  wire: Wire,
  { platform, feed, silenceMs, onRegistered }: ConnectionPorts,
): Connection {
  const bad = slidingCount(windowMs, platform.clock);
  const all = slidingCount(windowMs, platform.clock);
  const live = liveFrames(feed, wire, refuse);
  let session: Found["session"] | null = null;
  let turn = Promise.resolve();
  let silence = setTimeout(hush, silenceMs);

  function hush() {
    wire.close(1001, "no heartbeat");
  }
  function alive() {
    clearTimeout(silence);
    silence = setTimeout(hush, silenceMs);
  }
  function send(type: number, data: unknown) {
    wire.send(JSON.stringify({ type, at: platform.clock().toISOString(), data }));
  }
  function refuse(message: string) {
    send(socketTypes.error, { message } satisfies z.output<typeof socketErrorData>);
    if (bad() > badFramesTaken) wire.close(closeCodes.policy, "too many bad frames");
  }
  function end(reason: EndReason) {
    if (reason === "elsewhere") {
      send(socketTypes.loggedInElsewhere, { message: "账号已在其他地方登录" });
      wire.close(closeCodes.loggedInElsewhere, "logged in elsewhere");
    } else wire.close(closeCodes.tokenInvalid, "session is over");
  }

  /** The session as it is now; where it is over, the socket closes. */
  async function liveSession(token: string): Promise<Found | null> {
    const found = await findSession(platform.db, token, platform.clock());
    if (typeof found !== "string") return found;
    end(found === "elsewhere" ? "elsewhere" : "logout");
    return null;
  }

  async function register(frame: ClientFrame) {
    const found = await liveSession(frame.token);
    if (!found) return;
    if (found.session.staffId !== frame.userId)
      return wire.close(closeCodes.tokenInvalid, "another user's token");
    if (session && session.id !== found.session.id) return refuse("连接已属于另一次登录");
    session = found.session;
    live.admit(found.owner.roles);
    onRegistered(session.id, self);
    // Again: the session may have ended between the look-up and the moment that its end would reach this socket.
    if (!(await liveSession(frame.token))) return;
    alive();
    const serverTime = platform.clock().toISOString();
    send(socketTypes.register, { serverTime, heartbeatSeconds } satisfies z.output<typeof registeredData>);
  }

  async function heartbeat(frame: ClientFrame) {
    const found = await liveSession(frame.token);
    if (!found) return;
    await touchSession(platform.db, found.session, platform.clock());
    alive();
    send(socketTypes.heartbeat, { serverTime: platform.clock().toISOString() });
  }

  async function obey(frame: ClientFrame) {
    if (frame.type === socketTypes.register) return register(frame);
    if (!session) return refuse("请先登录连接");
    if (session.tokenHash !== tokenHash(frame.token)) return refuse("登录凭证与连接不符");
    if (frame.type === socketTypes.heartbeat) return heartbeat(frame);
    live.obey(frame);
  }

  async function inTurn(frame: ClientFrame) {
    if (wire.closing()) return;
    try {
      await obey(frame);
    } catch (fault) {
      platform.onFault(fault, "socket");
      wire.close(closeCodes.tryLater, "try again later");
    }
  }

  const self: Connection = {
    send,
    end,
    stop: () => {
      clearTimeout(silence);
      live.leave();
    },
    frame: (data, binary) => {
      if (wire.closing()) return turn;
      const frame = parseFrame(data, binary);
      if (typeof frame === "string") refuse(frame);
      else if (all() > framesTaken) refuse("消息太频繁");
      else turn = turn.then(() => inTurn(frame));
      return turn;
    },
  };
  return self;
}
