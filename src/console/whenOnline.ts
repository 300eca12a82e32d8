import type { LiveSocket } from "./liveSocket.ts";

/**
 * Does something once, when the live connection is online after it was down; not where it comes up for the first
 * time, which says nothing of what failed before. Answers with what gives it up.
 */
export function whenOnline(socket: Pick<LiveSocket, "view" | "subscribe">, act: () => void): () => void {
  let down = socket.view().since !== null;
  const end = socket.subscribe(() => {
    const { phase, since } = socket.view();
    if (since !== null) down = true;
    if (!down || phase !== "online") return;
    end();
    act();
  });
  return end;
}
