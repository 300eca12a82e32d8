import { ActionIcon, Tooltip } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { mapZoom } from "../../../adapters/contract/constants.ts";
import { useMap } from "../useMap.ts";

const animationMs = 200;
/** Tolerance for the limits, as animations end with rounding errors. */
const tolerance = 1e-6;

const steps = [
  { by: 1, label: "放大", limit: mapZoom.max, reached: "已放到最大", Icon: IconPlus },
  { by: -1, label: "缩小", limit: mapZoom.min, reached: "已缩到最小", Icon: IconMinus },
] as const;

/** Buttons that zoom by one level; at a limit, the button is disabled. */
export function ZoomButtons() {
  const map = useMap();
  const [zoom, setZoom] = useState<number>(mapZoom.min);
  const target = useRef<number | null>(null);
  useEffect(() => {
    const view = map.getView();
    const updateZoom = () => setZoom(view.getZoom() ?? mapZoom.min);
    updateZoom();
    view.on("change:resolution", updateZoom);
    return () => view.un("change:resolution", updateZoom);
  }, [map]);
  return steps.map(({ by, label, limit, reached, Icon }) => {
    const atLimit = Math.abs(zoom - limit) < tolerance;
    return (
      <Tooltip key={label} label={atLimit ? reached : label} position="left">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={label}
          // Not `disabled`, which would lose keyboard focus.
          aria-disabled={atLimit}
          mod={{ disabled: atLimit }}
          onClick={() => {
            const view = map.getView();
            // A press during an animation continues from its target.
            const from = (view.getAnimating() ? target.current : null) ?? zoom;
            const to = Math.min(mapZoom.max, Math.max(mapZoom.min, from + by));
            target.current = to;
            view.cancelAnimations();
            view.animate({ zoom: to, duration: animationMs }, (done) => {
              if (done) target.current = null;
            });
          }}
        >
          <Icon size={18} />
        </ActionIcon>
      </Tooltip>
    );
  });
}
