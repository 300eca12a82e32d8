import { ActionIcon, Tooltip } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { mapZoom } from "../../../adapters/contract/constants.ts";
import { useMap } from "../useMap.ts";
import { createZoomStepper } from "./createZoomStepper.ts";

/** Tolerance for the limits, as animations end with rounding errors. */
const tolerance = 1e-6;

const steps = [
  { by: 1, label: "放大", reached: "已放到最大", Icon: IconPlus },
  { by: -1, label: "缩小", reached: "已缩到最小", Icon: IconMinus },
] as const;

/** Buttons that zoom by one level; at a limit, the button is disabled. */
export function ZoomButtons() {
  const map = useMap();
  const [{ zoom, least }, setZoom] = useState<{ readonly zoom: number; readonly least: number }>({
    zoom: mapZoom.min,
    least: mapZoom.min,
  });
  const zoomBy = useMemo(() => createZoomStepper(map.getView()), [map]);
  useEffect(() => {
    const view = map.getView();
    const updateZoom = () =>
      setZoom((before) => {
        const after = { zoom: view.getZoom() ?? mapZoom.min, least: view.getMinZoom() };
        return before.zoom === after.zoom && before.least === after.least ? before : after;
      });
    updateZoom();
    view.on("change:resolution", updateZoom);
    // The smallest zoom follows the size.
    map.on("postrender", updateZoom);
    return () => {
      view.un("change:resolution", updateZoom);
      map.un("postrender", updateZoom);
    };
  }, [map]);
  return steps.map(({ by, label, reached, Icon }) => {
    const limit = by > 0 ? mapZoom.max : least;
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
