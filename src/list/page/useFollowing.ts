import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "./listActor.ts";

const readEveryMs = 2_000;

/** Reads the list again every two seconds while it is on the screen and something on its page is under way. */
export function useFollowing({ underWay }: ListPlan, actor: ListActor) {
  const going = useSelector(actor, ({ context }) => (underWay && context.page?.list.some(underWay)) ?? false);
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => {
      // One that is still being read is newer than the asking for another.
      if (!actor.getSnapshot().hasTag("busy")) actor.send({ type: "refresh" });
    }, readEveryMs);
    return () => clearInterval(timer);
  }, [going, actor]);
}
