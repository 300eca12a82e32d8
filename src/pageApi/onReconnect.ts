import type { PageSocket } from "./pageSocket.ts";

/** Calls back once, when the live connection is online again after it was down. Returns an unsubscribe function. */
export function onReconnect(
  socket: Pick<PageSocket, "getStatus" | "subscribe">,
  callback: () => void,
): () => void {
  let wasDown = socket.getStatus().since !== null;
  const unsubscribe = socket.subscribe(() => {
    const { phase, since } = socket.getStatus();
    if (since !== null) wasDown = true;
    if (!wasDown || phase !== "online") return;
    unsubscribe();
    callback();
  });
  return unsubscribe;
}

/** Like `onReconnect`, but after every outage. */
export function onEachReconnect(
  socket: Pick<PageSocket, "getStatus" | "subscribe">,
  callback: () => void,
): () => void {
  let stop = () => {};
  const wait = () => {
    stop = onReconnect(socket, () => {
      callback();
      wait();
    });
  };
  wait();
  return () => stop();
}
