import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "./listActor.ts";

const readEveryMs = 4_000;

/** Reads the list again every four seconds while it is on the screen and something on its page is under way. */
export function useFollowing({ underWay }: ListPlan, actor: ListActor) {
  const going = useSelector(actor, ({ context }) => (underWay && context.page?.list.some(underWay)) ?? false);
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => {
      const now = actor.getSnapshot();
      const refused = now.hasTag("away") || (now.hasTag("failed") && now.context.fault?.kind === "tooMany");
      // One that is still being read is newer than the asking for another.
      if (!now.hasTag("busy") && !refused) actor.send({ type: "refresh" });
    }, readEveryMs);
    return () => clearInterval(timer);
  }, [going, actor]);
}
