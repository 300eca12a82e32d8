import { getPointResolution, toLonLat } from "ol/proj.js";
import { useEffect, useRef } from "react";
import { useMap } from "../useMap.ts";
import { inDegrees } from "./formatCoordinates.ts";
import classes from "./GroundLine.module.css";

const widest = 110;
const steps = [1, 2, 5];

/** The longest round length that is not wider than the bar may be. */
function roundLength(metresPerPixel: number): number {
  const most = metresPerPixel * widest;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (steps.findLast((step) => step * power <= most) ?? 1);
}

/** Scale bar and the place under the pointer; written past React, as it changes with every movement. */
export function GroundLine() {
  const map = useMap();
  const bar = useRef<HTMLSpanElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const scale = () => {
      const view = map.getView();
      const [resolution, centre] = [view.getResolution(), view.getCenter()];
      if (!bar.current || resolution === undefined || !centre) return;
      const perPixel = getPointResolution(view.getProjection(), resolution, centre, "m");
      const length = roundLength(perPixel);
      bar.current.style.width = `${length / perPixel}px`;
      bar.current.textContent = length >= 1000 ? `${length / 1000} km` : `${length} m`;
    };
    const point = ({ coordinate }: { readonly coordinate: number[] }) => {
      const [lng = 0, lat = 0] = toLonLat(coordinate);
      if (place.current) place.current.textContent = inDegrees([lng, lat]);
    };
    scale();
    map.on("moveend", scale);
    map.on("pointermove", point);
    return () => {
      map.un("moveend", scale);
      map.un("pointermove", point);
    };
  }, [map]);
  return (
    <div className={classes["line"]} aria-hidden>
      <span ref={bar} className={classes["bar"]} />
      <span ref={place} className={classes["place"]} />
    </div>
  );
}
