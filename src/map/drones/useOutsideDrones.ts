import { boundingExtent, containsCoordinate, containsExtent, type Extent } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { useCallback, useEffect, useRef, useState } from "react";
import { mapZoom } from "../../../adapters/contract/constants.ts";
import { fitPadding, flyToExtent } from "../flyTo.ts";
import { useMap } from "../useMap.ts";
import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import { worldResolution } from "./data/mercator.ts";
import { splitByView } from "./data/splitByView.ts";
import type { FleetFeed } from "./fleetFeed.ts";

type Positions = readonly (readonly [x: number, y: number])[];
const none: Positions = [];

interface OutsideDrones {
  /** Number of drones known to be outside of the view. */
  readonly count: number;
  /** Flies to where most of them are. */
  readonly flyThere: () => void;
  /** Shows all drones of a snapshot, or where most of them are. */
  readonly showAll: (snapshot: FleetSnapshot) => void;
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
        const outside = toPositions(latest).filter((at) => !containsCoordinate(extent, [...at]));
        setPositions((previous) => (outside.length + previous.length === 0 ? previous : outside));
      } else if (!fitted.current || !containsExtent(extent, fitted.current)) {
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
  const fitMost = useCallback(
    (some: Positions) => {
      if (some.length === 0) return;
      const { inside, outside } = splitPositions(map, some);
      fitted.current = boundingExtent(inside.map((at) => [...at]));
      setPositions(outside);
      flyToExtent(map, fitted.current);
    },
    [map],
  );
  const showAll = useCallback((snapshot: FleetSnapshot) => fitMost(toPositions(snapshot)), [fitMost]);
  return { count: positions.length, flyThere: () => fitMost(positions), showAll };
}

const toPositions = ({ x1, y1, count }: FleetSnapshot): Positions =>
  Array.from({ length: count }, (_, row) => [x1[row] ?? 0, y1[row] ?? 0] as const);

/** Splits into those that the smallest zoom can show at once, and the others. */
function splitPositions(map: OlMap, positions: Positions) {
  const resolution = worldResolution / 2 ** mapZoom.min;
  const [width = 0, height = 0] = map.getSize() ?? [];
  const toMetres = (pixels: number) => Math.max(0, pixels - 2 * fitPadding) * resolution;
  const coordinates = { x: positions.map(([x]) => x), y: positions.map(([, y]) => y) };
  const { inside, outside } = splitByView(coordinates, [toMetres(width), toMetres(height)]);
  const pick = (rows: readonly number[]): Positions => rows.flatMap((row) => positions.slice(row, row + 1));
  return { inside: pick(inside), outside: pick(outside) };
}
