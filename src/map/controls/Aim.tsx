import { toLonLat } from "ol/proj.js";
import { useEffect, useEffectEvent } from "react";
import { useMap } from "../useMap.ts";

/** About a tenth of a metre. */
const decimals = 6;
const moveMs = 200;

const rounded = (value: number) => Number(value.toFixed(decimals));

/** Brings what is clicked to the middle of the map, and tells what lies there. */
export function Aim({ onAim }: { readonly onAim: (at: readonly [number, number]) => void }) {
  const map = useMap();
  const told = useEffectEvent(onAim);
  useEffect(() => {
    const tell = () => {
      const centre = map.getView().getCenter();
      if (!centre) return;
      const [lng = 0, lat = 0] = toLonLat(centre);
      told([rounded(lng), rounded(lat)]);
    };
    const aim = ({ coordinate }: { readonly coordinate: number[] }) =>
      map.getView().animate({ center: coordinate, duration: moveMs });
    map.on("moveend", tell);
    map.on("singleclick", aim);
    return () => {
      map.un("moveend", tell);
      map.un("singleclick", aim);
    };
  }, [map]);
  return null;
}
