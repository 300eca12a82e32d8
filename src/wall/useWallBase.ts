import { useCallback, useState } from "react";
import type { Basemap } from "../../adapters/contract/basemap.ts";
import { maxDetailZoom } from "../map/base/useEmbeddedMapEnd.ts";

/** The base map of all maps of the wall. */
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

/** How near a close-up goes: no nearer than the map has places, else where a drone is could not be told. */
export const getCloseUpZoom = ({ basemap, hasFailed }: Pick<WallBase, "basemap" | "hasFailed">): number =>
  basemap === null || hasFailed
    ? embeddedZoom
    : Math.min(detailedZoom, (basemap.kind === "xyz" ? basemap.maxZoom : undefined) ?? detailedZoom);

/** The base map, and whether it works. @param basemap as configured */
export function useWallBase(basemap: Basemap | null): WallBase {
  const [hasFailed, setHasFailed] = useState(false);
  const onError = useCallback(() => setHasFailed(true), []);
  const onRecover = useCallback(() => setHasFailed(false), []);
  return { basemap, hasFailed, onError, onRecover };
}
