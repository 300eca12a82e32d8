import { onReconnect } from "../../pageApi/onReconnect.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import type { ListActor } from "./listActor.ts";

/** What cannot be had without a server, and can with one. */
const connectionErrorKinds: readonly string[] = ["offline", "timeout"];

/**
 * Asks anew for rows that could not be had while the server was gone: once each time that the live connection is
 * back. Answers with what gives it up.
 */
export function retryWhenOnline(
  list: Pick<ListActor, "getSnapshot" | "send" | "subscribe">,
  socket: Pick<PageSocket, "view" | "subscribe">,
): () => void {
  /** The line came back while rows were asked for: they may have been asked for before it. */
  let reconnectedWhileBusy = false;
  const retryIfFailed = () => {
    const snapshot = list.getSnapshot();
    if (snapshot.hasTag("failed") && connectionErrorKinds.includes(snapshot.context.error?.kind ?? ""))
      list.send({ type: "retry" });
  };
  // The page may have been hidden while the connection came back.
  if (socket.view().phase === "online") retryIfFailed();
  const subscription = list.subscribe((snapshot) => {
    if (!reconnectedWhileBusy || snapshot.hasTag("busy")) return;
    reconnectedWhileBusy = false;
    retryIfFailed();
  });
  let stopWaiting = () => {};
  const waitForOnline = () => {
    stopWaiting = onReconnect(socket, () => {
      reconnectedWhileBusy = list.getSnapshot().hasTag("busy");
      retryIfFailed();
      waitForOnline();
    });
  };
  waitForOnline();
  return () => {
    subscription.unsubscribe();
    stopWaiting();
  };
}
