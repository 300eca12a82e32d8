import type OlMap from "ol/Map.js";
import { transformExtent } from "ol/proj.js";
import { useEffect } from "react";
import { throttle } from "./throttle.ts";
import { useMap } from "./useMap.ts";

export interface MapViewport {
  /** West, south, east, north in WGS-84 degrees; west is greater than east in a view across the date line. */
  readonly bbox: readonly [number, number, number, number];
  readonly zoom: number;
}

/** A map following a drone moves with every frame, and each call may send a request. */
const throttleMs = 500;

/** Returns the visible part of the world; null before the map has a size. */
export function readViewport(map: OlMap): MapViewport | null {
  const view = map.getView();
  const [zoom, size] = [view.getZoom(), map.getSize()];
  if (zoom === undefined || !size) return null;
  return { bbox: toBbox(view.calculateExtent(size)), zoom };
}

/** An extent in EPSG:3857 as WGS-84 degrees: west, south, east, north. */
export function toBbox(projected: readonly number[]): MapViewport["bbox"] {
  const extent = transformExtent([...projected], "EPSG:3857", "EPSG:4326");
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const isWhole = east - west >= 360;
  return [
    isWhole ? -180 : wrapLongitude(west),
    Math.max(-90, south),
    isWhole ? 180 : wrapLongitude(east),
    Math.min(90, north),
  ];
}

const wrapLongitude = (lng: number): number => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng);

/** Calls `onChange` with the visible part of the world, initially and after moves; throttled. */
export function useViewportChange(onChange: (viewport: MapViewport) => void): void {
  const map = useMap();
  useEffect(() => {
    const { call, cancel } = throttle(throttleMs, () => {
      const viewport = readViewport(map);
      if (viewport) onChange(viewport);
    });
    call();
    map.on("moveend", call);
    return () => {
      cancel();
      map.un("moveend", call);
    };
  }, [map, onChange]);
}
