import { toLonLat } from "ol/proj.js";
import { useEffect, useState } from "react";
import { brought } from "../../console/brought.tsx";
import { useMap } from "../useMap.ts";

const CoordinateChoices = brought(async () => (await import("./CoordinateChoices.tsx")).CoordinateChoices);

/** Where the map was asked, in pixels of its own and as longitude and latitude. */
export interface Asked {
  readonly left: number;
  readonly top: number;
  readonly at: readonly [number, number];
}

interface Props {
  readonly onCopied: (text: string) => void;
  readonly onRefused: () => void;
}

/** A right click, a long press or the menu key on the map offers its coordinates to copy, in two spellings. */
export function CoordinateMenu({ onCopied, onRefused }: Props) {
  const map = useMap();
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const element = map.getTargetElement();
    const ask = (event: MouseEvent) => {
      event.preventDefault();
      // The menu key has no place of its own: the middle is meant.
      const [width = 0, height = 0] = map.getSize() ?? [];
      const pixel = event.button === 2 ? map.getEventPixel(event) : [width / 2, height / 2];
      const [lng = 0, lat = 0] = toLonLat(map.getCoordinateFromPixel(pixel));
      setAsked({ left: pixel[0] ?? 0, top: pixel[1] ?? 0, at: [lng, lat] });
    };
    element.addEventListener("contextmenu", ask);
    return () => element.removeEventListener("contextmenu", ask);
  }, [map]);
  return (
    asked && (
      <CoordinateChoices
        asked={asked}
        onClose={() => setAsked(null)}
        onCopied={onCopied}
        onRefused={onRefused}
      />
    )
  );
}
