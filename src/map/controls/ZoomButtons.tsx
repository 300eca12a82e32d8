import { ActionIcon, Tooltip } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { mapZoom } from "../../../adapters/contract/constants.ts";
import { useMap } from "../useMap.ts";
import { createZoomStepper } from "./createZoomStepper.ts";

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
  const zoomBy = useMemo(() => createZoomStepper(map.getView()), [map]);
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
          onClick={() => zoomBy(by)}
        >
          <Icon size={18} />
        </ActionIcon>
      </Tooltip>
    );
  });
}
