import type { PageSocket } from "../pageApi/pageSocket.ts";

interface LinkListener {
  readonly onUp: () => void;
  /** @param since time of the disconnection, ms since 1970 */
  readonly onDown: (since: number) => void;
}

/** Tells when the console's connection comes up or goes down, beginning with how it is. Returns an unsubscribe function. */
export function watchLink(
  socket: Pick<PageSocket, "getStatus" | "subscribe">,
  { onUp, onDown }: LinkListener,
): () => void {
  let last: ReturnType<PageSocket["getStatus"]> = { phase: "closed", since: null, isSilent: false };
  const check = () => {
    const status = socket.getStatus();
    const before = last;
    last = status;
    if (status.phase === "online" && before.phase !== "online") onUp();
    else if (status.since !== null && status.since !== before.since) onDown(status.since);
  };
  const unsubscribe = socket.subscribe(check);
  check();
  return unsubscribe;
}
