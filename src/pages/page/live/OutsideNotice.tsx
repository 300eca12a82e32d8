import { Button } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import type { FleetSnapshot } from "../../../map/drones/data/fleetSnapshot.ts";
import { useOutsideDrones } from "../../../map/drones/useOutsideDrones.ts";
import { useMap } from "../../../map/useMap.ts";
import { type MapViewport, readViewport } from "../../../map/useViewportChange.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { isWholeFleet, toFleetViewport, toWholeFleetViewport } from "./fleetViewport.ts";
import classes from "./LiveMap.module.css";
import type { LiveServices } from "./liveServices.ts";

/** After this long without a complete frame, the last one is used. */
const frameTimeoutMs = 1_500;

interface Props {
  readonly live: LiveServices;
  /** Whether 显示全部 was pressed and not answered yet. */
  readonly isRequested: boolean;
  readonly onAnswer: () => void;
}

/** Shows all drones on request. Says how many are outside of the view, and leads to them. */
export function OutsideNotice({ live, isRequested, onAnswer }: Props) {
  const map = useMap();
  const { toast } = usePageApi();
  const { count, flyThere, showAll } = useOutsideDrones(live.feed, isWholeFleet);
  const answer = useEffectEvent((snapshot: FleetSnapshot | null) => {
    onAnswer();
    if (snapshot && snapshot.count > 0) showAll(snapshot);
    else toast.warning("现在没有可显示的无人机位置");
  });
  useEffect(() => {
    const viewport = readViewport(map);
    if (isRequested && viewport) return loadWholeFleet(live, viewport, answer);
  }, [live, map, isRequested]);
  if (count === 0) return null;
  return (
    <p className={classes["actionNote"]} role="status">
      另有 {count} 架在视野外
      <Button size="compact-xs" variant="subtle" onClick={flyThere}>
        飞到那里
      </Button>
    </p>
  );
}

/** Requests a frame of the whole fleet. Returns the cancel function. */
function loadWholeFleet(
  { actor, feed }: LiveServices,
  viewport: MapViewport,
  onLoad: (snapshot: FleetSnapshot | null) => void,
): () => void {
  actor.send({ type: "view.change", view: toWholeFleetViewport(viewport) });
  const cancel = () => {
    clearTimeout(timeout);
    unsubscribe();
  };
  const finish = () => {
    cancel();
    onLoad(feed.getLatest());
    // If the map does not move, nothing else would restore the view.
    actor.send({ type: "view.change", view: toFleetViewport(viewport) });
  };
  const timeout = setTimeout(finish, frameTimeoutMs);
  const unsubscribe = feed.onSnapshot(({ count, fleetSize }) => {
    if (count >= fleetSize) finish();
  });
  return cancel;
}
