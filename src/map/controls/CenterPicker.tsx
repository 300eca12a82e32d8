import { toLonLat } from "ol/proj.js";
import { useEffect, useEffectEvent } from "react";
import { useMap } from "../useMap.ts";

/** Decimal places of degrees, about 0.1 m. */
const decimals = 6;
const animationMs = 200;

const roundDegrees = (value: number) => Number(value.toFixed(decimals));

/** Centres the map on click and reports the centre after every move. */
export function CenterPicker({ onAim }: { readonly onAim: (at: readonly [number, number]) => void }) {
  const map = useMap();
  const handleCenterChange = useEffectEvent(onAim);
  useEffect(() => {
    const reportCenter = () => {
      const centre = map.getView().getCenter();
      if (!centre) return;
      const [lng = 0, lat = 0] = toLonLat(centre);
      handleCenterChange([roundDegrees(lng), roundDegrees(lat)]);
    };
    const centerOnClick = ({ coordinate }: { readonly coordinate: number[] }) =>
      map.getView().animate({ center: coordinate, duration: animationMs });
    map.on("moveend", reportCenter);
    map.on("singleclick", centerOnClick);
    return () => {
      map.un("moveend", reportCenter);
      map.un("singleclick", centerOnClick);
    };
  }, [map]);
  return null;
}
