import { toLonLat } from "ol/proj.js";
import { useEffect, useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { useMap } from "../useMap.ts";
import type { MenuAnchor } from "./CoordinateChoices.tsx";

const CoordinateChoices = lazyComponent(
  async () => (await import("./CoordinateChoices.tsx")).CoordinateChoices,
);

interface Props {
  readonly onCopy: (text: string) => void;
  readonly onCopyError: () => void;
}

/** Opens a menu to copy coordinates on right click, long press or the menu key. */
export function CoordinateMenu({ onCopy, onCopyError }: Props) {
  const map = useMap();
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null);
  useEffect(() => {
    const element = map.getTargetElement();
    const openMenu = (event: MouseEvent) => {
      event.preventDefault();
      // The menu key has no pointer position: use the centre.
      const [width = 0, height = 0] = map.getSize() ?? [];
      const pixel = event.button === 2 ? map.getEventPixel(event) : [width / 2, height / 2];
      const [lng = 0, lat = 0] = toLonLat(map.getCoordinateFromPixel(pixel));
      setAnchor({ left: pixel[0] ?? 0, top: pixel[1] ?? 0, at: [lng, lat] });
    };
    element.addEventListener("contextmenu", openMenu);
    return () => element.removeEventListener("contextmenu", openMenu);
  }, [map]);
  return (
    anchor && (
      <CoordinateChoices
        anchor={anchor}
        onClose={() => setAnchor(null)}
        onCopy={onCopy}
        onCopyError={onCopyError}
      />
    )
  );
}
