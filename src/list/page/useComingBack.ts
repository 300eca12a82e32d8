import { useEffect } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { whenOnline } from "../../console/whenOnline.ts";
import type { ListActor } from "./listActor.ts";

/** What cannot be had without a server, and can with one. */
const ofTheLine: readonly string[] = ["offline", "timeout"];

/** Asks anew for rows that could not be had while the server was gone, when the live connection is back. */
export function useComingBack(actor: ListActor): void {
  const { socket } = useConsole();
  useEffect(() => {
    const again = () => {
      const now = actor.getSnapshot();
      if (now.hasTag("failed") && ofTheLine.includes(now.context.fault?.kind ?? ""))
        actor.send({ type: "retry" });
    };
    // The page may have been hidden while the connection came back.
    if (socket.view().phase === "online") again();
    let end = () => {};
    const wait = () => {
      end = whenOnline(socket, () => {
        again();
        wait();
      });
    };
    wait();
    return () => end();
  }, [socket, actor]);
}
