import { Button } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import classes from "../../live/LiveMap.module.css";
import type { LiveServices } from "../../live/liveServices.ts";
import { countDrones } from "../../map/drones/data/fleetPlaces.ts";
import type { FleetSnapshot } from "../../map/drones/data/fleetSnapshot.ts";
import { useOutsideDrones } from "../../map/drones/useOutsideDrones.ts";
import { waitForWholeFleet } from "../../map/drones/waitForWholeFleet.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { isWholeFleet } from "./fleetViewport.ts";

interface Props {
  readonly live: Pick<LiveServices, "feed">;
  /** Whether 显示全部 was pressed and not answered yet. */
  readonly isRequested: boolean;
  readonly onAnswer: () => void;
}

/** Shows all drones on request. Says how many are outside of the view, and leads to them. */
export function OutsideNotice({ live: { feed }, isRequested, onAnswer }: Props) {
  const { toast } = usePageApi();
  const { count, flyThere, showAll } = useOutsideDrones(feed, isWholeFleet);
  const answer = useEffectEvent((snapshot: FleetSnapshot | null) => {
    const shown = snapshot ? countDrones(snapshot) : 0;
    if (!snapshot || shown === 0) {
      onAnswer();
      toast.warning("现在没有可显示的无人机位置");
      return;
    }
    // Until the map is there, the drones around the view that it leaves are not enough.
    showAll(snapshot, onAnswer);
    const missing = snapshot.fleetSize - shown;
    if (missing > 0) toast.warning(`还有 ${missing} 架的位置没有收到，请稍后再点“显示全部”`);
  });
  useEffect(() => {
    if (isRequested) return waitForWholeFleet(feed, answer);
  }, [feed, isRequested]);
  if (count === 0) return null;
  return (
    <p className={classes["actionNote"]} role="status">
      <span>{`另有 ${count} 架在视野外`}</span>
      <Button size="compact-xs" variant="subtle" onClick={flyThere}>
        飞到那里
      </Button>
    </p>
  );
}
