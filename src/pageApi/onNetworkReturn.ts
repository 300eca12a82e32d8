import type { PageSocket } from "./pageSocket.ts";

/**
 * Calls back each time the network may be back: on the browser's event, and when the live connection is online again.
 * Returns an unsubscribe function.
 */
export function onNetworkReturn(
  socket: Pick<PageSocket, "getStatus" | "subscribe">,
  callback: () => void,
): () => void {
  let wasOnline = socket.getStatus().phase === "online";
  const unsubscribe = socket.subscribe(() => {
    const isOnline = socket.getStatus().phase === "online";
    if (isOnline && !wasOnline) callback();
    wasOnline = isOnline;
  });
  window.addEventListener("online", callback);
  return () => {
    unsubscribe();
    window.removeEventListener("online", callback);
  };
}
