import type { PageSocket } from "./pageSocket.ts";

/**
 * Does something once, when the live connection is online after it was down; not where it comes up for the first
 * time, which says nothing of what failed before. Answers with what gives it up.
 */
export function onReconnect(
  socket: Pick<PageSocket, "view" | "subscribe">,
  callback: () => void,
): () => void {
  let wasDown = socket.view().since !== null;
  const unsubscribe = socket.subscribe(() => {
    const { phase, since } = socket.view();
    if (since !== null) wasDown = true;
    if (!wasDown || phase !== "online") return;
    unsubscribe();
    callback();
  });
  return unsubscribe;
}
