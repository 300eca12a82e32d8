import { useCallback, useState } from "react";
import type { Basemap } from "../../adapters/contract/basemap.ts";
import { maxDetailZoom } from "../map/base/useEmbeddedMapEnd.ts";

/** The base map of one of the wall's maps. */
export interface WallBase {
  /** The first configured one; null for the embedded one. */
  readonly basemap: Basemap | null;
  /** Whether its tiles do not load: the embedded map is there instead. */
  readonly hasFailed: boolean;
  readonly onError: () => void;
  readonly onRecover: () => void;
}

/** A close-up shows a town; the embedded map has no more than counties and their boundaries. */
const [detailedZoom, embeddedZoom] = [13, Math.min(9, maxDetailZoom)] as const;

/**
 * How near a close-up goes: no nearer than the map has places, else where a drone is could not be told.
 * @param hasFailed whether the base map has failed since the close-up shows this drone
 */
export const getCloseUpZoom = (basemap: Basemap | null, hasFailed: boolean): number =>
  basemap === null || hasFailed
    ? embeddedZoom
    : Math.min(detailedZoom, (basemap.kind === "xyz" ? basemap.maxZoom : undefined) ?? detailedZoom);

/** The base map, and whether it works in one of the maps. @param basemap as configured */
export function useWallBase(basemap: Basemap | null): WallBase {
  const [hasFailed, setHasFailed] = useState(false);
  const onError = useCallback(() => setHasFailed(true), []);
  const onRecover = useCallback(() => setHasFailed(false), []);
  return { basemap, hasFailed, onError, onRecover };
}

/** The base map of the close-up, and how near that goes. */
export interface CloseUpBase {
  readonly base: WallBase;
  readonly zoom: number;
}

/**
 * What is known of the close-up's base map.
 * @param taskId the task that it shows
 * @param isFleetBaseDown whether the base map fails in the overview: then it is not waited for here
 */
export function useCloseUpBase(
  basemap: Basemap | null,
  taskId: string | null,
  isFleetBaseDown: boolean,
): CloseUpBase {
  const own = useWallBase(basemap);
  const hasFailed = own.hasFailed || isFleetBaseDown;
  // Farther away its tiles may load, and fail again as soon as it were near.
  const [failedTaskId, setFailedTaskId] = useState<string | null>(null);
  if (hasFailed && failedTaskId !== taskId) setFailedTaskId(taskId);
  return {
    base: { ...own, hasFailed },
    zoom: getCloseUpZoom(basemap, hasFailed || (taskId !== null && failedTaskId === taskId)),
  };
}
