import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowsMaximize } from "@tabler/icons-react";
import { useMap } from "../useMap.ts";
import type { ColoredTrack } from "./coloredTrack.ts";
import { fitTracks } from "./fitTracks.ts";

const animationMs = 300;

/** Button that shows all tracks again. */
export function FitTracksButton({ tracks }: { readonly tracks: readonly ColoredTrack[] }) {
  const map = useMap();
  return (
    <Tooltip label="显示全部航迹" position="left">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="显示全部航迹"
        onClick={() => fitTracks(map, tracks, animationMs)}
      >
        <IconArrowsMaximize size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
