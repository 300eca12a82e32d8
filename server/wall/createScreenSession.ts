import type * as z from "zod/mini";
import { type ClientFrame, type registeredData, socketTypes } from "../../adapters/contract/socket.ts";
import { AuthError } from "../http/authError.ts";
import type { ConnectionPorts, Replies } from "../socket/connection.ts";
import type { LiveFrames } from "../socket/createLiveFrames.ts";

/** What a socket belongs to. */
export interface SocketSession {
  readonly isOwnToken: (frame: ClientFrame) => boolean;
  readonly isRegistered: () => boolean;
  readonly handle: (frame: ClientFrame) => void | Promise<void>;
}

/** A screen that has been authenticated by the cookie of its upgrade. */
export interface SocketScreen {
  readonly id: string;
  /** Throws `AuthError` once the screen is revoked. */
  readonly verify: () => Promise<void>;
}

/** Revoking closes sockets over the bus; this is for a message that was lost. */
const verifyEveryMs = 60_000;
const heartbeatSeconds = 5;

/** The session of a screen's socket: same frames as the console's, no token. It neither idles out nor gets type 6. */
export function createScreenSession(
  screen: SocketScreen,
  { platform }: Pick<ConnectionPorts, "platform">,
  { send, end }: Replies,
  live: LiveFrames,
): SocketSession {
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let isErrorReported = false;
  live.admit(["display"]);

  /** An unavailable database does not close the socket: the next heartbeat retries. */
  async function verify(): Promise<void> {
    const now = platform.clock().getTime();
    // If the clock was set back, the last check lies in the future.
    if (now >= verifiedAt && now - verifiedAt < verifyEveryMs) return;
    verifiedAt = now;
    try {
      await screen.verify();
      isErrorReported = false;
    } catch (error) {
      if (error instanceof AuthError) return end("forced");
      verifiedAt = Number.NEGATIVE_INFINITY;
      if (!isErrorReported) platform.onError(error, "socket of a screen");
      isErrorReported = true;
    }
  }

  // Again: it may have been revoked between its upgrade and now.
  void verify();

  return {
    isOwnToken: () => true,
    isRegistered: () => true,
    handle: (frame) => {
      const serverTime = platform.clock().toISOString();
      if (frame.type === socketTypes.register) {
        send(socketTypes.register, { serverTime, heartbeatSeconds } satisfies z.output<
          typeof registeredData
        >);
      } else if (frame.type === socketTypes.heartbeat) {
        send(socketTypes.heartbeat, { serverTime });
        void verify();
      } else live.handle(frame);
    },
  };
}
