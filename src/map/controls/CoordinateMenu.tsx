import { Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { toLonLat } from "ol/proj.js";
import { useEffect, useState } from "react";
import { useMap } from "../useMap.ts";
import { inDegrees, inMinutes } from "./formatCoordinates.ts";

interface Asked {
  readonly left: number;
  readonly top: number;
  readonly at: readonly [number, number];
}

interface Props {
  readonly onCopied: (text: string) => void;
  readonly onRefused: () => void;
}

/** A right click, a long press or the menu key on the map offers its coordinates to copy, in two spellings. */
export default function CoordinateMenu({ onCopied, onRefused }: Props) {
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
  if (!asked) return null;
  const copy = (text: string) => {
    setAsked(null);
    // Without https there is no clipboard at all.
    if (!navigator.clipboard) return onRefused();
    navigator.clipboard.writeText(text).then(() => onCopied(text), onRefused);
  };
  return (
    <Menu opened onClose={() => setAsked(null)} position="bottom-start" withinPortal={false} trapFocus>
      <Menu.Target>
        <span style={{ position: "absolute", left: asked.left, top: asked.top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>复制坐标（WGS-84）</Menu.Label>
        {[inDegrees(asked.at), inMinutes(asked.at)].map((text) => (
          <Menu.Item key={text} leftSection={<IconCopy size={14} />} onClick={() => copy(text)}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
