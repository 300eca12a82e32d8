import { ActionIcon, Tooltip } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useMap } from "../useMap.ts";

const stepMs = 200;

/** One zoom level nearer or farther. */
export function ZoomButtons() {
  const map = useMap();
  const zoom = (by: number) => {
    const view = map.getView();
    view.animate({ zoom: (view.getZoom() ?? 0) + by, duration: stepMs });
  };
  return (
    <>
      <Tooltip label="放大" position="left">
        <ActionIcon variant="default" size="lg" aria-label="放大" onClick={() => zoom(1)}>
          <IconPlus size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="缩小" position="left">
        <ActionIcon variant="default" size="lg" aria-label="缩小" onClick={() => zoom(-1)}>
          <IconMinus size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
