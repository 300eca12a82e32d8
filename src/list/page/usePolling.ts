import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "./listActor.ts";

const pollIntervalMs = 4_000;

/** Reads the list again every four seconds while it is on the screen and something on its page is under way. */
export function usePolling({ shouldPoll }: ListConfig, actor: ListActor) {
  const isPolling = useSelector(
    actor,
    ({ context }) => (shouldPoll && context.page?.list.some(shouldPoll)) ?? false,
  );
  useEffect(() => {
    if (!isPolling) return;
    const timer = setInterval(() => {
      const snapshot = actor.getSnapshot();
      const isPaused =
        snapshot.hasTag("away") || (snapshot.hasTag("failed") && snapshot.context.error?.kind === "tooMany");
      // One that is still being read is newer than the asking for another.
      if (!snapshot.hasTag("busy") && !isPaused) actor.send({ type: "refresh" });
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [isPolling, actor]);
}
