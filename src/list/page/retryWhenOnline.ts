import { onEachReconnect } from "../../pageApi/onReconnect.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import type { ListActor } from "./listActor.ts";

/** Errors that a reconnect can resolve. */
const connectionErrorKinds: readonly string[] = ["offline", "timeout"];

/** Retries a failed load once after each reconnect of the socket. Returns a stop function. */
export function retryWhenOnline(
  list: Pick<ListActor, "getSnapshot" | "send" | "subscribe">,
  socket: Pick<PageSocket, "getStatus" | "subscribe">,
): () => void {
  /** Reconnected during a request, which may have started before. */
  let reconnectedWhileBusy = false;
  const retryIfFailed = () => {
    const snapshot = list.getSnapshot();
    if (snapshot.hasTag("failed") && connectionErrorKinds.includes(snapshot.context.error?.kind ?? ""))
      list.send({ type: "retry" });
  };
  // The page may have been hidden during the reconnect.
  if (socket.getStatus().phase === "online") retryIfFailed();
  const subscription = list.subscribe((snapshot) => {
    if (!reconnectedWhileBusy || snapshot.hasTag("busy")) return;
    reconnectedWhileBusy = false;
    retryIfFailed();
  });
  const stopWaiting = onEachReconnect(socket, () => {
    reconnectedWhileBusy = list.getSnapshot().hasTag("busy");
    retryIfFailed();
  });
  return () => {
    subscription.unsubscribe();
    stopWaiting();
  };
}
