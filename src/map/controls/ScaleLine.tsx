import type OlMap from "ol/Map.js";
import { getPointResolution, toLonLat } from "ol/proj.js";
import { useEffect, useRef } from "react";
import { useMap } from "../useMap.ts";
import { formatDecimalDegrees } from "./formatCoordinates.ts";
import classes from "./ScaleLine.module.css";

const maxBarWidth = 110;
const roundSteps = [1, 2, 5];

export interface ScaleBar {
  /** CSS pixels of the map. */
  readonly width: number;
  readonly label: string;
}

/** The longest bar of a round length that fits a width; null before the map has a view. */
export function measureScale(map: OlMap, maxWidth: number): ScaleBar | null {
  const view = map.getView();
  const [resolution, centre] = [view.getResolution(), view.getCenter()];
  if (resolution === undefined || !centre) return null;
  const perPixel = getPointResolution(view.getProjection(), resolution, centre, "m");
  const maxLength = perPixel * maxWidth;
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const length = power * (roundSteps.findLast((step) => step * power <= maxLength) ?? 1);
  return { width: length / perPixel, label: length >= 1000 ? `${length / 1000} km` : `${length} m` };
}

/** Scale bar and pointer coordinates. Bypasses React rendering, as they change with every movement. */
export function ScaleLine() {
  const map = useMap();
  const bar = useRef<HTMLSpanElement>(null);
  const coordinates = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const updateScale = () => {
      const scale = measureScale(map, maxBarWidth);
      if (!bar.current || !scale) return;
      bar.current.style.width = `${scale.width}px`;
      bar.current.textContent = scale.label;
    };
    let pointer: number[] | null = null;
    const updateCoordinates = () => {
      const coordinate = pointer && map.getCoordinateFromPixel(pointer);
      if (!coordinate || !coordinates.current) return;
      const [lng = 0, lat = 0] = toLonLat(coordinate);
      coordinates.current.textContent = formatDecimalDegrees([lng, lat]);
    };
    const handlePointer = ({ pixel }: { readonly pixel: number[] }) => {
      pointer = pixel;
      updateCoordinates();
    };
    updateScale();
    map.on("moveend", updateScale);
    map.on("pointermove", handlePointer);
    // The map also moves under a pointer that rests: it follows a drone, or flies somewhere.
    map.on("postrender", updateCoordinates);
    return () => {
      map.un("moveend", updateScale);
      map.un("pointermove", handlePointer);
      map.un("postrender", updateCoordinates);
    };
  }, [map]);
  return (
    <div className={classes["line"]} aria-hidden>
      <span ref={bar} className={classes["bar"]} />
      <span ref={coordinates} className={classes["place"]} />
    </div>
  );
}
