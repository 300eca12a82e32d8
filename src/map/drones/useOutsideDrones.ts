import { containsExtent } from "ol/extent.js";
import { useCallback, useEffect, useRef, useState } from "react";
import { mapZoom } from "../../../adapters/contract/constants.ts";
import { isInExtent } from "../flyTo.ts";
import { useMap } from "../useMap.ts";
import { toPlaces } from "./data/fleetPlaces.ts";
import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import { toNearestCopy } from "./data/mercator.ts";
import type { Extent } from "./data/splitByView.ts";
import { fitMost, type Places } from "./fitMost.ts";
import type { FleetFeed } from "./fleetFeed.ts";

const none: Places = [];

interface OutsideDrones {
  /** Number of drones known to be outside of the view. */
  readonly count: number;
  /** Flies to where most of them are. */
  readonly flyThere: () => void;
  /** Flies to all drones of a snapshot, or to where most of them are; calls back when the map is there. */
  readonly showAll: (snapshot: FleetSnapshot, onEnd: () => void) => void;
}

/** @param isWholeFleet whether snapshots at this zoom contain the drones outside of the view; must be stable */
export function useOutsideDrones(feed: FleetFeed, isWholeFleet: (zoom: number) => boolean): OutsideDrones {
  const map = useMap();
  const [positions, setPositions] = useState(none);
  /** What `showAll` has shown. While it is in view, the drones that it left out are known. */
  const fitted = useRef<Extent | null>(null);
  useEffect(() => {
    const update = () => {
      const view = map.getView();
      const latest = feed.getLatest();
      if (view.getAnimating() || !latest) return;
      const extent = view.calculateExtent(map.getSize());
      if (isWholeFleet(view.getZoom() ?? mapZoom.max)) {
        const outside = toPlaces(latest).filter((at) => !isInExtent(extent, at));
        setPositions((previous) => (outside.length + previous.length === 0 ? previous : outside));
      } else if (!fitted.current || !containsExtent(extent, toShownCopy(fitted.current, extent))) {
        fitted.current = null;
        setPositions(none);
      }
    };
    update();
    map.on("moveend", update);
    const unsubscribe = feed.onSnapshot(update);
    return () => {
      map.un("moveend", update);
      unsubscribe();
    };
  }, [feed, map, isWholeFleet]);
  const fit = useCallback(
    (places: Places, onEnd?: () => void) => {
      if (places.length === 0) return onEnd?.();
      const { extent, outside } = fitMost(map, places, onEnd && { onEnd });
      fitted.current = extent;
      setPositions(outside);
    },
    [map],
  );
  const showAll = useCallback(
    (snapshot: FleetSnapshot, onEnd: () => void) => fit(toPlaces(snapshot), onEnd),
    [fit],
  );
  return { count: positions.length, flyThere: () => fit(positions), showAll };
}

/** An extent as the copy that lies at another one: they may be on both sides of the date line. */
function toShownCopy(
  [west, south, east, north]: Extent,
  [left = 0, , right = 0]: readonly number[],
): number[] {
  const middle = (west + east) / 2;
  const shift = toNearestCopy(middle, (left + right) / 2) - middle;
  return [west + shift, south, east + shift, north];
}
