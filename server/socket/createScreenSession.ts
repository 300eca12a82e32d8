import type * as z from "zod/mini";
import {
  type ClientFrame,
  entireFleet,
  type registeredData,
  socketTypes,
} from "../../adapters/contract/socket.ts";
import { createRevocationCheck } from "../auth/createRevocationCheck.ts";
import type { Platform } from "../platform.ts";
import type { ScreenView } from "../screens/screenView.ts";
import type { LiveFrames } from "./createLiveFrames.ts";

/** What a socket belongs to. */
export interface SocketSession {
  readonly isOwnToken: (frame: ClientFrame) => boolean;
  readonly isRegistered: () => boolean;
  readonly handle: (frame: ClientFrame) => void | Promise<void>;
}

/** A screen that has been authenticated by the cookie of its upgrade. */
export interface SocketScreen {
  readonly id: string;
  readonly view: ScreenView;
  /** Throws `AuthError` once the screen is revoked, or may show something else. */
  readonly verify: () => Promise<void>;
}

const heartbeatSeconds = 5;

/**
 * The session of a screen's socket: frames as the console's, of all of the fleet that it may show, no token. It neither
 * idles out nor gets type 6.
 */
export function createScreenSession(
  screen: SocketScreen,
  { platform }: { readonly platform: Pick<Platform, "clock" | "onError"> },
  {
    send,
    end,
  }: {
    readonly send: (type: number, data: unknown) => void;
    readonly end: (reason: "forced") => void;
  },
  live: LiveFrames,
): SocketSession {
  live.admitScreen(screen.view);

  const check = createRevocationCheck(platform, {
    verify: screen.verify,
    onRevoked: () => end("forced"),
    label: "socket of a screen",
  });

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
        check();
      } else if (frame.taskId === entireFleet) live.handle(frame);
    },
  };
}
