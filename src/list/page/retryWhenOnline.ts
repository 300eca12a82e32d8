import type { LiveSocket } from "../../console/liveSocket.ts";
import { whenOnline } from "../../console/whenOnline.ts";
import type { ListActor } from "./listActor.ts";

/** What cannot be had without a server, and can with one. */
const ofTheLine: readonly string[] = ["offline", "timeout"];

/**
 * Asks anew for rows that could not be had while the server was gone: once each time that the live connection is
 * back. Answers with what gives it up.
 */
export function retryWhenOnline(
  list: Pick<ListActor, "getSnapshot" | "send" | "subscribe">,
  socket: Pick<LiveSocket, "view" | "subscribe">,
): () => void {
  /** The line came back while rows were asked for: they may have been asked for before it. */
  let meanwhile = false;
  const again = () => {
    const now = list.getSnapshot();
    if (now.hasTag("failed") && ofTheLine.includes(now.context.fault?.kind ?? ""))
      list.send({ type: "retry" });
  };
  // The page may have been hidden while the connection came back.
  if (socket.view().phase === "online") again();
  const answers = list.subscribe((now) => {
    if (!meanwhile || now.hasTag("busy")) return;
    meanwhile = false;
    again();
  });
  let end = () => {};
  const wait = () => {
    end = whenOnline(socket, () => {
      meanwhile = list.getSnapshot().hasTag("busy");
      again();
      wait();
    });
  };
  wait();
  return () => {
    answers.unsubscribe();
    end();
  };
}
