import type { SocketTag } from "../../machines/socketPort.ts";
import type { SocketClient } from "../app/socket/startSocket.ts";

interface StartedSocket {
  readonly socket: Pick<SocketClient, "getStatus" | "subscribe" | "stop">;
  /** Ends what listens to it. */
  readonly unlisten: () => void;
}

/** Time until a socket is replaced, ms. */
const restartMs = 5_000;
/** Where a socket stays: its worker failed, or the screen has more sockets than it may. */
const stuckPhases: readonly (SocketTag | "broken")[] = ["broken", "crowdedOut"];

/**
 * Keeps a socket for a screen, where nobody reloads the page: one that would not connect again by itself is replaced.
 * @param start starts a socket
 * @returns ends it
 */
export function keepSocket(start: () => StartedSocket): () => void {
  let stop: () => void;
  const connect = () => {
    const { socket, unlisten } = start();
    const unsubscribe = socket.subscribe(() => {
      if (!stuckPhases.includes(socket.getStatus().phase)) return;
      stop();
      const timer = setTimeout(connect, restartMs);
      stop = () => clearTimeout(timer);
    });
    stop = () => {
      unsubscribe();
      unlisten();
      socket.stop();
    };
  };
  connect();
  return () => stop();
}
